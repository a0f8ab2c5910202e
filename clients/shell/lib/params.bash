# shellcheck shell=bash
# Params, written in one of two ways: JSON, or words like `resource=temp timeout:=5`.

# Sets _statusd_params to the params in JSON on one line; empty for none.
_statusd_read_params() { # [JSON | WORD…]
  declare -g _statusd_params=""
  if (($# == 0)); then return 0; fi
  if (($# == 1)) && [[ $1 =~ ^[[:space:]]*[{[] ]]; then
    # A message is one line. Within a string of JSON there is no raw line end (RFC 8259, section 7).
    _statusd_params=${1//[$'\r\n']/ }
    return 0
  fi
  local word name value members=""
  for word; do
    if ! [[ $word =~ ^([A-Za-z][A-Za-z0-9]*)(:?=)(.*)$ ]]; then
      _statusd_complain "params are JSON, or words like resource=temp timeout:=5, got $word"
      return 64
    fi
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[3]}
    if [[ ${BASH_REMATCH[2]} == = ]]; then
      _statusd_quote "$value"
      value=$_statusd_quoted
    fi
    members+=",\"$name\":${value//[$'\r\n']/ }"
  done
  _statusd_params="{${members:1}}"
}

# Sets _statusd_quoted to a string of JSON.
_statusd_quote() { # TEXT
  local LC_ALL=C text=$1 backslash=\\ control code escape
  text=${text//"$backslash"/"$backslash$backslash"}
  text=${text//'"'/"$backslash\""}
  # Each kind of control character once, however often it comes.
  while [[ $text =~ [$'\x01'-$'\x1f'] ]]; do
    control=${BASH_REMATCH[0]}
    printf -v code %d "'$control"
    printf -v escape '\\u%04x' "$code"
    text=${text//"$control"/"$escape"}
  done
  declare -g _statusd_quoted="\"$text\""
}
