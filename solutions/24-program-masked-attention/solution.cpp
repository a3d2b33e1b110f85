// Causal self-attention: reads one request on standard input, prints one reply.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

// The matrix that stands behind a name in the request: "Q": [[1, 0], [0, 2]].
Matrix read_matrix(const std::string& request, const std::string& name) {
  Matrix matrix;
  std::size_t at = request.find('[', request.find('"' + name + '"')) + 1;
  for (int depth = 1; depth > 0; ++at) {
    if (request[at] == '[') {
      ++depth;
      matrix.emplace_back();
    } else if (request[at] == ']') {
      --depth;
    } else if (depth == 2 && request[at] != ',' && request[at] != ' ') {
      char* end = nullptr;
      matrix.back().push_back(std::strtod(&request[at], &end));
      at = static_cast<std::size_t>(end - request.data()) - 1;
    }
  }
  return matrix;
}

void print_matrix(const std::string& name, const Matrix& matrix) {
  std::cout.precision(17);
  std::cout << "{\"" << name << "\": [";
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    std::cout << (i > 0 ? ", [" : "[");
    for (std::size_t j = 0; j < matrix[i].size(); ++j)
      std::cout << (j > 0 ? ", " : "") << matrix[i][j];
    std::cout << "]";
  }
  std::cout << "]}\n";
}

std::vector<double> softmax(std::vector<double> scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0.0;
  for (double& score : scores) sum += score = std::exp(score - largest);
  for (double& score : scores) score /= sum;
  return scores;
}

// output = softmax(Q Kᵀ / √d_k + mask) V
// key_mask has a number for each key: 1, or 0 where it is padding.
Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V,
                        const std::vector<double>& key_mask) {
  const std::size_t d_k = Q.front().size(), d_v = V.front().size();
  Matrix output;
  for (std::size_t i = 0; i < Q.size(); ++i) {
    std::vector<std::size_t> seen;
    std::vector<double> scores;
    for (std::size_t j = 0; j <= i; ++j) {
      if (key_mask[j] == 0.0) continue;
      double score = 0.0;
      for (std::size_t c = 0; c < d_k; ++c) score += Q[i][c] * K[j][c];
      seen.push_back(j);
      scores.push_back(score / std::sqrt(static_cast<double>(d_k)));
    }
    output.emplace_back(d_v);
    if (seen.empty()) continue;
    const std::vector<double> weights = softmax(scores);
    for (std::size_t s = 0; s < seen.size(); ++s)
      for (std::size_t c = 0; c < d_v; ++c) output[i][c] += weights[s] * V[seen[s]][c];
  }
  return output;
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const Matrix Q = read_matrix(request, "Q"), K = read_matrix(request, "K"),
               V = read_matrix(request, "V"), key_mask = read_matrix(request, "key_mask");
  print_matrix("output", causal_attention(Q, K, V, key_mask.front()));
}
