"""The core of the open-table games."""

USUAL: tuple[int, ...] = (1, 4, 4, 8)  # a policy; policy.py says what each number is
