#pragma once

namespace attn {

/// From now on Ctrl-C ends the program with kInterrupted, on a line of its own, wherever it waits.
/// Where a file is being written, that comes first. A program that was started without Ctrl-C
/// (nohup) stays so.
void leave_at_interrupt();

}  // namespace attn
