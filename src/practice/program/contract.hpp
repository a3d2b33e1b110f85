#pragma once

#include <armadillo>
#include <map>
#include <string>
#include <vector>

#include "practice/recipe/worksheet.hpp"

namespace attn {

/// What a program reads on standard input: what is given, in the order of the manifest.
///
///     stdio-json/1   {"Q": [[1, 0], [0, 2]], "n_heads": 2, "words": ["cat", "sat"]}
///     tokens         a line for each single number; of a matrix a line with its rows and columns,
///                    then its rows; of words a line with how many, then the words
std::string request_text(const Worksheet& numbers);

/// A right reply, its numbers rounded to a few decimals: how it looks.
std::string example_reply(const Worksheet& numbers);

/// What a program printed, read. Numbers that are none ("NaN", "Infinity") are read as such, since
/// they show what went wrong; they are never right.
struct Reply {
  std::map<std::string, arma::mat> values;  ///< by field, in the form that Field describes
  std::string fault;                        ///< why it could not be read, translated; "" if it was
};

/// Reads a reply: every field of the exercise, nothing else.
///
///     stdio-json/1   {"output": [[0.5, 1.0]]}
///     tokens         a line for each row; the fields one below the other
Reply read_reply(const std::string& text, const Worksheet& numbers);

}  // namespace attn
