"""The games. One folder each; they know `potluck.play` only."""
