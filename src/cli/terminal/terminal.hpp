#pragma once

#include "base/named.hpp"

namespace attn {

/// Whether results go to a terminal, and keys come from one.
bool output_is_terminal();
bool input_is_terminal();

/// Whether a person sits before a terminal whose screen can be drawn anew, and keys be read from.
bool screen_is_redrawable();

/// Whether remarks go to a terminal on which a line can be erased and written anew.
bool errors_are_redrawable();

/// No text is laid out any wider: nobody could read it, and to fit it would take seconds.
constexpr unsigned kMaxWidth = 1000;

/// How many columns text may take: those of the terminal on standard output or standard error,
/// else $COLUMNS, else 80. Never more than kMaxWidth.
unsigned terminal_width();

/// How many lines the terminal on standard output has; 24 where that is not known.
unsigned terminal_height();

/// Whether the terminal has the 256 colours that heat takes, as far as the environment tells:
/// COLORTERM is set, or TERM names 256 colours or a terminal known to have them. Without a TERM
/// there is no terminal, and who asks for colour gets all of it.
bool shows_heat_colors();

/// Whether the terminal can show characters beyond ASCII: not where the locale in force names a
/// character set other than UTF-8, as C and POSIX do, nor on the Linux console, whose fonts lack
/// brackets of several lines and Braille.
bool shows_unicode();

/// Whether COLORTERM says that the terminal shows any colour.
bool shows_true_color();

enum class ColorChoice { automatic, always, never };
inline constexpr Named<ColorChoice> kColorChoices[] = {{ColorChoice::automatic, "auto"},
                                                       {ColorChoice::always, "always"},
                                                       {ColorChoice::never, "never"}};

/// Whether to colour the results.
/// The first that says something decides: always/never, NO_COLOR (set and not empty),
/// CLICOLOR_FORCE or FORCE_COLOR (set, not empty and not 0), TERM=dumb or no terminal; else on.
bool wants_color(ColorChoice choice);

}  // namespace attn
