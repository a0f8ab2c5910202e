vim9script
# statusd in Vim 9: one daemon for the editor, over a job whose channel has the mode "nl": a message is a line.
#
# The mode "lsp" would find the responses to requests. But it discards a message of which nothing more has come for
# 100 ms, as happens on a machine that has much to do, and the call of that message then never ends.

const NO_FAILURE: dict<any> = {}
# Lines of stderr that are kept.
const LAST_WORDS = 20

# The daemon that was started last: its `job`; `waiting`, who is called with a response, by the id of the request;
# `last_words`; and `ends`, as it has ended when its process has and its output is read.
var daemon: dict<any> = {}
var last_id = 0
# The newest snapshot of each resource, and the newest failure of a call.
var snapshots: dict<dict<any>> = {}
var last_failure: dict<any> = {}

# Calls a method: `Callback(failure, result)`. `failure` is empty where there is a result, else it has `kind`, `title`,
# `message` and `recoveryOptions`. Without a daemon one is started.
export def Call(method: string, params: dict<any> = {}, Callback: func = null_function)
  if !IsRunning() && !Start()
    End(Ended('programNotFound', $'{Command()[0]} cannot be started. Install statusd, or name it in $STATUSD.'), Callback)
    return
  endif
  last_id += 1
  daemon.waiting[last_id] = Callback
  try
    ch_sendraw(daemon.job, json_encode({jsonrpc: '2.0', id: last_id, method: method, params: params}) .. "\n")
  catch /:E\(630\|631\|906\):/
    # It has just died.
    End(Ended('daemonEnded', 'statusd takes no more requests.'), remove(daemon.waiting, last_id))
  endtry
enddef

# Performs an option of a failure: `Callback(failure, result)`.
export def RecoverFrom(failure: dict<any>, option: string, Callback: func = null_function)
  Call('retry', {failureId: failure.failureId, optionId: option}, Callback)
enddef

# For 'statusline': the title of a resource's failure, else its value, or a member of that.
export def Status(resource: string, member: string = ''): string
  var snapshot = get(snapshots, resource, {})
  if has_key(snapshot, 'failure')
    return snapshot.failure.title
  elseif !has_key(snapshot, 'value')
    return get(snapshot, 'isFetching', false) ? '…' : ''
  endif
  var has_members = type(snapshot.value) == v:t_dict
  var value = member == '' ? snapshot.value : has_members ? get(snapshot.value, member, '') : ''
  var text = type(value) == v:t_string ? value : string(value)
  return text .. (snapshot.isStale ? ' (old)' : '')
enddef

# Ends the input of the daemon, which completes what it has read, and waits for its end.
export def Close()
  if IsRunning()
    var closing = daemon
    ch_close_in(closing.job)
    while closing.ends < 2
      sleep 5m
    endwhile
  endif
enddef

# The commands

export def Refresh(resource: string)
  var name = resource == '' ? 'state' : resource
  Call('refresh', {resource: name}, (failure, snapshot) => {
    if empty(failure)
      echomsg $'{name} is {snapshot.status}'
    else
      Show(failure)
    endif
  })
enddef

export def AutoPoll(switch: string, resource: string = 'state')
  if index(['on', 'off'], switch) < 0
    echoerr ':StatusdAutoPoll takes on or off'
    return
  endif
  Call('setAutoPolling', {resource: resource, enabled: switch == 'on'}, (failure, _) => {
    if !empty(failure)
      Show(failure)
    endif
  })
enddef

# Shows the menu in a buffer of its own; `r` fetches it again.
export def Menu()
  execute 'botright split' fnameescape('statusd://menu')
  setlocal buftype=nofile bufhidden=wipe noswapfile nomodifiable
  var buffer = bufnr()
  nnoremap <buffer> <nowait> r <Cmd>call statusd#FillMenu(bufnr())<CR>
  nnoremap <buffer> <nowait> q <Cmd>close<CR>
  FillMenu(buffer)
enddef

export def FillMenu(buffer: number)
  Write(buffer, ['Loading …'])
  Call('fetchMenu', {}, (failure, menu) => {
    Write(buffer, empty(failure) ? MenuLines(menu.value) : [failure.title, failure.message, '', 'r  again'])
  })
enddef

