"""The reply of program-keywords, and what students make of it: MISTAKE says which."""


def softmax(scores):
    shares = [math.exp(score) for score in scores]
    return [share / sum(shares) for share in shares]


def received(A):
    if MISTAKE == "row_sums":
        return [sum(row) for row in A]
    if MISTAKE == "given_to_others":
        return [sum(row) - row[i] for i, row in enumerate(A)]
    if MISTAKE == "diagonal_alone":
        return [row[i] for i, row in enumerate(A)]
    if MISTAKE == "largest_of_the_column":
        return [max(row[j] for row in A) for j in range(len(A))]
    if MISTAKE == "one_row_only":
        return A[-1]
    if MISTAKE == "last_row_left_out":
        A = A[:-1]
    if MISTAKE == "softmax_again":
        A = [softmax(row) for row in A]
    if MISTAKE == "largest_taken_for_one":
        A = [[1.0 if weight == max(row) else 0.0 for weight in row] for row in A]
    sums = [sum(row[j] for row in A) for j in range(len(A[0]))]
    if MISTAKE in ("itself_left_out", "means_of_the_others"):
        sums = [sums[j] - A[j][j] for j in range(len(A))]
    if MISTAKE == "diagonal_counted_twice":
        sums = [sums[j] + A[j][j] for j in range(len(A))]
    if MISTAKE == "means_for_sums":
        sums = [one / len(A) for one in sums]
    if MISTAKE == "means_of_the_others":
        sums = [one / (len(A) - 1) for one in sums]
    return sums


def ranking(words, sums):
    if MISTAKE == "order_of_the_sentence":
        return words[:3]
    if MISTAKE == "sorted_by_letters":
        return sorted(words)[:3]
    places = sorted(range(len(words)), key=lambda j: sums[j], reverse=MISTAKE != "least_first")[:3]
    if MISTAKE == "weakest_of_three_first":
        places.reverse()
    if MISTAKE == "kept_in_order_of_the_sentence":
        places.sort()
    return [words[j] for j in places]


request = json.load(sys.stdin)
sums = received(request["A"])
print(json.dumps({"received": [sums], "ranking": ranking(request["words"], sums)}))
