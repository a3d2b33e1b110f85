# Students whose names differ by capitals, by how an accent is written, or not at all to the eye: each
# has marks and a report folder of his or her own, and the second that looks like another a number.
# expect "ana": pass pass
# expect "Ana": wrong wrong
# expect "ANA": missing
# expect "jos\u00e9 [2]": pass pass
# expect "jose\u0301": wrong wrong
mkdir ana Ana ANA "$(printf 'jos\303\251')" "$(printf 'jose\314\201')"
for name in ana "$(printf 'jos\303\251')"; do
  cp ../course/solutions/01-double/solution.py "$name/double.py"
done
for name in Ana "$(printf 'jose\314\201')"; do
  echo 'import json, sys; print(json.dumps({"doubled": json.load(sys.stdin)["X"]}))' > "$name/double.py"
done
