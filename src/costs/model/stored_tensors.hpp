#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"
#include "base/named.hpp"

namespace attn {

// What is counted by formulas beside what a model's files hold: plain data.

/// One tensor in which the two differ.
struct TensorDifference {
  enum class Kind {
    missing,      ///< counted, and not in the files
    other_shape,  ///< in both, with different shapes
    other_class,  ///< the class that was saved has it and the counted one has not, or the reverse
    buffer,       ///< stored, but no parameter: a mask, positions, frequencies
    tied,         ///< a head that is stored although it is the token embedding
    unknown,      ///< stored, and the family has no such name
  } kind{};
  std::string name;  ///< in the files, or as they would have it
  using Shape = std::vector<std::uint64_t>;
  std::optional<Shape> stored{}, counted{};
};
inline constexpr Named<TensorDifference::Kind> kTensorDifferences[] = {
    {TensorDifference::Kind::missing, "missing"},
    {TensorDifference::Kind::other_shape, "other_shape"},
    {TensorDifference::Kind::other_class, "other_class"},
    {TensorDifference::Kind::buffer, "buffer"},
    {TensorDifference::Kind::tied, "tied"},
    {TensorDifference::Kind::unknown, "unknown"}};

/// How many numbers a tensor has; 0 where there is none.
Count numbers_in(const std::optional<TensorDifference::Shape>& shape);

/// Tensors, and the numbers in them.
struct TensorSum {
  std::uint64_t n_tensors = 0;
  Count n_numbers = 0;
};

/// The tensors of a model's files beside those that are counted.
struct StoredTensors {
  std::string counted_as, saved_as;  ///< classes of the framework; "" where it is not said
  TensorSum counted, stored;
  std::vector<TensorDifference> differences;  ///< by kind
  std::vector<std::string> quantized_by;      ///< what tells that the weights are quantized
  std::string adapter;  ///< a tensor of an adapter that was not added to the weights; "": none
  std::vector<std::string> notes;
};

}  // namespace attn
