#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Whoever read our output has closed it: there is nothing left to do, and nothing went wrong.
struct ClosedPipe {};

/// Writes results to standard output, all of them.
/// Errors: ClosedPipe; SurroundingsError if they cannot be written, for instance to a full disk.
void print_result(const std::string& text);

/// Writes a remark for the person, not for the next program in a pipe, to standard error.
void print_remark(const std::string& text);

/// A remark for each of some files that were written.
void print_written(const std::vector<std::string>& paths);

/// A remark that begins with "attn: note:".
void print_note(const std::string& text);

/// Moves the cursor to the beginning of its line and erases everything from there on.
inline constexpr std::string_view kEraseLine = "\r\033[J";

/// Writes to standard error as it is: a part of a line that says how far we are.
void print_progress(const std::string& text);

/// "attn: error: ..." on standard error, wrapped to its terminal, and each hint on lines of its
/// own.
void print_error(const std::string& text, const std::vector<std::string>& hints = {});

}  // namespace attn
