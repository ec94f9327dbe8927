"""A pub table in software, seen through a camera: cup, hands, dice, light and shadow."""
