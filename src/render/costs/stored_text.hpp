#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "costs/model/model.hpp"
#include "render/layout.hpp"
#include "trace/table.hpp"

namespace attn {

/// From the parameters that are counted to the numbers in the files: what is missing, what is there
/// besides, and what that means.
Table stored_table(const StoredTensors& stored);

/// The tensors that make the difference; those of several layers that are alike are one row,
/// "h.0-11.attn.bias".
Table stored_tensor_table(const StoredTensors& stored);

/// Both, as a part of a report.
std::string stored_text(const StoredTensors& stored, const Layout& layout);

/// The same for programs, every tensor by itself.
nlohmann::ordered_json stored_json(const StoredTensors& stored);

/// The same as records: section "stored", its sums and then its differences; count is the numbers
/// of a tensor in the files less those that are counted, and unit says why.
std::string stored_records(const StoredTensors& stored);

}  // namespace attn
