# Students called as no folder should be. Each has full marks, and a report folder with a safe name.
# expect "-rf": pass pass
# expect "=cmd|'calc'!A0": pass pass
# expect "a,b": pass pass
# expect "a\nb": pass pass
# expect "it's \"ana\"": pass pass
# expect "<script>": pass pass
# expect "\ud83d\ude00": pass pass
# expect "CON": pass pass
# expect "ana.": pass pass
# expect "...": pass pass
# expect " ": pass pass
# expect "\\xff\\xfe": pass pass
# expect "\u202ecod": pass pass
# expect "\u001b[2J": pass pass
# expect "$(touch attn-hostile)": pass pass
# expect "`touch attn-hostile`": pass pass
# expect "%s%n": pass pass
# expect "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": pass pass
hand_in() {
  mkdir -- "./$1"
  cp ../course/solutions/01-double/solution.py "./$1/double.py"
}
for name in -rf "=cmd|'calc'!A0" 'a,b' "it's \"ana\"" '<script>' 😀 CON ana. ... ' ' \
  '$(touch attn-hostile)' '`touch attn-hostile`' '%s%n' "$(head -c 255 /dev/zero | tr '\0' a)"; do
  hand_in "$name"
done
hand_in 'a
b'
hand_in "$(printf '\377\376')"
hand_in "$(printf '\342\200\256cod')"
hand_in "$(printf '\033[2J')"
