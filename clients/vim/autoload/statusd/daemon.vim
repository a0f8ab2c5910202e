vim9script
# One daemon for the editor, over a job whose channel has the mode "nl": a message is a line.
#
# The mode "lsp" would find the responses to requests. But it discards a message of which nothing more has come for
# 100 ms, as happens on a machine that has much to do, and the call of that message then never ends.

const NO_FAILURE: dict<any> = {}
const PROTOCOL = '1'
const VERSION = '0.1.0'
# Lines of stderr that are kept.
const LAST_WORDS = 20
# Seconds that the daemon has for its end, before each signal: more than its own deadline.
const GRACE = 12

# The daemon that was started last: its `job`; `waiting`, who is called with a response, by the id of the request;
# `greeted`, whether it has said that it is statusd, and `alarm`, the timer until then; `last_words`; `ends`, as it has
# ended when its process has and its output is read; `ending`, why there will be no more responses.
var daemon: dict<any> = {}
var last_id = 0
# The newest snapshot of each resource, and the newest failure of a call.
var snapshots: dict<dict<any>> = {}
var last_failure: dict<any> = {}

# Calls a method: see statusd.vim.
export def Call(method: string, params: dict<any>, Callback: func)
  if !IsRunning() && !Start()
    var advice = !empty($STATUSD) ? '$STATUSD names it.' :
      'Install it with `pip install statusd`, or name it in $STATUSD.'
    End(Ended('programNotFound', $'{Command()[0]} cannot be started. {advice}'), Callback)
    return
  endif
  Send(method, params, Callback)
enddef

export def Snapshots(): dict<dict<any>>
  return snapshots
enddef

# The failure of a resource, or else of the last call.
export def Failure(): dict<any>
  var failures = values(snapshots)->filter((_, each) => has_key(each, 'failure'))->map((_, each) => each.failure)
  return get(failures, 0, last_failure)
enddef

export def ForgetFailure()
  last_failure = {}
enddef

# Ends the input of the daemon, which completes what it has read, and waits for its end.
export def Close()
  if !IsRunning()
    return
  endif
  var closing = daemon
  if !closing.greeted
    job_stop(closing.job, 'kill') # It may know no end of input.
  endif
  ch_close_in(closing.job)
  for signal in ['term', 'kill', '']
    if HasEnded(closing, GRACE) || signal == ''
      break
    endif
    job_stop(closing.job, signal)
  endfor
enddef

# The process

# `$STATUSD` is for one start, and takes the place of the program that is set.
def Command(): list<string>
  var named = get(g:, 'statusd_command', 'statusd')
  var words: list<string> = type(named) == v:t_list ? copy(named) : [named]
  return empty($STATUSD) ? words : [$STATUSD] + words[1 :]
enddef

def IsRunning(): bool
  return !empty(daemon) && empty(daemon.ending) && job_status(daemon.job) == 'run'
enddef

def HasEnded(closing: dict<any>, seconds: number): bool
  var began = reltime()
  while closing.ends < 2 && reltimefloat(reltime(began)) < seconds
    sleep 5m
  endwhile
  return closing.ends >= 2
enddef

# A program that there is not would look like a daemon that dies.
def Start(): bool
  if !executable(Command()[0])
    return false
  endif
  # Vim may call back for the one before even now, whose end it has only begun to see.
  var started: dict<any> = {job: null_job, waiting: {}, greeted: false, alarm: 0, last_words: [], ends: 0, ending: {}}
  Forget()
  daemon = started
  started.job = job_start(Command(), {
    noblock: 1, mode: 'nl', out_cb: (_, line) => Received(started, line),
    err_cb: (_, line) => Heard(started, line),
    exit_cb: (_, _) => HalfEnded(started), close_cb: (_) => HalfEnded(started),
  })
  if IsRunning()
    Greet(started)
  endif
  return IsRunning()
enddef

# Asks the program whether it is statusd: it may be any, and one such as `cat` would never respond.
def Greet(started: dict<any>)
  var seconds: float = 1.0 * get(g:, 'statusd_start_timeout', 10)
  started.alarm = timer_start(float2nr(1000 * seconds), (_) => {
    Spoil(started, printf('There was no response to initialize within %g s', seconds))
  })
  Send('initialize', {clientInfo: {name: 'statusd-vim', version: VERSION}}, (failure, server) => {
    if empty(failure)
      Greeted(started, server)
    else
      Spoil(started, $'It responded to initialize: {failure.message}')
    endif
  })
enddef

def Greeted(started: dict<any>, server: any)
  timer_stop(started.alarm)
  var said: dict<any> = type(server) == v:t_dict ? server : {}
  var name = get(get(said, 'serverInfo', {}), 'name', 'nothing')
  var protocol = get(said, 'protocolVersion', 'none')
  started.greeted = name == 'statusd' && protocol == PROTOCOL
  if !started.greeted
    Spoil(started, $'This client speaks protocol {PROTOCOL} of statusd: {name} has {protocol}')
  endif
enddef

