"""`python -m game` is the `comodin` command."""

import sys

from game.door import main

if __name__ == "__main__":
    sys.exit(main())
