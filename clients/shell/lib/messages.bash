# shellcheck shell=bash
# For the dispatcher: what the daemon writes. The members of a message have a fixed order (docs/protocol.md,
# section 2), so nothing is parsed here, and a number stays as it was written.

# Bytes: more than any value that a daemon would be configured to keep.
longest_message=$((64 << 20))

# Takes every message until the end of the output, or until one that is none.
take_messages() { # DESCRIPTOR
  # In a locale of multibyte characters, bash looks at each byte of a line several times.
  local LC_ALL=C line
  while [[ ! $spoiled ]] && IFS= read -r -n $((longest_message + 1)) -u "$1" line; do
    if ((${#line} > longest_message)); then
      spoiled="statusd wrote a message of more than $longest_message bytes: ${line:0:200}"
    else
      take "$line"
    fi
  done
}

take() { # MESSAGE
  local begin=${1:0:200} id method
  case $begin in
    '{"jsonrpc":"2.0","method":"'*'","params":'*)
      method=${begin:27}
      method=${method%%\"*}
      # 27 before the method, 11 behind it, and a brace at the end.
      take_notification "$method" "${1:38+${#method}:${#1}-39-${#method}}"
      ;;
    '{"jsonrpc":"2.0","id":"'*'","result":'* | '{"jsonrpc":"2.0","id":"'*'","error":'*)
      id=${begin:23}
      take_response "${id%%\"*}" "$1"
      ;;
    '{"jsonrpc":"2.0","id":null,"error":'*)
      take_unknown_error "$1"
      ;;
    *)
      spoiled="this program is no statusd: it wrote no message of its protocol: $begin"
      ;;
  esac
}

take_response() { # ID MESSAGE
  local begin
  has_responded=yes
  printf -v begin '{"jsonrpc":"2.0","id":"%s",' "$1"
  if [[ ${2:${#begin}:9} == '"result":' ]]; then note_result "$1" "${2:${#begin}+9:${#2}-${#begin}-10}"; fi
  deliver "$1" "$2"
}

# Gives a response to its call, if that still waits.
deliver() { # ID MESSAGE
  # A second response is passed over: the call may be reading the first one.
  if [[ ! -p $directory/call.$1 || -e $directory/response.$1 ]]; then return; fi
  printf '%s\n' "$2" >|"$directory/response.$1"
  tell "$directory/call.$1" response
}

# Responds to a message that could not be read. Which one is unknown, so every call that waits is told.
take_unknown_error() { # MESSAGE
  local fifo
  set +f
  for fifo in "$directory"/call.*; do
    if [[ $fifo != */call.end.* ]]; then deliver "${fifo##*/call.}" "$1"; fi
  done
  set -f
}
