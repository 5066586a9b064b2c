"""Facts on disk: game records (``docs/notation.md``), their faults, and the library's store."""
