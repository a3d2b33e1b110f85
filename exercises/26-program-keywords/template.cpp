// Keywords from attention: reads one request on standard input, prints one reply.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

// The matrix that stands behind a name in the request: "A": [[1, 0], [0, 1]].
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

// The words that stand behind a name in the request: "words": ["cat", "sat"].
std::vector<std::string> read_words(const std::string& request, const std::string& name) {
  std::vector<std::string> words;
  std::size_t at = request.find('[', request.find('"' + name + '"'));
  const std::size_t last = request.find(']', at);
  while ((at = request.find('"', at)) < last) {
    const std::size_t end = request.find('"', at + 1);
    words.push_back(request.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return words;
}

// How much attention each word receives.
std::vector<double> received(const Matrix& A) {
  std::vector<double> sums(A.size());
  return sums;  // yours to write
}

// The three words that receive most, the strongest first.
std::vector<std::string> ranking(const std::vector<std::string>& words,
                                 const std::vector<double>& sums) {
  return {words[0], words[1], words[2]};  // yours to write
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const std::vector<double> sums = received(read_matrix(request, "A"));
  const std::vector<std::string> best = ranking(read_words(request, "words"), sums);
  std::cout.precision(17);
  std::cout << "{\"received\": [[";
  for (std::size_t j = 0; j < sums.size(); ++j) std::cout << (j > 0 ? ", " : "") << sums[j];
  std::cout << "]], \"ranking\": [";
  for (std::size_t i = 0; i < best.size(); ++i)
    std::cout << (i > 0 ? ", \"" : "\"") << best[i] << '"';
  std::cout << "]}\n";
}
