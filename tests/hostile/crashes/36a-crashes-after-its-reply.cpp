// Replies rightly and then crashes: by memory that is not its own, and by an exception that nobody
// catches.
// expect: stopped stopped
// says: segmentation fault
#include <csignal>
#include <iostream>
#include <stdexcept>
#include <string>

int main() {
  std::string request;
  std::getline(std::cin, request);
  const auto first = request.find("[[");
  const int a = std::stoi(request.substr(first + 2));
  const int b = std::stoi(request.substr(request.find(',', first) + 1));
  std::cout << "{\"doubled\": [[" << 2 * a << ", " << 2 * b << "]]}" << std::endl;
  if (request.find("],[") != std::string::npos) throw std::runtime_error("nobody catches this");
  int* volatile nowhere = nullptr;
  *nowhere = 1;
}
