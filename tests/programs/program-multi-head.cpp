// The layer of program-multi-head, and what students make of it: kMistake says which.

using Heads = std::vector<Matrix>;

Matrix projected(const Matrix& X, const Matrix& W) {
  if (is_mistake("projections_left_out")) return X;
  return product(X, is_mistake("transposed_product") ? transposed(W) : W);
}

// The same numbers, row by row, in rows of another length.
Matrix reshaped(const Matrix& M, std::size_t n_cols) {
  std::vector<double> cells;
  for (const std::vector<double>& row : M) cells.insert(cells.end(), row.begin(), row.end());
  Matrix result(cells.size() / n_cols, std::vector<double>(n_cols));
  for (std::size_t i = 0; i < cells.size(); ++i) result[i / n_cols][i % n_cols] = cells[i];
  return result;
}

std::vector<double> softmax(std::vector<double> scores) {
  if (is_mistake("no_softmax")) return scores;
  const bool is_plain = is_mistake("exponential_overflows") || is_mistake("not_divided");
  const double largest = is_plain ? 0.0 : *std::max_element(scores.begin(), scores.end());
  double sum = 0.0;
  for (double& score : scores) {
    if (!is_mistake("softmax_skipped")) score = std::exp(score - largest);
    sum += score;
  }
  if (is_mistake("not_divided")) return scores;
  for (double& score : scores) score /= sum;
  return scores;
}

double divisor(std::size_t d_k, std::size_t n, std::size_t d_model) {
  if (is_mistake("no_scale") || is_mistake("scaled_after_softmax")) return 1.0;
  const double width = static_cast<double>(d_k), root = std::sqrt(width);
  if (is_mistake("divided_by_d_k")) return width;
  if (is_mistake("multiplied_by_scale")) return 1.0 / root;
  if (is_mistake("divided_by_root_of_n")) return std::sqrt(static_cast<double>(n));
  if (is_mistake("divided_by_root_of_d_model")) return std::sqrt(static_cast<double>(d_model));
  return root;
}

Matrix scores_of(const Matrix& Q, const Matrix& K, std::size_t d_model) {
  Matrix scores = product(Q, transposed(is_mistake("queries_for_keys") ? Q : K));
  if (is_mistake("keys_and_queries_swapped")) scores = transposed(scores);
  const double by = divisor(Q.front().size(), Q.size(), d_model);
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t j = 0; j < scores[i].size(); ++j) {
      scores[i][j] /= by;
      if (is_mistake("causal_mask_applied") && j > i) scores[i][j] = -INFINITY;
    }
  return scores;
}

Matrix softmax_rows(Matrix scores) {
  for (std::vector<double>& row : scores) row = softmax(row);
  return scores;
}

Heads softmax_over_heads(Heads scores) {
  for (std::size_t i = 0; i < scores.front().size(); ++i)
    for (std::size_t j = 0; j < scores.front().size(); ++j) {
      std::vector<double> column;
      for (const Matrix& head : scores) column.push_back(head[i][j]);
      column = softmax(column);
      for (std::size_t h = 0; h < scores.size(); ++h) scores[h][i][j] = column[h];
    }
  return scores;
}

Heads averaged(Heads weights) {
  for (std::size_t i = 0; i < weights.front().size(); ++i)
    for (std::size_t j = 0; j < weights.front().size(); ++j) {
      double sum = 0.0;
      for (const Matrix& head : weights) sum += head[i][j];
      for (Matrix& head : weights) head[i][j] = sum / static_cast<double>(weights.size());
    }
  return weights;
}

Heads weights_of(Heads scores, std::size_t d_k) {
  if (is_mistake("softmax_over_heads")) return softmax_over_heads(scores);
  for (Matrix& head : scores) {
    const std::size_t n = head.size();
    if (is_mistake("softmax_over_everything"))
      head = reshaped(softmax_rows(reshaped(head, n * n)), n);
    else if (is_mistake("softmax_over_columns"))
      head = transposed(softmax_rows(transposed(head)));
    else
      head = softmax_rows(head);
    if (is_mistake("transposed_weights")) head = transposed(head);
    if (!is_mistake("scaled_after_softmax")) continue;
    for (std::vector<double>& row : head)
      for (double& weight : row) weight /= std::sqrt(static_cast<double>(d_k));
  }
  return is_mistake("weights_averaged") ? averaged(scores) : scores;
}

// n × d_model to n_heads × n × d_k.
Heads split(const Matrix& M, std::size_t n_heads) {
  const std::size_t n = M.size(), d_k = M.front().size() / n_heads;
  const Matrix rows = reshaped(M, d_k);
  Heads heads(n_heads, Matrix(n, std::vector<double>(d_k)));
  for (std::size_t h = 0; h < n_heads; ++h)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < d_k; ++c) {
        heads[h][i][c] = M[i][h * d_k + c];
        if (is_mistake("heads_split_wrongly")) heads[h][i][c] = M[i][c * n_heads + h];
        if (is_mistake("split_without_transpose")) heads[h][i][c] = rows[h * n + i][c];
      }
  return heads;
}

// n_heads × n × d_k to n × d_model.
Matrix merge(const Heads& heads) {
  const std::size_t n = heads.front().size(), d_k = heads.front().front().size();
  Matrix merged(n, std::vector<double>(heads.size() * d_k)), stacked;
  for (std::size_t h = 0; h < heads.size(); ++h)
    for (std::size_t i = 0; i < n; ++i) {
      const std::vector<double>& row = heads[is_mistake("first_head_repeated") ? 0 : h][i];
      stacked.push_back(row);
      for (std::size_t c = 0; c < d_k; ++c) {
        std::size_t column = h * d_k + c;
        if (is_mistake("heads_in_the_same_columns")) column = c;
        if (is_mistake("heads_interleaved")) column = c * heads.size() + h;
        merged[i][column] += row[c];
      }
    }
  return is_mistake("merged_without_transpose") ? reshaped(stacked, merged.front().size()) : merged;
}

Matrix heads_side_by_side(const Matrix& Q, const Matrix& K, const Matrix& V, std::size_t n_heads) {
  if (is_mistake("one_head_only")) n_heads = 1;
  const Heads queries = split(Q, n_heads), keys = split(K, n_heads), values = split(V, n_heads);
  Heads scores, outputs;
  for (std::size_t h = 0; h < n_heads; ++h)
    scores.push_back(scores_of(queries[h], keys[h], Q.front().size()));
  const Heads weights = weights_of(scores, Q.front().size() / n_heads);
  for (std::size_t h = 0; h < n_heads; ++h) outputs.push_back(product(weights[h], values[h]));
  return merge(outputs);
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const Matrix X = read_matrix(request, "X"), wo = read_matrix(request, "wo");
  const Matrix Q = projected(X, read_matrix(request, "wq")),
               K = projected(X, read_matrix(request, "wk")),
               V = is_mistake("keys_for_values") ? K : projected(X, read_matrix(request, "wv"));
  Matrix output = heads_side_by_side(Q, K, V, read_number(request, "n_heads"));
  if (!is_mistake("w_o_forgotten"))
    output = product(output, is_mistake("transposed_product") ? transposed(wo) : wo);
  for (std::size_t i = 0; i < X.size() && is_mistake("residual_added"); ++i)
    for (std::size_t j = 0; j < X[i].size(); ++j) output[i][j] += X[i][j];
  print_matrix("output", is_mistake("output_transposed") ? transposed(output) : output);
}