# Writes a request to the daemon; what is written before the response to `initialize` needs not wait for it.
def Send(method: string, params: dict<any>, Callback: func)
  last_id += 1
  daemon.waiting[last_id] = Callback
  try
    ch_sendraw(daemon.job, json_encode({jsonrpc: '2.0', id: last_id, method: method, params: params}) .. "\n")
  catch /:E\(630\|631\|906\):/
    # It has just died.
    End(Ended('daemonEnded', 'statusd takes no more requests.'), remove(daemon.waiting, last_id))
  endtry
enddef

# Drops what a daemon that has ended has said.
def Forget()
  snapshots = {}
  last_failure = {}
enddef

def Heard(speaker: dict<any>, line: string)
  speaker.last_words = (speaker.last_words + [line])[-LAST_WORDS :]
enddef

def Received(speaker: dict<any>, line: string)
  if !empty(speaker.ending)
    return
  endif
  var message: any
  try
    message = json_decode(line)
  catch /:E\d\+:/
    Spoil(speaker, $'It wrote no message of its protocol: {strcharpart(line, 0, 200)}')
    return
  endtry
  # Proxies put responses into an array.
  for each in type(message) == v:t_list ? message : [message]
    Take(speaker, each)
  endfor
enddef

def Take(speaker: dict<any>, message: any)
  if type(message) != v:t_dict || has_key(message, 'method') && has_key(message, 'id')
    Spoil(speaker, $'It wrote what statusd never does: {strcharpart(json_encode(message), 0, 200)}')
  elseif has_key(message, 'method')
    Notified(speaker, message)
  elseif get(message, 'id', v:null) == v:null
    # An error without an id is of one of the calls; which one is unknown.
    FailAll(speaker, FailureOf(message))
  elseif type(message.id) == v:t_number && has_key(speaker.waiting, message.id)
    Respond(message, remove(speaker.waiting, message.id))
  endif
enddef

def Notified(speaker: dict<any>, message: dict<any>)
  if speaker is daemon && message.method == 'stateChanged'
    Keep(message.params)
  endif
enddef

def Respond(response: dict<any>, Callback: func)
  var failure = FailureOf(response)
  if !empty(failure)
    last_failure = failure
  endif
  End(failure, Callback, get(response, 'result', v:null))
enddef

# The failure of a response, empty where it has a result. Null stands for an absent error.
def FailureOf(response: dict<any>): dict<any>
  var error = get(response, 'error', v:null)
  if type(error) != v:t_dict
    return NO_FAILURE
  endif
  var data = get(error, 'data', v:null)
  return type(data) == v:t_dict ? data : Ended('notStatusd', get(error, 'message', 'an error'))
enddef

# Ends a call. An error of its callback is shown, and holds up no other call.
def End(failure: dict<any>, Callback: func, result: any = v:null)
  if Callback == null_function
    return
  endif
  try
    Callback(failure, result)
  catch
    echohl ErrorMsg
    echomsg $'{v:exception} in {v:throwpoint}'
    echohl None
  endtry
enddef

# The end

# Ends a program that is not statusd, and every call.
def Spoil(speaker: dict<any>, problem: string)
  if empty(speaker.ending)
    speaker.ending = Ended('notStatusd', $'{problem}. The program is {Command()[0]}.')
    job_stop(speaker.job, 'kill')
    FailAll(speaker, speaker.ending)
  endif
enddef

def HalfEnded(ending: dict<any>)
  ending.ends += 1
  if ending.ends < 2
    return
  endif
  timer_stop(ending.alarm)
  if ending is daemon
    Forget()
  endif
  if empty(ending.ending)
    var info = job_info(ending.job)
    var signal = toupper(get(info, 'termsig', ''))
    var how = signal == '' ? $'ended with status {info.exitval}' : $'was ended by SIG{signal}'
    ending.ending = Ended('daemonEnded', join([$'statusd {how}.'] + ending.last_words, "\n"))
  endif
  FailAll(ending, ending.ending)
  redrawstatus!
enddef

def FailAll(ending: dict<any>, failure: dict<any>)
  # Whoever is told may call again.
  var waiting = values(ending.waiting)
  ending.waiting = {}
  for Callback in waiting
    End(failure, Callback)
  endfor
enddef

def Ended(kind: string, message: string): dict<any>
  var title = kind == 'notStatusd' ? 'The program is no statusd' : 'statusd does not run'
  return {kind: kind, title: title, message: message, recoveryOptions: []}
enddef

# What the daemon says

def Keep(snapshot: dict<any>)
  if snapshot.status == 'loaded' && Subject(snapshot) == Subject(last_failure)
    last_failure = {}
  endif
  if has_key(snapshot, 'arguments')
    return # Instances of a parameterised resource are their caller's.
  endif
  snapshots[snapshot.resource] = snapshot
  redrawstatus!
enddef

# What a snapshot or a failure is about.
def Subject(members: dict<any>): list<any>
  return [get(members, 'resource', ''), get(members, 'arguments', {})]
enddef
