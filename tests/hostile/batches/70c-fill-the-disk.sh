# The disk is full in the middle (here: no file may grow beyond 4 KiB): it is told, no mark is lost or
# half written, and it goes on once there is room.
# run: (trap '' XFSZ; ulimit -f 8; $GRADE --jobs 1); $GRADE --jobs 1 --resume
# tells: cannot be written
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
# expect "s20": pass pass
# expect "s21": pass pass
# expect "s22": pass pass
# expect "s23": pass pass
# expect "s24": pass pass
for i in $(seq 10 24); do
  mkdir s$i
  cp ../course/solutions/01-double/solution.py s$i/double.py
done
