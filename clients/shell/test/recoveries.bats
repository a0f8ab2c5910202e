# shellcheck source=support.bash
source "$BATS_TEST_DIRNAME/support.bash"

@test "an option of the last error is performed" {
  start --scenario out-of-space --clock system
  run --separate-stderr -1 statusd_call fetchMenu
  same $'cancel\tCancel\nfreeSpace\tFree Space\nbuyMoreSpace\tBuy More Space' "$(statusd_options)"
  result=$(statusd_recover freeSpace)
  same '["freeSpace",true,"loaded"]' "$(jq -c '[.optionId, .recovered, .result.status]' <<<"$result")"
}

@test "a recovery sets a variable of any name" {
  start --scenario out-of-space --clock system
  for name in failure words result; do
    statusd_call fetchMenu 2>/dev/null || same 1 $?
    declare "$name="
    statusd_recover -v "$name" cancel
    same cancel "$(jq -r .optionId <<<"${!name}")"
  done
}

@test "an option of a failure in a notification is performed" {
  start --scenario out-of-space
  statusd_call fetchMenu 2>/dev/null || same 1 $?
  while read -r _ snapshot; do
    failure=$(jq -r '.failure.failureId // empty' <<<"$snapshot")
    if [[ $failure ]]; then break; fi
  done < <(statusd_each stateChanged)
  same loaded "$(statusd_recover "$failure" buyMoreSpace | jq -r .result.status)"
}

@test "a recovery that fails has options of its own" {
  start --resource gone=file:/proc/nonexistent/value.json
  statusd_call refresh resource=gone 2>/dev/null || same 66 $?
  first=$(statusd_error -r .data.failureId)
  statusd_recover tryAgain 2>/dev/null || same 66 $?
  same "$first" "$(statusd_error -r .data.previousFailureId)"
  contains "$(statusd_options)" $'tryAgain\tTry Again'
}

@test "nothing has failed, so nothing can be recovered" {
  start
  run --separate-stderr -1 statusd_recover tryAgain
  contains "$stderr" "no call has failed"
}

@test "a wrong configuration is each call's error, until the file is right" {
  printf '[resources.build]\nsorce = "demo"\n' >wrong.toml
  start --config wrong.toml --clock system
  run --separate-stderr -1 statusd_call refresh resource=build
  contains "$stderr" "did you mean resources.build.source?"
  statusd_call getState 2>/dev/null || same 1 $?
  same "[\"$PWD/wrong.toml\",2]" "$(statusd_error -c '.data.detail | [.path, .line]')"
  same '["cancel","openSettings"]' "$(statusd_error -c '[.data.recoveryOptions[].id]')"
  printf '[resources.build]\nsource = "demo"\n' >right.toml
  mv right.toml wrong.toml
  # Nothing tells a script that has no screen, so it asks again.
  until statusd_call getState resource=build 2>/dev/null >state; do :; done
  same idle "$(jq -r .status state)"
}
