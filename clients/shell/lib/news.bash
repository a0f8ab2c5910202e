# shellcheck shell=bash
# For the dispatcher: the newest notification of each resource, instance and subscription, as files.

declare -A numbers=() # of the newest file, by what it is about
declare -a subjects=() # the other way round
number=0
# More than the daemon has instances and subscriptions, unless it is configured for more: then the oldest go.
most=1000

take_notification() { # METHOD PARAMS
  # A notification is about what its params name up to the revision, or in their first member.
  local file begin=${2:0:100000}
  printf -v file '%s/news.%010d' "$directory" "$((++number))"
  printf '%s %s\n' "$1" "$2" >|"$file"
  case $1 in
    stateChanged) supersede "${begin%%,\"revision\":[0-9]*}" ;;
    *) supersede "$1 ${begin%%,*}" ;;
  esac
  tell_readers
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
