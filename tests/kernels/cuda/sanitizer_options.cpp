// CUDA takes addresses that the address sanitizer keeps for itself, and what the driver allocates
// for the whole run is no leak of ours.
extern "C" const char* __asan_default_options() { return "protect_shadow_gap=0"; }
extern "C" const char* __lsan_default_suppressions() { return "leak:libcuda\nleak:libcublas\n"; }
