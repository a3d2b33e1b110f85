// Counting parameters: reads four numbers, prints three.
#include <iostream>

// The weights of the attention, without biases.
long long attention(long long d_model, long long n_heads, long long n_kv_heads) {
  const long long kv_width = n_kv_heads * (d_model / n_heads);
  return 2 * d_model * d_model + 2 * d_model * kv_width;
}

long long attention_with_biases(long long d_model, long long n_heads, long long n_kv_heads) {
  const long long kv_width = n_kv_heads * (d_model / n_heads);
  return attention(d_model, n_heads, n_kv_heads) + 2 * d_model + 2 * kv_width;
}

// The weights and biases of the feed-forward block.
long long feed_forward(long long d_model, long long d_ff) {
  return 2 * d_model * d_ff + d_ff + d_model;
}

int main() {
  long long d_model = 0, n_heads = 0, n_kv_heads = 0, d_ff = 0;
  std::cin >> d_model >> n_heads >> n_kv_heads >> d_ff;
  std::cout << attention(d_model, n_heads, n_kv_heads) << "\n"
            << attention_with_biases(d_model, n_heads, n_kv_heads) << "\n"
            << feed_forward(d_model, d_ff) << "\n";
}
