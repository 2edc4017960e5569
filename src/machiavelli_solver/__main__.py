"""``python -m machiavelli_solver`` is the command ``machiavelli``."""

from __future__ import annotations

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
