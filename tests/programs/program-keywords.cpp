// The reply of program-keywords, and what students make of it: kMistake says which.

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

std::vector<double> softmax(std::vector<double> scores) {
  double sum = 0.0;
  for (double& score : scores) sum += score = std::exp(score);
  for (double& score : scores) score /= sum;
  return scores;
}

std::vector<double> hard(const std::vector<double>& scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  std::vector<double> weights;
  for (const double score : scores) weights.push_back(score == largest ? 1.0 : 0.0);
  return weights;
}

double sum_of(const std::vector<double>& row) {
  return std::accumulate(row.begin(), row.end(), 0.0);
}

double largest_in_column(const Matrix& A, std::size_t j) {
  double largest = 0.0;
  for (const std::vector<double>& row : A) largest = std::max(largest, row[j]);
  return largest;
}

// What stands for the sum of a column where only one number of it is looked at.
double instead_of_sum(const Matrix& A, std::size_t j) {
  if (kMistake == "row_sums") return sum_of(A[j]);
  if (kMistake == "given_to_others") return sum_of(A[j]) - A[j][j];
  if (kMistake == "diagonal_alone") return A[j][j];
  if (kMistake == "largest_of_the_column") return largest_in_column(A, j);
  return A.back()[j];
}

bool is_one_of(const std::vector<std::string_view>& names) {
  return std::find(names.begin(), names.end(), kMistake) != names.end();
}

std::vector<double> received(const Matrix& A) {
  const bool is_no_sum = is_one_of(
      {"row_sums", "given_to_others", "diagonal_alone", "largest_of_the_column", "one_row_only"});
  std::vector<double> sums(A.size());
  for (std::size_t i = 0; i < A.size(); ++i) {
    if (kMistake == "last_row_left_out" && i + 1 == A.size()) continue;
    std::vector<double> row = A[i];
    if (kMistake == "softmax_again") row = softmax(row);
    if (kMistake == "largest_taken_for_one") row = hard(row);
    for (std::size_t j = 0; j < row.size(); ++j) sums[j] += row[j];
  }
  for (std::size_t j = 0; j < A.size(); ++j) {
    if (is_no_sum) sums[j] = instead_of_sum(A, j);
    if (is_one_of({"itself_left_out", "means_of_the_others"})) sums[j] -= A[j][j];
    if (kMistake == "diagonal_counted_twice") sums[j] += A[j][j];
    if (kMistake == "means_for_sums") sums[j] /= static_cast<double>(A.size());
    if (kMistake == "means_of_the_others") sums[j] /= static_cast<double>(A.size() - 1);
  }
  return sums;
}

std::vector<std::string> ranking(std::vector<std::string> words, std::vector<double> sums) {
  if (kMistake == "sorted_by_letters") std::sort(words.begin(), words.end());
  if (is_one_of({"sorted_by_letters", "order_of_the_sentence"}))
    return {words.begin(), words.begin() + 3};
  std::vector<std::size_t> places(sums.size());
  std::iota(places.begin(), places.end(), 0);
  if (kMistake == "least_first")
    for (double& sum : sums) sum = -sum;
  std::sort(places.begin(), places.end(),
            [&](std::size_t one, std::size_t other) { return sums[one] > sums[other]; });
  places.resize(3);
  if (kMistake == "weakest_of_three_first") std::reverse(places.begin(), places.end());
  if (kMistake == "kept_in_order_of_the_sentence") std::sort(places.begin(), places.end());
  return {words[places[0]], words[places[1]], words[places[2]]};
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
