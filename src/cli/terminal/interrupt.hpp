#pragma once

namespace attn {

/// From now on Ctrl-C ends the program with kInterrupted, on a line of its own, wherever it waits.
/// Where a file is being written, that comes first. A program that was started without Ctrl-C
/// (nohup) stays so.
void leave_at_interrupt();

/// Whether Ctrl-C also erases the line on standard error where the cursor is: it only says how far
/// we were.
void erase_line_at_interrupt(bool erase);

}  // namespace attn
