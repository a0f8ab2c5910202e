# A bare Debian in a folder: how it is made, mounted and entered. Sourced by newcomer and by released.
# shellcheck shell=bash

# What Swift's own programs and what it links need, beside git and sudo: https://www.swift.org/install/linux/
# Not the -dev packages of that list which the project asks for itself.
furniture=(git sudo ca-certificates binutils libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 libsqlite3-0
  libstdc++-12-dev libxml2 tzdata zlib1g)

make_system() { # FOLDER [SUITE]
  debootstrap --variant=minbase "${2:-bookworm}" "$1" "$(host_mirror)"
}

mount_system() { # FOLDER: /proc, /sys and a /dev of its own
  mount -t proc proc "$1/proc"
  mount -t sysfs sysfs "$1/sys"
  mount -t tmpfs -o mode=755 tmpfs "$1/dev"
  mkdir "$1/dev/pts" "$1/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$1/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
  local name
  for name in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$1/dev/${name%:*}" c 1 "${name#*:}"; done
  mknod -m 666 "$1/dev/tty" c 5 0
  ln -s pts/ptmx "$1/dev/ptmx"
  ln -s /proc/self/fd "$1/dev/fd"
  for name in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${name%:*}" "$1/dev/${name#*:}"; done
}

furnish() { # FOLDER: everything that a newcomer has before the clone
  mount_system "$1"
  hand_on "$1"
  # The toolchain has a place of its own there: it may be in a home here.
  mount_read_only "$(host_toolchain)" "$1/opt/swift/usr"
  as "$1" root apt-get update
  as "$1" root apt-get install --yes --no-install-recommends "${furniture[@]}"
  as "$1" root update-ca-certificates
  local user
  for user in sudoer guest; do
    chroot "$1" useradd --create-home --shell /bin/bash "$user"
    hand_on_to_user "$1" "$user"
  done
  printf 'sudoer ALL=(ALL:ALL) NOPASSWD: ALL\nDefaults env_keep += "*_proxy *_PROXY"\n' >"$1/etc/sudoers.d/sudoer"
  chmod 440 "$1/etc/sudoers.d/sudoer"
  git bundle create --quiet "$1/srv/statusd.bundle" HEAD
}

as() { # FOLDER USER COMMAND…: runs it there, from the user's home; in_clone as the first word is in the clone
  local system=$1 user=$2 home=/home/$2 words=cd environment
  shift 2
  if [ "$user" = root ]; then home=/root; fi
  if [ "$1" = in_clone ]; then shift && words="cd statusd"; fi
  mapfile -d '' -t environment < <(host_environment)
  env -i HOME="$home" USER="$user" LOGNAME="$user" LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive \
    PATH="/opt/swift/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "${environment[@]}" \
    chroot --userspec="$user:" "$system" /bin/bash -c "cd && $words && exec \"\$@\"" bash "$@"
}

mount_read_only() { # FOLDER PLACE
  mkdir -p "$2"
  mount --bind "$1" "$2"
  mount -o remount,bind,ro "$2"
}
