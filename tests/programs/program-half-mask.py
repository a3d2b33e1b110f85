"""The mask of program-half-mask, and what students make of it: MISTAKE says which."""


def half_mask(n):
    first = (n + 1) // 2
    if MISTAKE == "first_half_too_short":
        first = n // 2
    if MISTAKE == "first_half_too_long":
        first = n // 2 + 1
    first_row = n // 2 if MISTAKE == "middle_in_both_halves" else first

    def sees(i, j):
        early_row, early_column = i < first_row, j < first
        late_row, late_column = not early_row, not early_column
        return {
            "mask_reversed": late_row and late_column,
            "mask_forgotten": True,
            "all_blocked": False,
            "causal_for_literal": j <= i,
            "everybody_sees_the_first_half": early_column,
            "first_half_sees_nothing": late_row and early_column,
            "first_half_causal": early_column and (late_row or j <= i),
            "second_half_sees_itself": early_row or early_column or i == j,
            "second_half_causal": early_row or early_column or j <= i,
            "each_half_sees_itself": early_row == early_column,
            "each_half_sees_the_other": early_row != early_column,
            "halves_exchanged": late_row or late_column,
            "first_half_restricted": late_row or early_column,
            "second_half_sees_the_second": early_row or late_column,
            "second_half_sees_nothing": early_row,
            "first_half_alone": early_row and early_column,
        }.get(MISTAKE, early_row or early_column)

    return [[int(sees(i, j)) for j in range(n)] for i in range(n)]


n = int(sys.stdin.readline())
for row in half_mask(n):
    print(*row)
