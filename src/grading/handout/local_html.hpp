#pragma once

#include <string>

#include "base/message.hpp"

namespace attn {

/// ` lang="fr"` for a text in another language than that of the program's own sentences, which
/// stand around it; "" for the same.
std::string lang_attribute(const LocalText& text);

/// The text for the user, as HTML that says which language it is in where that is another one.
std::string local_html(const LocalText& text);

}  // namespace attn
