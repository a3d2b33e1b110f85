#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The text as UTF-8 that any reader takes: what is none becomes U+FFFD, as does what XML cannot
/// hold.
std::string harmless_characters(std::string_view text);

/// A text as it stands in XML, between tags or in quotes. Whatever it says stays text; line ends
/// and tabs are escaped, since a reader would make spaces of them.
std::string xml_text(std::string_view text);

}  // namespace attn
