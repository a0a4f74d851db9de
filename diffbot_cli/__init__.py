"""What `./diffbot` is made of. Python standard library only, Python 3.9 or newer."""
