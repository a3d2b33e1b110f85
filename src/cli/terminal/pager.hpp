#pragma once

#include <string>

namespace attn {

/// Prints a screen that a person reads. What is taller than the terminal goes through a pager:
/// $ATTN_PAGER, else $PAGER, else "less -RFX"; "" or "cat" is none. It is printed straight
/// through where there is no terminal, a dumb one, no such program, or another job in front.
/// A pager that is left early has been read. Returns whether a pager showed it.
/// Errors: those of print_result.
bool print_screen(const std::string& text);

/// From now on nothing goes through a pager.
void turn_pager_off();

/// How many lines a text takes in a terminal of so many columns, which breaks longer lines; counts
/// no further than `enough`.
std::size_t n_terminal_lines(const std::string& text, unsigned columns, std::size_t enough);

}  // namespace attn
