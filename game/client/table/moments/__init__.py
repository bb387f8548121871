"""What is felt of a match: each event of it lands, holds, bursts, says what it was and by which rule, and gives way."""
