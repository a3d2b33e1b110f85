# A mistake of grammar.
# expect: stopped stopped
# says: SyntaxError
print("twice" 2 * X)
