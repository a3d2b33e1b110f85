# A class of which one takes every limit: the marks and their order are the same, be it by one job or by
# four, and the time is that of the one.
# run: $GRADE --jobs 1 && mv out by-one && $GRADE --jobs 4 && diff -r by-one out
# expect "s10": pass pass
# expect "s11": pass pass
# expect "s12": pass pass
# expect "s13": pass pass
# expect "s14": pass pass
# expect "s15": pass pass
# expect "s16": pass pass
# expect "s17": pass pass
# expect "s18": pass pass
# expect "s19": pass pass
# expect "s20": stopped stopped
# expect "s21": pass pass
# expect "s22": pass pass
# expect "s23": pass pass
# expect "s24": pass pass
# expect "s25": pass pass
for i in $(seq 10 25); do
  mkdir s$i
  cp ../course/solutions/01-double/solution.py s$i/double.py
done
printf 'while True:\n    pass\n' > s20/double.py
