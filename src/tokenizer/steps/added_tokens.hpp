#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/model/longest_prefix.hpp"
#include "tokenizer/steps/aligned_text.hpp"

namespace attn {

/// A token that is cut out of a text before anything else looks at it.
struct AddedToken {
  std::string content;
  std::uint32_t id = 0;
  bool single_word = false;  ///< only where no word goes on beside it
  bool lstrip = false;       ///< takes the white space before it
  bool rstrip = false;       ///< takes the white space after it
  bool normalized = false;   ///< looked for in the normalized text, after the others
  bool special = false;
};

/// A part of a text, and the added token that it is, if any.
struct Cut {
  ByteRange range;
  std::optional<std::uint32_t> token;  ///< which of the tokens, not its id

  bool operator==(const Cut&) const = default;
};

/// Finds added tokens in a text: from left to right, the longest first.
class AddedTokenFinder {
 public:
  /// How a token is spelled in the text, and which of the tokens it is.
  struct Spelling {
    std::string text;  ///< not empty
    std::uint32_t token = 0;
  };

  /// Of tokens that are spelled the same the first counts.
  /// Errors:  InputError for one of more than 1,024 bytes
  AddedTokenFinder(const std::vector<AddedToken>& tokens, std::vector<Spelling> spellings);
  AddedTokenFinder(AddedTokenFinder&&) = default;
  AddedTokenFinder& operator=(AddedTokenFinder&&) = default;

  /// The text in parts, in order. No part is empty; a token that takes white space may reach into
  /// what the next one begins with.
  std::vector<Cut> cuts_of(std::string_view text) const;

 private:
  struct Sides {
    bool single_word = false, lstrip = false, rstrip = false;
  };

  std::vector<Spelling> spellings_;
  std::vector<Sides> sides_;  // of each token
  LongestPrefix names_;       // whose bytes are in spellings_
};

}  // namespace attn
