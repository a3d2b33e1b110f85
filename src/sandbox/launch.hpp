#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/system.hpp"
#include "sandbox/run_program.hpp"

namespace attn {

/// What is written at one end is read at the other.
struct Pipe {
  Descriptor reading, writing;
};

/// A pipe that no program inherits, read without waiting.
/// Errors: SurroundingsError.
Pipe make_pipe();

/// That no program can be started, with the reason that the system gave last.
/// Errors: SurroundingsError, always.
[[noreturn]] void refuse_process();

/// What a process that becomes bubblewrap changes before, in a view of the machine that is its own
/// (a user and a mount namespace), so that bubblewrap hands it on to the program:
/// - the devices of the host are read-only as files. A program writes to /dev/null, but changes
///   neither its mode nor its owner nor its times, not even where who grades is root;
/// - the folder for scratch is empty, lies in memory and has bounds for bytes and for files.
///
/// Worked out beforehand, since a process that was forked may only make system calls.
class PrivateMounts {
 public:
  PrivateMounts(const std::string& scratch, const Limits& limits);

  /// In the process itself. False with errno set where the kernel has no such namespaces, or keeps
  /// them from us.
  bool enter() const;

  /// In a folder for scratch: the one that a program may write to, and its place for memory that
  /// processes share.
  static std::string files_in(const std::string& scratch) { return scratch + "/files"; }
  static std::string shared_in(const std::string& scratch) { return scratch + "/shared"; }

 private:
  std::string scratch_, files_, shared_, options_, users_, groups_;
};

/// All that a program is started with.
struct Launch {
  std::vector<std::string> words;      ///< the first is its path
  std::vector<std::string> variables;  ///< its whole environment
  std::string folder;                  ///< where it stands
  Limits limits;
  std::optional<PrivateMounts> mounts{};  ///< for bubblewrap: what it finds
  std::string filter{};  ///< what it enters (call_filter); bubblewrap does that by itself
  int input = -1, out = -1, err = -1;
  int failure = -1;  ///< where errno is written if it cannot be started
  int status = -1;   ///< what it gets as kStatusDescriptor; -1 for nothing
  int options = -1;  ///< the same as kOptionsDescriptor
  int calls = -1;    ///< the same as kFilterDescriptor: the filter for bubblewrap
  int group = -1;    ///< the entrance of its control group; -1 for none
};
constexpr int kStatusDescriptor = 3, kOptionsDescriptor = 4, kFilterDescriptor = 5;

/// Closes every descriptor from that number on.
void close_from(int first);

/// Starts a program in a session of its own, within those limits that the kernel keeps, and always
/// at the same addresses: what it does must not hang on chance. The result is its keeper
/// (start_keeper), which ends as it does.
/// Errors: SurroundingsError if there can be no further process. Where the program itself cannot be
///         started the process ends at once, and `failure` says why.
pid_t start_process(Launch launch);

/// What keeps a program from calls of the kernel that no right program needs: those that hold
/// memory which nobody can count (shared memory without a file, queues of messages, pages given to
/// pipes), those that look into or change another process, and those that make a part of the kernel
/// run or mount something. To the program they are not there (ENOSYS); shared memory without a file
/// is not permitted (EPERM). Calls of another architecture end it.
///
/// The result is a program of the kernel's filter: an array of sock_filter, as the kernel and
/// bubblewrap take it. Made once; "" on a system other than Linux.
/// Errors: SurroundingsError where it cannot be made.
const std::string& call_filter();

/// Puts this process, and all that it starts or becomes, behind such a filter for good. Only system
/// calls. False with errno set if the kernel refuses.
bool enter_call_filter(const std::string& filter);

/// Starts a process between us and a program, so that nothing of the program outlives us, not even
/// where we are killed and it left children in sessions of their own that are deaf to signals. The
/// keeper runs `start`, which forks the program and returns its number, and adopts what that leaves
/// behind. When the program ends, or we do, it ends all of it, and then itself as the program did:
/// whoever waits for it learns how that ended, and what it used.
/// Errors: SurroundingsError if there can be no further process.
pid_t start_keeper(const std::function<pid_t()>& start);

/// What a program prints, as far as there is room for it: its beginning, and what came last.
class PrintedText {
 public:
  /// Units:  bytes
  PrintedText(std::size_t first, std::size_t last) : n_first_(first), n_last_(last) {}