# Offers what can be done about the newest failure.
export def Recover()
  var failures = values(snapshots)->filter((_, each) => has_key(each, 'failure'))->map((_, each) => each.failure)
  var failure = get(failures, 0, last_failure)
  var options = get(failure, 'recoveryOptions', [])->copy()->filter((_, each) => each.performedBy == 'server')
  if empty(options)
    echomsg 'There is no failure'
    return
  endif
  var titles = mapnew(options, (index, each) => $'{index + 1}. {each.title}')
  var chosen = inputlist([$'{failure.title}. {failure.message}'] + titles)
  if chosen >= 1 && chosen <= len(options)
    last_failure = {} # A recovery that fails has a fresh one.
    RecoverFrom(failure, options[chosen - 1].id, Recovered)
  endif
enddef

export def CompleteName(..._): string
  return join(sort(keys(extend({state: {}, menu: {}}, snapshots))), "\n")
enddef

export def CompletePolling(_: string, line: string, position: number): string
  return line[: position - 1] =~ '\v(on|off)\s' ? CompleteName() : "on\noff"
enddef

# The process

def Command(): list<string>
  var fallback = empty($STATUSD) ? 'statusd' : $STATUSD
  var command = get(g:, 'statusd_command', [fallback])
  return type(command) == v:t_list ? command : [command]
enddef

def IsRunning(): bool
  return !empty(daemon) && job_status(daemon.job) == 'run'
enddef

# A program that there is not would look like a daemon that dies.
def Start(): bool
  if !executable(Command()[0])
    return false
  endif
  # Vim may call back for the one before even now, whose end it has only begun to see.
  var started: dict<any> = {job: null_job, waiting: {}, last_words: [], ends: 0}
  Forget()
  daemon = started
  started.job = job_start(Command(), {
    noblock: 1, mode: 'nl', out_cb: (_, line) => Received(started, line),
    err_cb: (_, line) => Heard(started, line),
    exit_cb: (_, _) => HalfEnded(started), close_cb: (_) => HalfEnded(started),
  })
  return IsRunning()
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
  var message: any
  try
    message = json_decode(line)
  catch /:E\d\+:/
    return # No line of statusd.
  endtry
  if type(message) != v:t_dict
    return
  endif
  var id = get(message, 'id', null) # An error without one is of no call that is known.
  if has_key(message, 'method')
    Notified(speaker, message)
  elseif type(id) == v:t_number && has_key(speaker.waiting, id)
    Respond(message, remove(speaker.waiting, id))
  endif
enddef

def Notified(speaker: dict<any>, message: dict<any>)
  if speaker is daemon && message.method == 'stateChanged'
    Keep(message.params)
  endif
enddef

def Respond(response: dict<any>, Callback: func)
  if has_key(response, 'error')
    last_failure = response.error.data
    End(response.error.data, Callback)
  else
    End(NO_FAILURE, Callback, response.result)
  endif
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

def HalfEnded(ending: dict<any>)
  ending.ends += 1
  if ending.ends < 2
    return
  endif
  var info = job_info(ending.job)
  var signal = toupper(get(info, 'termsig', ''))
  var how = signal == '' ? $'ended with status {info.exitval}' : $'was ended by SIG{signal}'
  var failure = Ended('daemonEnded', join([$'statusd {how}.'] + ending.last_words, "\n"))
  if ending is daemon
    Forget()
  endif
  for Callback in values(ending.waiting)
    End(failure, Callback)
  endfor
  redrawstatus!
enddef

def Ended(kind: string, message: string): dict<any>
  return {kind: kind, title: 'statusd does not run', message: message, recoveryOptions: []}
enddef

# What there is to see

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

def Recovered(failure: dict<any>, result: any)
  if !empty(failure)
    Show(failure)
  endif
enddef

def Show(failure: dict<any>)
  echohl WarningMsg
  for line in split($'{failure.title}. {failure.message}', "\n")
    echomsg line
  endfor
  echohl None
enddef

def MenuLines(menu: dict<any>): list<string>
  var lines: list<string> = []
  for section in menu.sections
    lines += [section.category]
    for item in section.items
      var name = item.name .. (item.spicy ? ' (spicy)' : '')
      lines += [printf('  %-40S %8.2f', name, 1.0 * item.price)]
    endfor
    lines += ['']
  endfor
  return empty(lines) ? ['The menu is empty.'] : lines
enddef

def Write(buffer: number, lines: list<string>)
  if !bufexists(buffer)
    return
  endif
  setbufvar(buffer, '&modifiable', true)
  deletebufline(buffer, 1, '$')
  # A message may have several lines, which a line of a buffer cannot.
  setbufline(buffer, 1, mapnew(lines, (_, line) => split(line, "\n", true))->flattennew())
  setbufvar(buffer, '&modifiable', false)
enddef
