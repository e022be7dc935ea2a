"""Claims, bare totals and whole score sheets held against the rules."""
