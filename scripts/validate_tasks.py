"""The same as `liveclaw validate`."""

import sys

from liveclawbench.cli import main

if __name__ == "__main__":
    sys.argv.insert(1, "validate")
    main()
