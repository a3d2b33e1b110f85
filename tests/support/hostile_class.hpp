#pragma once

#include <map>
#include <string>

#include "grading/marking/marking.hpp"
#include "support/command.hpp"
#include "support/hostile_case.hpp"

namespace attn {

/// Listens on this machine while it lives, by a port and by a name, for whoever must not reach it.
class Listener {
 public:
  Listener();
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }

 private:
  int by_port_ = -1, by_name_ = -1, port_ = 0;
};

/// A class in a folder of its own: what a case hands in, the student "zz-control", whose program is
/// right, and the course of tests/hostile.
class HostileClass {
 public:
  HostileClass(const HostileCase& one, int port);
  ~HostileClass();
  HostileClass(const HostileClass&) = delete;
  HostileClass& operator=(const HostileClass&) = delete;

  /// Grades it as the case says.
  CommandResult grade(const std::string& isolation) const;

  /// What lies in its folder and must stay as it is: all but the marks.
  std::map<std::string, std::string> contents() const;

  /// Where temporary files go.
  std::filesystem::path temporary() const { return path() / "tmp"; }
  /// Where the marks are.
  std::filesystem::path marks() const { return path() / "out"; }

 private:
  const std::filesystem::path& path() const { return folder_.path(); }
  std::string with_places(std::string text) const;
  void hand_in() const;

  const HostileCase& case_;
  int port_;
  TemporaryFolder folder_;
};

/// Marks in the order of the class, as the journal of `marks` has them: "pass wrong" for a program
/// that was marked, or the state.
std::map<std::string, std::string> verdicts_of(const JournalContent& journal);

/// All that a student reads, by student.
std::map<std::string, std::string> texts_of(const JournalContent& journal);

}  // namespace attn
