// The counts of program-parameter-count, and what students make of them: kMistake says which.

using Count = long long;

/// A linear layer.
struct Layer {
  Count n_in = 0, n_out = 0;
};

/// Of the attention, W_O last.
std::vector<Layer> layers(Count d_model, Count n_heads, Count n_kv_heads) {
  const Count d_head = d_model / n_heads, kv_width = n_kv_heads * d_head;
  Layer query{d_model, d_model}, kv{d_model, kv_width}, output{d_model, d_model};
  if (is_mistake("kv_at_full_width")) kv = query;
  if (is_mistake("w_o_forgotten")) return {query, kv, kv};
  if (is_mistake("keys_or_values_forgotten")) return {query, kv, output};
  if (is_mistake("one_head_only")) {
    query = kv = {d_model, d_head};
    output = {d_head, d_model};
  }
  if (is_mistake("group_size_for_kv_heads")) kv = {d_model, n_heads / n_kv_heads * d_head};
  if (is_mistake("output_as_narrow_as_values")) output = {kv_width, d_model};
  if (is_mistake("queries_as_narrow_as_keys")) query = output = kv;
  return {query, kv, kv, output};
}

Count attention(Count d_model, Count n_heads, Count n_kv_heads) {
  Count weights = 0;
  for (const Layer& layer : layers(d_model, n_heads, n_kv_heads))
    weights += layer.n_in * layer.n_out;
  return is_mistake("counted_per_head_again") ? weights * n_heads : weights;
}

Count attention_biases(Count d_model, Count n_heads, Count n_kv_heads) {
  std::vector<Layer> all = layers(d_model, n_heads, n_kv_heads);
  if (is_mistake("bias_of_the_output_forgotten")) all.pop_back();
  if (is_mistake("kv_biases_at_full_width")) return 4 * d_model;
  Count biases = 0;
  for (const Layer& layer : all) biases += is_mistake("one_bias_each") ? 1 : layer.n_out;
  return biases;
}

Count feed_forward(Count d_model, Count d_ff) {
  if (is_mistake("d_ff_assumed")) d_ff = 4 * d_model;
  const Count matrix = d_model * d_ff;
  if (is_mistake("one_matrix_only")) return matrix + d_ff + d_model;
  if (is_mistake("feed_forward_biases_left_out")) return 2 * matrix;
  if (is_mistake("one_bias_forgotten")) return 2 * matrix + d_ff;
  if (is_mistake("biases_of_equal_width")) return 2 * matrix + 2 * d_ff;
  if (is_mistake("gated_feed_forward")) return 3 * matrix + 2 * d_ff + d_model;
  return 2 * matrix + d_ff + d_model;
}

void print(Count count) {
  if (is_mistake("too_large_for_32_bits"))
    std::cout << static_cast<std::int32_t>(count) << "\n";
  else if (is_mistake("printed_with_six_digits"))
    std::cout << static_cast<double>(count) << "\n";
  else
    std::cout << count << "\n";
}

int main() {
  Count d_model = 0, n_heads = 0, n_kv_heads = 0, d_ff = 0;
  std::cin >> d_model >> n_heads >> n_kv_heads >> d_ff;
  const Count weights = attention(d_model, n_heads, n_kv_heads);
  const Count biases = attention_biases(d_model, n_heads, n_kv_heads), both = weights + biases;
  const Count block = feed_forward(d_model, d_ff);
  print(is_mistake("biases_counted") ? both : weights);
  if (is_mistake("biases_alone"))
    print(biases);
  else
    print(is_mistake("biases_left_out") ? weights : both);
  print(is_mistake("whole_block_counted") ? both + block : block);
}
