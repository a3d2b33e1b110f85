// The mask of program-half-mask, and what students make of it: kMistake says which.

bool may_see(int row, int column, int n) {
  int first = (n + 1) / 2;
  if (kMistake == "first_half_too_short") first = n / 2;
  if (kMistake == "first_half_too_long") first = n / 2 + 1;
  const int first_row = kMistake == "middle_in_both_halves" ? n / 2 : first;
  const bool early_row = row < first_row, early_column = column < first;
  const bool late_row = !early_row, late_column = !early_column;
  if (kMistake == "mask_reversed") return late_row && late_column;
  if (kMistake == "mask_forgotten") return true;
  if (kMistake == "all_blocked") return false;
  if (kMistake == "causal_for_literal") return column <= row;
  if (kMistake == "everybody_sees_the_first_half") return early_column;
  if (kMistake == "first_half_sees_nothing") return late_row && early_column;
  if (kMistake == "first_half_causal") return early_column && (late_row || column <= row);
  if (kMistake == "second_half_sees_itself") return early_row || early_column || row == column;
  if (kMistake == "second_half_causal") return early_row || early_column || column <= row;
  if (kMistake == "each_half_sees_itself") return early_row == early_column;
  if (kMistake == "each_half_sees_the_other") return early_row != early_column;
  if (kMistake == "halves_exchanged") return late_row || late_column;
  if (kMistake == "first_half_restricted") return late_row || early_column;
  if (kMistake == "second_half_sees_the_second") return early_row || late_column;
  if (kMistake == "second_half_sees_nothing") return early_row;
  if (kMistake == "first_half_alone") return early_row && early_column;
  return early_row || early_column;
}

int main() {
  int n = 0;
  std::cin >> n;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) std::cout << (j > 0 ? " " : "") << may_see(i, j, n);
    std::cout << "\n";
  }
}
