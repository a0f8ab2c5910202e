vim9script
# The commands of statusd. Nothing is loaded or started before one of them is used.

if exists('g:loaded_statusd') || !has('job') || !has('channel')
  finish
endif
g:loaded_statusd = true

command -bar -nargs=? -complete=custom,statusd#CompleteName StatusdRefresh statusd#Refresh(<q-args>)
command -bar -nargs=+ -complete=custom,statusd#CompletePolling StatusdAutoPoll statusd#AutoPoll(<f-args>)
command -bar -nargs=0 StatusdMenu statusd#Menu()
command -bar -nargs=0 StatusdRecover statusd#Recover()
