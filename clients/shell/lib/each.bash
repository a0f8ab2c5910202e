# shellcheck shell=bash
# Notifications.

# Prints `METHOD PARAMS` for each notification until the daemon ends: first the newest of each resource, instance
# and subscription, then those that come. A reader that is slow gets the newest again: nothing is queued.
statusd_each() { # [METHOD…]
  # Whose options are its own.
  (
    IFS=$' \t\n'
    set +efCu
    shopt -s nullglob
    _statusd_follow "$@"
  )
}

_statusd_follow() { # [METHOD…]
  local directory fifo waiter="" last=0
  _statusd_find || return
  directory=$_statusd_directory
  fifo=$directory/each.$BASHPID.$((++_statusd_count))
  mkfifo "$fifo" && exec {waiter}<>"$fifo" || return 70
  _statusd_word=""
  # Once more after the end, for what came just before.
  until [[ $_statusd_word == ended ]]; do
    if [[ -e $directory/ended || ! -d $directory ]]; then _statusd_word=ended; fi
    _statusd_print_news "$directory" "$@" || break
    if [[ $_statusd_word != ended ]]; then _statusd_wait "$directory" "$waiter" ""; fi
  done
  rm -f "$fifo"
  if [[ $_statusd_word == ended ]]; then _statusd_end_each "$directory"; fi
}

# Prints what is newer than `last`. Returns 1 when nobody reads any more.
_statusd_print_news() { # DIRECTORY METHOD…
  local directory=$1 file number line method
  shift
  for file in "$directory"/news.*; do
    number=$((10#${file##*.}))
    if ((number <= last)); then continue; fi
    # A file that is gone has a successor; one without a line end is being written, and a word will follow.
    { IFS= read -r line <"$file"; } 2>/dev/null || continue
    last=$number
    for method in "${@:-"${line%% *}"}"; do
      if [[ ${line%% *} != "$method" ]]; then continue; fi
      printf '%s\n' "$line" 2>/dev/null || return 1
    done
  done
}

_statusd_end_each() { # DIRECTORY
  local status=0
  # Stopped, and removed since.
  if [[ ! -d $1 ]]; then return 0; fi
  if [[ -e $1/death ]]; then read -r status _ <"$1/death"; else status=70; fi
  if [[ $status == 0 ]]; then return 0; fi
  _statusd_explain_death "$1" statusd_each
}
