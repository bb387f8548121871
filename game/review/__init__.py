"""What a player could have done better in a match that was played, and what luck did."""
