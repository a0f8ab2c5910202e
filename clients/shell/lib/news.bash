# shellcheck shell=bash
# For the dispatcher: the newest notification of each resource, instance and subscription, as files.

declare -A numbers=() # of the newest file, by what it is about
declare -a subjects=() # the other way round
number=0
# More than the daemon has instances and subscriptions, unless it is configured for more: then the oldest go.
most=1000

# BEGIN is that of its params, up to the brace behind them; REST is how many bytes are still to be read.
take_notification() { # METHOD BEGIN REST DESCRIPTOR
  local file
  printf -v file '%s/news.%010d' "$directory" "$((++number))"
  # Of a daemon that has died amid it, nothing is left.
  write_notification "$@" >|"$file" || { rm -f "$file" && return; }
  # It is about what its params name up to the revision, or in their first member.
  case $1 in
    stateChanged) supersede "${2%%,\"revision\":[0-9]*}" ;;
    *) supersede "$1 ${2%%,*}" ;;
  esac
  tell_readers
}

write_notification() { # METHOD BEGIN REST DESCRIPTOR
  if (($3 == 0)); then
    printf '%s %s\n' "$1" "${2:0:${#2}-1}"
  else
    printf '%s %s' "$1" "$2"
    copy_rest "$3" "$4" && printf '\n'
  fi
}

# Removes the notification that the newest one replaces.
supersede() { # SUBJECT
  local old=${numbers[$1]-} oldest
  numbers[$1]=$number
  subjects[number]=$1
  if [[ ! $old ]] && ((${#numbers[@]} > most)); then
    oldest=("${!subjects[@]}")
    old=${oldest[0]}
    unset -v "numbers[${subjects[old]@Q}]"
  fi
  if [[ $old ]]; then
    unset -v "subjects[$old]"
    printf -v old '%s/news.%010d' "$directory" "$old"
    rm -f "$old"
  fi
}

# What a daemon that died has said is no news any more.
forget_news() {
  numbers=() subjects=()
  set +f
  rm -f "$directory"/news.*
  set -f
}

tell_readers() {
  local fifo process
  set +f
  for fifo in "$directory"/each.*; do
    if [[ ! -p $fifo ]]; then continue; fi
    process=${fifo%.*}
    # Nobody clears away the FIFO of a reader that was killed.
    if kill -0 "${process##*.}" 2>/dev/null; then tell "$fifo" news; else rm -f "$fifo"; fi
  done
  set -f
}
