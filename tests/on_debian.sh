#!/bin/sh
# on_debian.sh [--test] bookworm|trixie: does what a person with a new Debian does.
#
# In a minimal system, where nothing of ours is: the README's first command, without a warning; the
# golden screens, with the program that it built; then the packages. Each is installed in another
# minimal system, has to work there, and leaves nothing behind when it is removed. With --test, the
# README's second command as well.
#
# Run it as root, with debootstrap installed. The minimal systems, and the Debian packages that were
# downloaded, stay for the next time in $ATTN_DEBIANS, or else in /var/cache/attn-debians. All else is
# gone at the end, whichever end it is: every mount belongs to a process of its own and goes with it.
set -eu

usage() {
  echo "usage: on_debian.sh [--test] bookworm|trixie" >&2
  exit 2
}

whole_test=
release=
for argument; do
  case $argument in
    --test) whole_test=yes ;;
    bookworm | trixie) release=$argument ;;
    *) usage ;;
  esac
done
[ -n "$release" ] || usage

top=$(cd "$(dirname "$0")/.." && pwd)
store=${ATTN_DEBIANS:-/var/cache/attn-debians}

if [ -z "${ATTN_WORK:-}" ]; then
  [ "$(id -u)" = 0 ] || { echo "on_debian.sh: only root can change into another system" >&2; exit 3; }
  mkdir -p "$store"
  work=$(mktemp -d "$store/run-XXXXXX")
  # In a shell of its own, whose end takes all mounts and processes along.
  ATTN_WORK=$work unshare --mount --pid --fork --kill-child sh "$0" "$@" &
  inner=$!
  trap 'kill -KILL "$inner" 2>/dev/null && sleep 1; rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  wait "$inner"
  exit
fi
work=$ATTN_WORK

say() { printf '\n== %s\n' "$*"; }

fail() {
  echo "on_debian.sh: $*" >&2
  exit 1
}

