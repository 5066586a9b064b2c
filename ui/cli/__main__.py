"""``python -m ui.cli``: the command line where it is not installed."""

import sys

from ui.cli import main

sys.exit(main())
