#pragma once

#include <optional>
#include <string_view>

#include "base/named.hpp"

namespace attn {

enum class BackgroundChoice { automatic, dark, light };
inline constexpr Named<BackgroundChoice> kBackgroundChoices[] = {
    {BackgroundChoice::automatic, "auto"},
    {BackgroundChoice::dark, "dark"},
    {BackgroundChoice::light, "light"}};

/// Whether the terminal is light. The first that says something decides: the choice, COLORFGBG, the
/// terminal itself, which is asked once and has a tenth of a second to answer; else it is dark. A
/// terminal far away or without a person at its keys is not asked.
bool background_is_light(BackgroundChoice choice);

/// What "15;0" says, the foreground and the background; nothing for anything else.
std::optional<bool> is_light_by_numbers(std::string_view colors);

/// What a terminal's answer "rgb:ffff/ffff/ffff" says, wherever it stands in `answer`.
std::optional<bool> is_light_by_answer(std::string_view answer);

}  // namespace attn
