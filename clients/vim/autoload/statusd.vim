vim9script
# statusd in Vim 9: what a person sees of the daemon, and what other scripts call. statusd/daemon.vim speaks to it.

import autoload 'statusd/daemon.vim'

# Calls a method: `Callback(failure, result)`. `failure` is empty where there is a result, else it has `kind`, `title`,
# `message` and `recoveryOptions`. Without a daemon one is started.
export def Call(method: string, params: dict<any> = {}, Callback: func = null_function)
  daemon.Call(method, params, Callback)
enddef

# Performs an option of a failure: `Callback(failure, result)`.
export def RecoverFrom(failure: dict<any>, option: string, Callback: func = null_function)
  daemon.Call('retry', {failureId: failure.failureId, optionId: option}, Callback)
enddef

# Lets the daemon respond to what it has read, and waits for its end.
export def Close()
  daemon.Close()
enddef

# For 'statusline': the title of a resource's failure, else its value, or a member of that.
export def Status(resource: string, member: string = ''): string
  var snapshot = get(daemon.Snapshots(), resource, {})
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
  var failure = daemon.Failure()
  var options = get(failure, 'recoveryOptions', [])->copy()->filter((_, each) => IsOffered(each))
  if empty(options)
    echomsg 'There is no failure'
    return
  endif
  var titles = mapnew(options, (index, each) => $'{index + 1}. {each.title}')
  var chosen = inputlist([$'{failure.title}. {failure.message}'] + titles)
  if chosen < 1 || chosen > len(options)
    return
  endif
  if options[chosen - 1].id == 'openSettings'
    OpenSettings(options[chosen - 1])
  else
    daemon.ForgetFailure() # A recovery that fails has a fresh one.
    RecoverFrom(failure, options[chosen - 1].id, Recovered)
  endif
enddef

# What the daemon performs, and what this editor can.
def IsOffered(option: dict<any>): bool
  return option.performedBy == 'server' || option.id == 'openSettings' && has_key(option, 'path')
enddef

# Shows the configuration at the key, if there is one; a file that is not there yet is begun.
def OpenSettings(option: dict<any>)
  execute 'split' fnameescape(option.path)
  cursor(1, 1)
  for name in split(get(option, 'key', ''), '\.')
    search($'\V\<{escape(name, '\')}\>', 'cW')
  endfor
enddef

export def CompleteName(..._): string
  return join(sort(keys(extend({state: {}, menu: {}}, daemon.Snapshots()))), "\n")
enddef

export def CompletePolling(_: string, line: string, position: number): string
  return line[: position - 1] =~ '\v(on|off)\s' ? CompleteName() : "on\noff"
enddef

# What there is to see

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
