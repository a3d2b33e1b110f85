# expect: stopped stopped
# says: SyntaxError
#include <iostream>

int main() { std::cout << "C++ in a file that ends in .py"; }
