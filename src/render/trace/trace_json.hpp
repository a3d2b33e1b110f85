#pragma once

#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// These stages and tables of a trace as one JSON document, schema "attn.trace/2".
///
/// Matrices are nested arrays in row order; each number is the shortest text that reads back as
/// the same double. JSON has no infinity and no NaN: such a cell is null, and where a mask is the
/// reason, `blocked` says which.
std::string trace_json(const Trace& trace, const std::vector<const Stage*>& stages,
                       const std::vector<const Table*>& tables = {});

/// The first line of tab-separated output: the names of its fields.
std::string plain_header();

/// A stage as tab-separated records, one a cell:
/// stage group row col row_label col_label value.
std::string plain_records(const Stage& stage);

}  // namespace attn
