# shellcheck shell=bash
# For the dispatcher: what the daemon writes. The members of a message have a fixed order (docs/protocol.md,
# section 2), so nothing is parsed here, and a number stays as it was written.

# Each has a header with its length (docs/protocol.md, section 1). bash reads a line from a pipe byte by byte, because
# it must not take what is behind the line; what it knows the length of, it reads in large pieces.

# Bytes: more than any value that a daemon would be configured to keep.
longest_message=$((64 << 20))
# Bytes of a message that are held in memory. What is behind them goes into a file, and not through the shell.
held=$((64 << 10))

# Takes every message until the end of the output, or until one that is none.
take_messages() { # DESCRIPTOR
  # In a locale of multibyte characters, bash looks at each byte several times.
  local LC_ALL=C length begin
  while [[ ! $spoiled ]] && read_length "$1"; do
    if ! IFS= read -r -N "$((length < held ? length : held))" -u "$1" begin; then return; fi
    take "$begin" "$((length - ${#begin}))" "$1"
  done
}

# Sets length to that of the next message. 1 at the end of the output, or where there is no header.
read_length() { # DESCRIPTOR
  local line end
  if ! IFS= read -r -n 200 -u "$1" line; then return 1; fi
  if ! [[ $line =~ ^Content-Length:\ ([0-9]{1,15})$'\r'$ ]] || ! IFS= read -r -n 2 -u "$1" end || [[ $end != $'\r' ]]; then
    spoiled="this program is no statusd: it wrote no message of its protocol: $line"
    return 1
  fi
  length=$((10#${BASH_REMATCH[1]}))
  if ((length > longest_message)); then
    spoiled="statusd wrote a message of more than $longest_message bytes"
    return 1
  fi
}

# REST is how many bytes are still to be read behind the BEGIN of the message.
take() { # BEGIN REST DESCRIPTOR
  local begin=${1:0:200} id method
  case $begin in
    '{"jsonrpc":"2.0","method":"'*'","params":'*)
      method=${begin:27}
      method=${method%%\"*}
      # 27 before the method, and 11 behind it.
      take_notification "$method" "${1:38+${#method}}" "$2" "$3"
      ;;
    '{"jsonrpc":"2.0","id":"'*'","result":'* | '{"jsonrpc":"2.0","id":"'*'","error":'*)
      id=${begin:23}
      take_response "${id%%\"*}" "$1" "$2" "$3"
      ;;
    '{"jsonrpc":"2.0","id":null,"error":'*)
      take_unknown_error "$1"
      ;;
    *)
      spoiled="this program is no statusd: it wrote no message of its protocol: ${begin%$'\n'}"
      ;;
  esac
}

# Prints the rest of a message but for its last byte, a brace, with which it is whole.
copy_rest() { # REST DESCRIPTOR
  head -c "$(($1 - 1))" <&"$2"
  IFS= read -r -N 1 -u "$2" _
}

take_response() { # ID BEGIN REST DESCRIPTOR
  local begin
  has_responded=yes
  printf -v begin '{"jsonrpc":"2.0","id":"%s",' "$1"
  if [[ ${2:${#begin}:9} == '"result":' ]]; then note_result "$1" "${2:${#begin}+9:${#2}-${#begin}-10}"; fi
  deliver "$@"
}

# Gives a response to its call, if that still waits.
deliver() { # ID BEGIN REST DESCRIPTOR
  local file=$directory/response.$1
  # A second response is passed over: the call may be reading the first one.
  if [[ ! -p $directory/call.$1 || -e $file ]]; then file=/dev/null; fi
  write_response "${@:2}" >|"$file" || return
  if [[ $file != /dev/null ]]; then tell "$directory/call.$1" response; fi
}

write_response() { # BEGIN REST DESCRIPTOR
  printf %s "$1"
  if (($2 > 0)); then copy_rest "$2" "$3" && printf '}'; fi && printf '\n'
}

# Responds to a message that could not be read. Which one is unknown, so every call that waits is told.
take_unknown_error() { # MESSAGE
  local fifo
  set +f
  for fifo in "$directory"/call.*; do
    if [[ $fifo != */call.end.* ]]; then deliver "${fifo##*/call.}" "$1" 0 ""; fi
  done
  set -f
}
