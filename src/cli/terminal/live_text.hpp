#pragma once

#include <string>

namespace attn {

/// Text on standard error that is written over and over: how far we are. Nothing of it stays. At
/// Ctrl-C the line where the cursor is goes, too.
class LiveText {
 public:
  LiveText();
  ~LiveText();
  LiveText(const LiveText&) = delete;
  LiveText& operator=(const LiveText&) = delete;

  /// One line or several, without a line end behind the last, in place of what stands there.
  void show(const std::string& text);

  /// Erases what stands there.
  void clear() { show(""); }

 private:
  std::string shown_{};
};

}  // namespace attn
