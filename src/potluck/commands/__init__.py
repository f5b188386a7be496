"""The commands of `potluck`, one module each."""
