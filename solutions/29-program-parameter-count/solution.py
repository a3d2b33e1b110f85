"""Counting parameters: reads four numbers, prints three."""
import sys


def attention(d_model, n_heads, n_kv_heads):
    """The weights of the attention, without biases."""
    kv_width = n_kv_heads * (d_model // n_heads)
    return 2 * d_model * d_model + 2 * d_model * kv_width


def attention_with_biases(d_model, n_heads, n_kv_heads):
    kv_width = n_kv_heads * (d_model // n_heads)
    return attention(d_model, n_heads, n_kv_heads) + 2 * d_model + 2 * kv_width


def feed_forward(d_model, d_ff):
    """The weights and biases of the feed-forward block."""
    return 2 * d_model * d_ff + d_ff + d_model


d_model, n_heads, n_kv_heads, d_ff = (int(word) for word in sys.stdin.read().split())
print(attention(d_model, n_heads, n_kv_heads))
print(attention_with_biases(d_model, n_heads, n_kv_heads))
print(feed_forward(d_model, d_ff))
