"""The core of the dead-hand games."""

USUAL: tuple[int, ...] = (6, 3, 20, 8, 1, 25)  # a policy; policy.py says what each number is
