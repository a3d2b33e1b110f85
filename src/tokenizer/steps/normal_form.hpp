#pragma once

#include "tokenizer/steps/aligned_text.hpp"

namespace attn {

/// One of Unicode's four: NFC, NFD, NFKC, NFKD.
struct NormalForm {
  bool composed = true;     ///< C: one character where there is one
  bool compatible = false;  ///< K: ﬁ as fi
};

/// A text in a normal form of Unicode 9, which is what tokenizers know: a character that is newer
/// stays as it is. Linear but for sorting marks.
/// Source:  Unicode UAX #15, through utf8proc
AlignedText in_normal_form(const AlignedText& text, NormalForm form);

}  // namespace attn
