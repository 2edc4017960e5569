"""Machiavelli: does it partition into melds?"""