  void append(std::string_view bytes);

  /// How much was printed.
  std::uint64_t size() const { return size_; }
  bool is_cut() const { return size_ > n_first_ + n_last_; }

  /// Where something was left out of the middle, a line says how much, in no language:
  /// "... 12345 bytes ...". The lines beside it are whole if they are not too long for that.
  std::string text() const;

  /// The same without the end, and without how much: what came last of a program that was ended,
  /// and how much it was, hang on how fast the machine is.
  std::string beginning() const;

 private:
  std::string_view first_lines() const;

  std::size_t n_first_, n_last_;
  std::uint64_t size_ = 0;
  std::string first_, last_{};
};

/// Reads what is there without waiting; not endlessly, though it may be printed as fast as it is
/// read. Closes the descriptor once nothing more will come.
void drain(Descriptor& from, PrintedText& into);

/// What processes hold together: their pages that no file backs, in memory or moved out of it, huge
/// ones, the tables that say where their pages are, and what their mappings and sockets take of the
/// kernel.
class ProcessMemory {
 public:
  /// What one process holds beside those that were asked for before. kBeyondCount where it shares
  /// memory that no file holds, which only a mapping of /dev/zero can do behind a call_filter:
  /// what of it is there after it was unmapped, the system does not tell. The same where all of
  /// them have more mappings than can be looked through while they run. Units: bytes
  std::uint64_t bytes_of(pid_t process);

  static constexpr std::uint64_t kBeyondCount = std::uint64_t{1} << 50;

 private:
  std::uint64_t bytes_of_sockets(const std::string& process_folder);

  std::set<std::string> seen_sockets_{};
  std::size_t n_of_maps_ = 0;  // bytes that were read
};

/// What the mappings of a process take, of the text of its /proc/PID/maps; `device` is the one of
/// memory that no file holds, as it is named there.
/// Units: bytes
std::uint64_t bytes_of_mappings(const std::string& maps, const std::string& device);

/// One process as the system describes it.
struct ProcessFacts {
  pid_t process = 0, parent = 0;
  char state = '?';  ///< 'Z': it ended, and nobody has asked how
  double own_cpu_seconds = 0.0;
  double cpu_seconds = 0.0;  ///< its own, and that of children that it waited for
  unsigned n_threads = 0;
  std::uint64_t start = 0;  ///< in ticks of the system: whose number this was before is not it
  std::uint64_t memory_bytes = 0;  ///< what it holds (ProcessMemory)
};

/// Reads a line of /proc/PID/stat; the memory is not in it. Everything 0 where it is no such line.
ProcessFacts parse_process_line(const std::string& line);

/// Every process below `root`, the root itself not included: its children, theirs, and so on, but
/// for those in `spared` and below them. Empty where the system does not tell.
std::vector<ProcessFacts> processes_below(pid_t root, const std::vector<pid_t>& spared = {});

/// What processes use together.
struct ProcessUse {
  unsigned n_threads = 0;
  std::uint64_t memory_bytes = 0;
};
ProcessUse use_of(const std::vector<ProcessFacts>& processes);

/// The time that processes computed, those included that nobody waited for when they ended.
class ComputedTime {
 public:
  /// All that run now; the result is what they and those before have computed, in seconds.
  double add(const std::vector<ProcessFacts>& processes);

 private:
  std::map<std::pair<pid_t, std::uint64_t>, double> own_;  // of each that was ever seen
};

/// From now on, what the children of this process leave behind when they end becomes its own, so
/// that it can be found and ended. Where the system has no such thing, nothing happens.
void adopt_orphans();

/// Ends every process below this one but those in `spared` and below them, and waits until they are
/// gone, five seconds at the most. Those that fork meanwhile are ended, too.
void end_processes_below_us(const std::vector<pid_t>& spared = {});

/// Removes a folder and all that is in it, whatever a program made of it: folders without rights,
/// trees of any depth. Links in it are not followed. False where something is left.
bool remove_tree(const std::string& folder);

}  // namespace attn