# base RELEASE: the minimal system of that release, made if it is not there.
base() {
  [ -d "$store/$1" ] && return
  say "making a minimal $1"
  # shellcheck disable=SC2086  # no mirror named: debootstrap knows one
  debootstrap --variant=minbase "$1" "$work/$1" ${DEBIAN_MIRROR:-}
  rm -f "$work/$1"/var/cache/apt/archives/*.deb
  mv "$work/$1" "$store/$1"
}

# machine NAME RELEASE: a new system of that name, whose changes are forgotten at the end.
machine() {
  base "$2"
  mkdir -p "$work/$1/root" "$work/$1/changes" "$work/$1/overlay" "$store/$2-debs/partial"
  mount -t overlay overlay "$work/$1/root" -o \
    "lowerdir=$store/$2,upperdir=$work/$1/changes,workdir=$work/$1/overlay"
  mount -t proc proc "$work/$1/root/proc"
  mount --rbind /dev "$work/$1/root/dev"
  mount --bind "$store/$2-debs" "$work/$1/root/var/cache/apt/archives"
  cp -L /etc/resolv.conf "$work/$1/root/etc/resolv.conf"
}

# inside NAME COMMAND: runs a line of shell in the system of that name. After a mere chroot the kernel
# refuses namespaces to users, and with them bubblewrap.
inside() {
  # shellcheck disable=SC2016  # the inner shell has its own $1 and $2
  unshare --mount --propagation private sh -euc 'cd "$1"; pivot_root . mnt; umount -l /mnt; cd /
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
      http_proxy="${http_proxy:-}" DEBIAN_FRONTEND=noninteractive sh -euc "$2"' \
    sh "$work/$1/root" "$2"
}

# without_warning NAME COMMAND: shows what it says, and fails if one of it is a warning.
without_warning() {
  { inside "$1" "$2" 2>&1 || echo "$?" >"$work/failed"; } | tee "$work/output"
  [ ! -e "$work/failed" ] || fail "failed: $2"
  ! grep -E ' warning: |CMake [A-Za-z]* ?Warning' "$work/output" || fail "it should not warn: $2"
}

# files NAME: what lies in the system of that name, but for the notes of apt and dpkg.
files() {
  inside "$1" 'find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /var/lib/apt \
    -o -path /var/lib/dpkg -o -path /var/log -o -path /var/cache \) -prune -o -print' | sort
}

# try_program NAME PROGRAM: a walk, the exercises and the translation.
try_program() {
  inside "$1" "cd / && $2 attend 'The cat sat on the mat'" >"$work/walk"
  cmp "$work/walk" "$work/expected_walk"
  inside "$1" "cd / && $2 exercise list" | grep -q '18'
  inside "$1" "cd / && $2 --lang ja --help" | grep -q '使い方'
}

say "$release: build, and walk"
machine build "$release"
mkdir "$work/build/root/attn"
git -C "$top" ls-files -z --cached --others --exclude-standard | tar -C "$top" --null -T - -c | tar -C "$work/build/root/attn" -x
without_warning build 'cd /attn && sh .ci/packages && cmake --workflow --preset demo'
inside build "/attn/build/release/bin/attn attend 'The cat sat on the mat'" >"$work/expected_walk"

say "$release: packages"
without_warning build 'cd /attn && sh .ci/packages package && cmake --workflow --preset package'
cp "$work"/build/root/attn/build/release/packages/attn[-_]* "$work"
ls -l "$work"/attn[-_]*

say "$release: the .deb installs, works, and leaves nothing"
machine installed "$release"
files installed >"$work/before"
cp "$work"/attn_*.deb "$work/installed/root/tmp/"
# Without what it recommends all works but PDF and PNG.
inside installed 'apt-get update -q && apt-get install -q -y --no-install-recommends /tmp/attn_*.deb'
inside installed 'cd /tmp && attn attend "The cat" -o a.svg --quiet && ! attn attend "The cat" -o a.pdf --quiet'
inside installed 'apt-get purge -q -y --autoremove attn && rm /tmp/a.svg && apt-get install -q -y /tmp/attn_*.deb'
try_program installed attn
inside installed 'cd /tmp && attn attend "The cat sat" -o a.svg -o a.pdf -o a.png --quiet'
for page in attn attn-attend attn-mha attn-posenc attn-mask attn-complexity attn-learn attn-exercise; do
  for file in man/man1/$page.1.gz man/ja/man1/$page.1.gz; do
    [ -s "$work/installed/root/usr/share/$file" ] || fail "missing: /usr/share/$file"
  done
done
for file in bash-completion/completions/attn \
  zsh/vendor-completions/_attn fish/vendor_completions.d/attn.fish; do
  [ -s "$work/installed/root/usr/share/$file" ] || fail "missing: /usr/share/$file"
done
inside installed 'apt-get purge -q -y --autoremove attn'
files installed | diff "$work/before" - || fail "left behind"

say "$release: lintian"
cp "$work"/attn_*.deb "$work/build/root/tmp/"
inside build 'apt-get install -q -y --no-install-recommends lintian >/tmp/log || { cat /tmp/log; exit 1; }
  lintian --fail-on error /tmp/attn_*.deb'

# What was built on the older one has to run on the newer one, too.
for other in trixie bookworm; do
  [ "$other" = "$release" ] || [ "$release" = bookworm ] || continue
  say "$release: the archive runs in a $other where nothing is installed"
  machine "bare-$other" "$other"
  mkdir "$work/bare-$other/root/opt/any where"
  tar -C "$work/bare-$other/root/opt/any where" --strip-components=1 -xf "$work"/attn-*.tar.gz
  try_program "bare-$other" "'/opt/any where/bin/attn'"
done

say "$release: golden screens"
without_warning build 'cd /attn && sh .ci/packages test &&
  cmake --preset release -DBUILD_TESTING=ON &&
  cmake --build --preset release --target attn_golden_tests && build/release/bin/attn_golden_tests'

if [ -n "$whole_test" ]; then
  say "$release: every test"
  without_warning build 'cd /attn && cmake --workflow --preset test'
  say "$release: each file compiled by itself"
  without_warning build 'cd /attn && cmake --preset edit -DBUILD_TESTING=OFF &&
    cmake --build --preset edit'
fi
say "$release: all is well"
