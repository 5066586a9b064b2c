"""What the project's speed is measured with, and the results (`results.md`)."""
