"""Broken rules: every small mistake one could make in a game's rules, and whether a rule test notices.

`sources` finds the rules files of a game, `mistakes` makes the mutants of a source, `table` reads the
ones written by hand and the list of equivalent ones, `trial` runs the rule tests on a mutant in a process
of its own, `report` keeps what came of it. `python -m tools.mutants --help`, or `make mutants`.
"""
