#pragma once

#include <string>
#include <vector>

#include "trace/document.hpp"

namespace attn {

/// The items of a document's lists, which follow one another, as lists within lists. "-" makes a
/// <ul>, a number an <ol> that begins with it; any other marker stands before its text.
std::string list_html(const std::vector<ListItem>& items);

}  // namespace attn
