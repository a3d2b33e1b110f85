#pragma once

namespace attn {

/// Says on standard error what the exception being handled means to the user, and returns the exit
/// code that goes with it. A closed pipe is no failure: it says nothing and returns kDone.
int report_failure();

}  // namespace attn
