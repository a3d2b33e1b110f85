// The output of program-masked-attention, and what students make of it: kMistake says which.

bool is_before(std::size_t i, std::size_t j) {
  if (is_mistake("mask_forgotten") || is_mistake("mask_after_softmax")) return true;
  if (is_mistake("mask_reversed")) return j > i;
  if (is_mistake("upper_triangle")) return j >= i;
  if (is_mistake("cannot_see_itself")) return j < i;
  return j <= i;
}

bool is_real(std::size_t i, std::size_t j, const std::vector<double>& key_mask) {
  if (is_mistake("padding_is_seen") || is_mistake("padding_after_softmax") ||
      is_mistake("padding_scores_are_zero") || (is_mistake("padding_sees_itself") && i == j))
    return true;
  if (is_mistake("padding_of_queries")) return key_mask[i] == 1.0;
  if (is_mistake("padding_of_queries_too")) return key_mask[i] * key_mask[j] == 1.0;
  return key_mask[j] == 1.0;
}

double blocked(double score) {
  if (is_mistake("zero_for_minus_infinity")) return 0.0;
  if (is_mistake("empty_row_is_even")) return -1e9;
  return is_mistake("empty_row_is_unmasked") ? score - 1e9 : -INFINITY;
}

// What a score is shared out by; a blocked one is −∞.
double share_of(double score, double largest) {
  if (is_mistake("exponential_overflows") || is_mistake("not_divided")) return std::exp(score);
  if (is_mistake("hard_maximum")) return score == largest ? 1.0 : 0.0;
  if (is_mistake("no_softmax") || is_mistake("softmax_skipped"))
    return std::isinf(score) ? 0.0 : score;
  if (is_mistake("equal_weights")) return std::isinf(score) ? 0.0 : 1.0;
  return std::exp(score - largest);
}

// Where nothing may be seen, careless programs divide 0 by 0.
bool divides_by_nothing() {
  return is_mistake("empty_row_is_nan") || is_mistake("mask_reversed") ||
         is_mistake("cannot_see_itself") || is_mistake("exponential_overflows");
}

std::vector<double> softmax(std::vector<double> scores, double subtracted = -INFINITY) {
  const double largest = std::max(subtracted, *std::max_element(scores.begin(), scores.end()));
  if (std::isinf(largest) && !divides_by_nothing()) return std::vector<double>(scores.size());
  double sum = 0.0;
  for (double& score : scores) sum += score = share_of(score, largest);
  if (is_mistake("no_softmax") || is_mistake("not_divided")) return scores;
  for (double& score : scores) score /= sum;
  return scores;
}

Matrix softmax_of(Matrix scores, const Matrix& unmasked) {
  if (is_mistake("softmax_over_columns")) scores = transposed(scores);
  if (is_mistake("softmax_over_everything")) {
    std::vector<double> cells;
    for (const std::vector<double>& row : scores) cells.insert(cells.end(), row.begin(), row.end());
    cells = softmax(cells);
    for (std::size_t i = 0; i < cells.size(); ++i)
      scores[i / scores.size()][i % scores.size()] = cells[i];
    return scores;
  }
  if (is_mistake("largest_of_blocked_keys")) {
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] = softmax(scores[i], *std::max_element(unmasked[i].begin(), unmasked[i].end()));
    return scores;
  }
  for (std::vector<double>& row : scores) row = softmax(row);
  return is_mistake("softmax_over_columns") ? transposed(scores) : scores;
}

double divisor(std::size_t d_k, std::size_t d_v, std::size_t n) {
  const double width = static_cast<double>(d_k), root = std::sqrt(width);
  if (is_mistake("no_scale")) return 1.0;
  if (is_mistake("divided_by_d_k")) return width;
  if (is_mistake("divided_by_root_of_d_v")) return std::sqrt(static_cast<double>(d_v));
  if (is_mistake("divided_by_root_of_n")) return std::sqrt(static_cast<double>(n));
  return is_mistake("multiplied_by_scale") ? 1.0 / root : root;
}

Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V,
                        const std::vector<double>& key_mask) {
  Matrix scores = product(Q, transposed(K));
  if (is_mistake("keys_and_queries_swapped")) scores = transposed(scores);
  const double by = divisor(Q.front().size(), V.front().size(), Q.size());
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t j = 0; j < scores.size(); ++j)
      scores[i][j] *= (is_mistake("padding_scores_are_zero") ? key_mask[j] : 1.0) / by;
  const Matrix unmasked = scores;
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const double score = scores[i][j];
      scores[i][j] = is_before(i, j) && is_real(i, j, key_mask) ? score : blocked(score);
    }
  Matrix weights = softmax_of(scores, unmasked);
  for (std::size_t i = 0; i < weights.size() && is_mistake("mask_after_softmax"); ++i)
    std::fill(weights[i].begin() + static_cast<std::ptrdiff_t>(i) + 1, weights[i].end(), 0.0);
  for (std::vector<double>& row : weights)
    for (std::size_t j = 0; j < row.size() && is_mistake("padding_after_softmax"); ++j)
      row[j] *= key_mask[j];
  if (is_mistake("transposed_weights")) weights = transposed(weights);
  const Matrix output = product(weights, V);
  return is_mistake("output_transposed") ? transposed(output) : output;
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const Matrix Q = read_matrix(request, "Q"), K = read_matrix(request, "K"),
               V = read_matrix(request, "V"), key_mask = read_matrix(request, "key_mask");
  print_matrix("output", causal_attention(Q, K, V, key_mask.front()));
}
