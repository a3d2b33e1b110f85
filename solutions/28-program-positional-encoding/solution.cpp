// Sinusoidal positions: reads one request on standard input, prints one reply.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

// The number that stands behind a name in the request: "length": 3.
std::size_t read_number(const std::string& request, const std::string& name) {
  const std::size_t at = request.find(':', request.find('"' + name + '"')) + 1;
  return std::strtoul(&request[at], nullptr, 10);
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

// A row for each position.
Matrix encoding(std::size_t length, std::size_t d_model) {
  Matrix rows(length, std::vector<double>(d_model));
  for (std::size_t pos = 0; pos < length; ++pos)
    for (std::size_t j = 0; j < d_model; ++j) {
      const std::size_t pair = j / 2;
      const double exponent = 2.0 * static_cast<double>(pair) / static_cast<double>(d_model);
      const double angle = static_cast<double>(pos) / std::pow(10000.0, exponent);
      rows[pos][j] = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return rows;
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const std::size_t length = read_number(request, "length");
  const std::size_t d_model = read_number(request, "d_model");
  print_matrix("encoding", encoding(length, d_model));
}
