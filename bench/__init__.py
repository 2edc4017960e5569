"""Benchmarks: how fast the engines answer, and where they are slowest. See README.md."""
