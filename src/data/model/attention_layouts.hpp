#pragma once

#include <array>
#include <string>
#include <vector>

namespace attn {

/// The keys of one projection X W + b; nullptr where the layout has none.
struct ProjectionKeys {
  const char* weight = nullptr;
  const char* bias = nullptr;
};

/// A tensor that changes what its layer computes, and the setting of its program that brings it.
struct ForeignTensor {
  const char* key = nullptr;
  const char* setting = nullptr;
};

/// How a program names and stores the weights of one attention layer.
struct AttentionLayout {
  const char* name;                  // shown, never translated
  bool out_in;                       // a weight is stored (out, in): Q = X Wᵀ
  bool output_optional;              // there may be no output projection
  bool biases_together;              // a layer has all of its biases or none
  bool own_value_width;              // values may come from tokens of another width (vdim)
  ProjectionKeys query, key, value;  // one tensor for each,
  ProjectionKeys packed;             // or one that holds all three
  ProjectionKeys output;
  std::array<ForeignTensor, 3> foreign;  // refused where they occur
};

/// A layer and where it is: the keys of its tensors are `prefix` + the keys of its layout.
struct AttentionLayer {
  const AttentionLayout* layout;
  std::string prefix;  // "" or with a dot at its end
};

/// The one attention layer among the names of a file's tensors whose prefix is `prefix`, or begins
/// with it if there is only one such; the last dot may be left out.
///
/// Errors:  InputError naming the file if it has no layer, several, or one whose names
///          belong to two layouts.
AttentionLayer chosen_layer(const std::string& name, const std::vector<std::string>& keys,
                            const std::string& prefix);

}  // namespace attn
