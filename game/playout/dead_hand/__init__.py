"""The core of the dead-hand games."""

# The policy where none was trained; policy.py says what each number is. Found by playing policies against each other,
# on new deals at last. One that takes every pile scores more in Burraco, but two of them only swap its lone tile until
# the round is a stalemate.
USUAL: tuple[int, ...] = (4, 3, 20, 8, 1, 25, *(0,) * 15)
