"""The renderer of training: dice and things are traced, cards are laid flat, and a camera photographs both.

The simulated table has the other renderer (`hardware/simulated/render`). They stay two: what a net reads in pictures of the
renderer that taught it says little, and the product carries no training.
"""
