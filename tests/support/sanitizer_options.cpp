// What the sanitizers ask of a program when it starts. ASAN_OPTIONS in the environment has the last
// word: ASAN_OPTIONS=malloc_context_size=30 says more about where memory came from.

/// To note the callers of every allocation would be a fifth of all that the tests do.
extern "C" const char* __asan_default_options() { return "malloc_context_size=2"; }

/// Pango, Fontconfig and Cairo keep fonts that they found, some of them where the leak sanitizer
/// does not look; libgettextpo forgets the name of each file that it reads.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\nleak:libpango\nleak:libcairo\nleak:libglib\nleak:libgettextpo\n";
}

/// It says nothing of what was expected.
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
