"""The encoding of program-positional-encoding, and what students make of it: MISTAKE says which."""


def exponent(column, d_model):
    pair = column // 2
    return {
        "pair_taken_for_dimension": 2 * column / d_model,
        "dimension_in_the_exponent": column / d_model,
        "two_left_out": pair / d_model,
        "width_left_out": 2 * pair,
        "whole_division": 2 * pair // d_model,
        "next_pair_taken": 2 * (pair + 1) / d_model,
        "width_made_even": 2 * pair / (d_model + d_model % 2),
        "last_exponent_one": pair / max(1, (d_model + 1) // 2 - 1),
    }.get(MISTAKE, 2 * pair / d_model)


def angle(position, column, d_model):
    base = 1000 if MISTAKE == "another_base" else 10000
    power = base ** exponent(column, d_model)
    if MISTAKE == "exponent_without_parentheses":
        power = 10000 ** (2 * (column // 2)) / d_model
    if MISTAKE == "common_logarithm":
        power = math.exp(exponent(column, d_model) * math.log10(10000))
    if MISTAKE == "positions_from_one":
        position += 1
    if MISTAKE == "multiplied_by_power":
        return position * power
    if MISTAKE == "degrees_for_radians":
        return math.radians(position / power)
    if MISTAKE == "times_two_pi":
        return 2 * math.pi * position / power
    return position / power


def wave(position, column, d_model):
    turn = angle(position, column, d_model)
    if MISTAKE == "angles_without_waves":
        return turn
    is_sine = {"only_sines": True, "only_cosines": False}.get(MISTAKE, column % 2 == 0)
    if MISTAKE == "cosine_first":
        is_sine = not is_sine
    return math.sin(turn) if is_sine else math.cos(turn)


def row_of(position, d_model):
    row = [wave(position, j, d_model) for j in range(d_model)]
    if MISTAKE == "sines_before_cosines":
        row = row[0::2] + row[1::2]
    if d_model % 2 == 1:
        if MISTAKE == "last_sine_forgotten":
            row[-1] = 0.0
        if MISTAKE == "last_sine_left_out":
            row.pop()
        if MISTAKE == "a_cosine_too_many":
            row.append(wave(position, d_model, d_model))
    return row


request = json.load(sys.stdin)
rows = [row_of(position, request["d_model"]) for position in range(request["length"])]
if MISTAKE == "encoding_transposed":
    rows = list(zip(*rows))
print(json.dumps({"encoding": rows}))
