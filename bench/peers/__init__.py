"""Other solvers, each optional: the same positions, the same question, one run."""
