"""Secret Recipe: a deduction game for two, three or four (shared rules SR-1 to SR-62)."""
