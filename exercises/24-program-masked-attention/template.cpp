// Causal self-attention: reads one request on standard input, prints one reply.
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

// output = softmax(Q Kᵀ / √d_k + mask) V
// key_mask has a number for each key: 1, or 0 where it is padding.
Matrix causal_attention(const Matrix& Q, const Matrix& K, const Matrix& V,
                        const std::vector<double>& key_mask) {
  Matrix output(Q.size(), std::vector<double>(V.front().size()));
  return output;  // yours to write
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const Matrix Q = read_matrix(request, "Q"), K = read_matrix(request, "K"),
               V = read_matrix(request, "V"), key_mask = read_matrix(request, "key_mask");
  print_matrix("output", causal_attention(Q, K, V, key_mask.front()));
}
