"""Counting parameters: reads four numbers, prints three."""
import sys


def attention(d_model, n_heads, n_kv_heads):
    """The weights of the attention, without biases."""
    return 0  # yours to write


def attention_with_biases(d_model, n_heads, n_kv_heads):
    return 0  # yours to write


def feed_forward(d_model, d_ff):
    """The weights and biases of the feed-forward block."""
    return 0  # yours to write


d_model, n_heads, n_kv_heads, d_ff = (int(word) for word in sys.stdin.read().split())
print(attention(d_model, n_heads, n_kv_heads))
print(attention_with_biases(d_model, n_heads, n_kv_heads))
print(feed_forward(d_model, d_ff))
