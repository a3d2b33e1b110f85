// Twenty threads fill their stacks.
// expect: stopped stopped
// says: it used more than 128 MiB of memory
#include <chrono>
#include <thread>
#include <vector>

int fill(int depth) {
  volatile char room[1 << 16];
  for (int i = 0; i < (1 << 16); i += 4096) room[i] = 1;
  if (depth > 0) return fill(depth - 1) + room[0];
  std::this_thread::sleep_for(std::chrono::seconds(20));
  return room[0];
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 20; ++i) threads.emplace_back([] { fill(110); });
  for (std::thread& thread : threads) thread.join();
}
