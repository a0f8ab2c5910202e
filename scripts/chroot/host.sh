# What this machine is configured with, so that another system finds packages where this one does. Sourced by newcomer and by released.
# shellcheck shell=bash

proxies="http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY"

host_environment() { # the variables that are handed on, each with a NUL behind it
  env --null | grep --null-data -E "^(${proxies// /|}|PIP_[A-Z_]*)=" || true
}

debian_sources() { # of Debian 12: lines of sources.list, as apt has read them
  apt-get indextargets --format "deb \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' 'Origin: Debian' |
    grep ' bookworm' | sort -u
}

host_mirror() { # what debootstrap reads
  local mirror
  mirror=$(debian_sources 2>/dev/null | awk '$3 == "bookworm" { print $2; exit }') || true
  echo "${mirror:-http://deb.debian.org/debian}"
}

host_toolchain() { # the folder with bin/swift
  swift -print-target-info | sed -n 's,.*"runtimeResourcePath": "\(.*\)/lib/swift".*,\1,p'
}

hand_on_apt() { # SYSTEM: names, certificates, and the configuration of apt
  cat /etc/resolv.conf >"$1/etc/resolv.conf"
  cat /etc/hosts >"$1/etc/hosts"
  # Other suites keep debootstrap's.
  if grep -qs ' bookworm ' "$1/etc/apt/sources.list"; then
    debian_sources >"$1/etc/apt/sources.list.new" 2>/dev/null || true
    if [ -s "$1/etc/apt/sources.list.new" ]; then mv "$1/etc/apt/sources.list.new" "$1/etc/apt/sources.list"; fi
  fi
  apt-config dump | grep -E '^Acquire::(https?|ftp|Check-Valid-Until|Check-Date|Retries|ForceIPv[46])\b' \
    >"$1/etc/apt/apt.conf.d/90host" || true
  # Authorities of this machine's own; update-ca-certificates there takes them in.
  if [ -d /usr/local/share/ca-certificates ]; then
    mkdir -p "$1/usr/local/share"
    cp -r /usr/local/share/ca-certificates "$1/usr/local/share/"
  fi
}

hand_on() { # SYSTEM: the same, and the configuration of pip and git
  hand_on_apt "$1"
  if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$1/etc/pip.conf"; fi
  hand_on_git "$1"
  mount_named_folders "$1"
}

hand_on_to_user() { # SYSTEM USER: pip's configuration of whoever runs this
  local file=${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf
  [ -e "$file" ] || return 0
  install -D -m 644 "$file" "$1/home/$2/.config/pip/pip.conf"
  chroot "$1" chown -R "$2:" "/home/$2/.config"
}

hand_on_git() { # SYSTEM: other addresses, and how to reach them
  local key value
  while IFS= read -r -d '' value; do
    key=${value%%$'\n'*}
    git config --file "$1/etc/gitconfig" --add "$key" "${value#*$'\n'}"
  done < <(git -C / config --null --get-regexp '^(url\..*\.(push)?insteadof|http\..*)$')
  # Repositories of this machine belong to other users than those there.
  git config --file "$1/etc/gitconfig" --add safe.directory '*'
}

mount_named_folders() { # SYSTEM: what pip's and git's configuration finds in folders of this machine
  local path
  {
    host_environment | tr '\0' '\n'
    cat /etc/pip.conf "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" 2>/dev/null || true
    git -C / config --name-only --get-regexp '^url\..*\.(push)?insteadof$' | sed 's/^url\.\(.*\)\.[a-z]*$/\1/' || true
  } | grep -o -E '(^|[ =]|file://)/[^ ]*' | sed 's,^[^/]*\(//\)\?/,/,' | sort -u | while IFS= read -r path; do
    if [ -d "$path" ] && [ ! -e "$1$path" ]; then mount_read_only "$path" "$1$path"; fi
  done
}
