#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A matrix without what programs print around it: tensor([[1, 2]], dtype=torch.float64),
/// array(...), np.matrix(...), torch.Size([512, 4096]) and \begin{pmatrix} 1 & 2 \end{pmatrix} as
/// their rows; tuples ((1, 2), (3, 4)) with brackets; rows inside one pair of brackets too many
/// without it. Any other text as it is.
std::string without_program_words(std::string_view plain);

}  // namespace attn
