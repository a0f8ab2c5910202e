# shellcheck shell=bash
# Errors of the daemon: what they mean for a script, and what can be done about them.

# Says STATUSD_ERROR in a sentence, and returns the status of its kind.
_statusd_explain_error() { # METHOD
  local parts
  mapfile -t parts < <(jq -r '
    .message as $message | .data | .kind, (.retry.after != null),
    if .title == null then $message elif .message == .title then .title else "\(.title). \(.message)" end
    ' <<<"$STATUSD_ERROR" 2>/dev/null)
  _statusd_complain "$1: ${parts[2]-$STATUSD_ERROR}"
  if [[ ${parts[1]-} == true ]]; then return 75; fi
  _statusd_status_of "${parts[0]-}"
}

# The statuses of docs/command-line.md: they follow sysexits.h and say what would help.
_statusd_status_of() { # KIND
  case $1 in
    missingData | malformedData | unexpectedShape) return 65 ;;
    fileNotFound) return 66 ;;
    offline | hostNotFound | cannotConnect | connectionLost | secureConnectionFailed | certificateInvalid | \
      tooManyRedirects | bodyTooLarge | badServerResponse | transportFailed) return 69 ;;
    overloaded | timeout | tooManyRequests | serverError | serviceUnavailable) return 75 ;;
    unauthorized | forbidden | locationDenied | fileUnreadable) return 77 ;;
    *) return 1 ;;
  esac
}

# Prints the last error, also that of a call in `$(…)`; with arguments, what jq makes of it.
statusd_error() { # [JQ ARGUMENTS]
  local -
  set +efCu
  _statusd_find || return
  if [[ ! -e $_statusd_directory/error ]]; then
    _statusd_complain "no call has failed with an error of the daemon"
    return 1
  fi
  if (($# == 0)); then cat "$_statusd_directory/error"; else jq "$@" <"$_statusd_directory/error"; fi
}

# Prints the options of the last error that statusd_recover can perform: ID, a tab, TITLE. `cancel` is the first.
statusd_options() {
  statusd_error -r '.data.recoveryOptions[]? | select(.performedBy == "server") | "\(.id)\t\(.title)"'
}

# Performs an option, waits for its end, and prints what it brought. FAILURE is the id of a failure; without it
# that of the last error.
statusd_recover() { # [-v VARIABLE] [-t SECONDS] [FAILURE] OPTION
  local -
  set +efCu
  # These names are unlikely to be that of VARIABLE, which is the caller's.
  local _statusd_failure
  local -a _statusd_options=()
  while [[ ${1-} == -[vt] && ${2-} ]]; do
    _statusd_options+=("$1" "$2")
    shift 2
  done
  if (($# == 2)); then
    _statusd_failure=$1
    shift
  elif (($# == 1)); then
    _statusd_failure=$(statusd_error -r .data.failureId) || return
  else
    _statusd_complain "usage: statusd_recover [-v VARIABLE] [-t SECONDS] [FAILURE] OPTION"
    return 64
  fi
  statusd_call "${_statusd_options[@]}" retry "failureId=$_statusd_failure" "optionId=$1"
}
