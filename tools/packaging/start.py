"""Where a built program begins."""

import sys

from game.door import main

if __name__ == "__main__":
    sys.exit(main())
