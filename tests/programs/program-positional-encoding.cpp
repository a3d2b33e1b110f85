// The encoding of program-positional-encoding, and what students make of it: kMistake says which.

double exponent(std::size_t column, std::size_t d_model) {
  const auto ratio = [](std::size_t a, std::size_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
  };
  const std::size_t pair = column / 2, n_pairs = (d_model + 1) / 2;
  if (is_mistake("pair_taken_for_dimension")) return ratio(2 * column, d_model);
  if (is_mistake("dimension_in_the_exponent")) return ratio(column, d_model);
  if (is_mistake("two_left_out")) return ratio(pair, d_model);
  if (is_mistake("width_left_out")) return ratio(2 * pair, 1);
  if (is_mistake("whole_division")) return static_cast<double>(2 * pair / d_model);
  if (is_mistake("next_pair_taken")) return ratio(2 * (pair + 1), d_model);
  if (is_mistake("width_made_even")) return ratio(2 * pair, d_model + d_model % 2);
  if (is_mistake("last_exponent_one")) return ratio(pair, n_pairs > 1 ? n_pairs - 1 : 1);
  return ratio(2 * pair, d_model);
}

double angle(std::size_t pos, std::size_t column, std::size_t d_model) {
  constexpr double kPi = 3.14159265358979323846;
  const double base = is_mistake("another_base") ? 1000.0 : 10000.0;
  double power = std::pow(base, exponent(column, d_model));
  if (is_mistake("exponent_without_parentheses"))
    power = std::pow(base, static_cast<double>(2 * (column / 2))) / static_cast<double>(d_model);
  if (is_mistake("common_logarithm"))
    power = std::exp(exponent(column, d_model) * std::log10(10000.0));
  const double position = static_cast<double>(pos) + (is_mistake("positions_from_one") ? 1.0 : 0.0);
  if (is_mistake("multiplied_by_power")) return position * power;
  if (is_mistake("degrees_for_radians")) return position / power * kPi / 180.0;
  if (is_mistake("times_two_pi")) return position / power * 2.0 * kPi;
  return position / power;
}

double wave(std::size_t pos, std::size_t column, std::size_t d_model) {
  const double turn = angle(pos, column, d_model);
  if (is_mistake("angles_without_waves")) return turn;
  bool is_sine = column % 2 == 0;
  if (is_mistake("only_sines")) is_sine = true;
  if (is_mistake("only_cosines")) is_sine = false;
  if (is_mistake("cosine_first")) is_sine = !is_sine;
  return is_sine ? std::sin(turn) : std::cos(turn);
}

std::vector<double> row_of(std::size_t pos, std::size_t d_model) {
  std::vector<double> row;
  if (is_mistake("sines_before_cosines")) {
    for (std::size_t j = 0; j < d_model; j += 2) row.push_back(wave(pos, j, d_model));
    for (std::size_t j = 1; j < d_model; j += 2) row.push_back(wave(pos, j, d_model));
    return row;
  }
  for (std::size_t j = 0; j < d_model; ++j) row.push_back(wave(pos, j, d_model));
  if (d_model % 2 == 0) return row;
  if (is_mistake("last_sine_forgotten")) row.back() = 0.0;
  if (is_mistake("last_sine_left_out")) row.pop_back();
  if (is_mistake("a_cosine_too_many")) row.push_back(wave(pos, d_model, d_model));
  return row;
}

Matrix encoding(std::size_t length, std::size_t d_model) {
  Matrix rows;
  for (std::size_t pos = 0; pos < length; ++pos) rows.push_back(row_of(pos, d_model));
  if (!is_mistake("encoding_transposed")) return rows;
  Matrix columns(d_model, std::vector<double>(length));
  for (std::size_t pos = 0; pos < length; ++pos)
    for (std::size_t j = 0; j < d_model; ++j) columns[j][pos] = rows[pos][j];
  return columns;
}

int main() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const std::size_t length = read_number(request, "length");
  const std::size_t d_model = read_number(request, "d_model");
  print_matrix("encoding", encoding(length, d_model));
}
