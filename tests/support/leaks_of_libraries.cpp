// What the leak sanitizer asks at the end of a program. Pango, Fontconfig and Cairo keep fonts that
// they found, some of them where it does not look; libgettextpo forgets the name of each file that
// it reads.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\nleak:libpango\nleak:libcairo\nleak:libglib\nleak:libgettextpo\n";
}

// It says nothing of what was expected.
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
