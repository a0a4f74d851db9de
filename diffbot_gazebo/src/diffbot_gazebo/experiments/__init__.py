"""Experiments on the dynamics of simulated wheels: descriptions, one runner, metrics, a report."""
