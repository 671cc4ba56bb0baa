"""``python -m affray``."""

import sys

if __name__ == "__main__":
    try:
        from affray.cli import main

        main()
    except KeyboardInterrupt:  # while the command is still being loaded
        sys.exit(130)
