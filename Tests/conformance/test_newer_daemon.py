"""Each client in its host, beside a daemon whose every closed-looking word is new: rule 4 of docs/clients.md.

The kit has cases of it for clients with a driver. Here all of them play the same: a state, a fetch that fails, its
recovery, which fails too, and a state again, for the daemon must not have ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEWER = ROOT / "Tests/conformance/peers/newer_statusd.py"
SAID = "newIdle\nnewServerError The server has a problem\nnewServerError\nnewFailed\n"

PYTHON = """
import sys
from statusd import CallFailed
from statusd.sync import Statusd
with Statusd.spawn(*sys.argv[1:]) as daemon, daemon.screen() as screen:
    print(daemon.get_state("menu")["status"])
    try:
        daemon.fetch_menu()
    except CallFailed as error:
        failure = error.failure
        print(failure.kind, failure.title)
    try:
        daemon.recover(failure)
    except CallFailed as error:
        print(error.failure.kind)
    print(daemon.get_state("menu")["status"])
"""

JAVASCRIPT = """
import { spawn } from "{root}/clients/js/src/index.js";
const daemon = await spawn({ args: process.argv.slice(2) });
console.log((await daemon.getState("menu")).status);
const error = await daemon.fetchMenu().catch((each) => each);
console.log(error.kind, error.title);
console.log((await error.recover().catch((each) => each)).kind);
console.log((await daemon.getState("menu")).status);
await daemon.close();
"""

LUA = """
vim.opt.runtimepath:prepend('{root}/clients/neovim')
vim.cmd('source {root}/clients/neovim/plugin/statusd.lua')
local said, is_over = {}, false
local args = vim.split(vim.env.ARGUMENTS, ' ')
local client = require('statusd.client').start({ args = args })
local menu = { resource = 'menu' }
client:call('getState', menu, function(_, before)
  table.insert(said, before.status)
  client:call('fetchMenu', nil, function(failure)
    table.insert(said, failure.kind .. ' ' .. failure.title)
    failure:recover('tryAgain', function(fresh)
      table.insert(said, fresh.kind)
      client:call('getState', menu, function(_, after)
        table.insert(said, after.status)
        is_over = true
      end)
    end)
  end)
end)
vim.wait(60000, function() return is_over end, 10)
-- What it draws.
require('statusd').setup({ args = args })
local line = require('statusd').statusline
vim.cmd('StatusdShow menu')
vim.cmd('StatusdRefresh menu')
vim.wait(60000, function() return line():find('The server has a problem') end, 10)
local chosen
vim.ui.select = function(items) chosen = items end
vim.cmd('StatusdRecover menu')
vim.wait(60000, function() return chosen end, 10)
vim.cmd('StatusdShow state')
local text = table.concat(said, '\\n') .. '\\n' .. vim.v.errmsg
vim.fn.writefile(vim.split(text, '\\n'), vim.env.SAID, 'b')
vim.cmd('qall!')
"""

ELISP = """
(add-to-list 'load-path "{root}/clients/emacs")
(setq load-prefer-newer t)
(require 'statusd)
(setq statusd-arguments (split-string (getenv "ARGUMENTS")))
(defun say (text &rest values) (princ (apply #'format (concat text "\\n") values)))
(defun failure-of (method &rest params)
  (condition-case problem (progn (apply #'statusd-call method params) nil) (statusd-error (statusd-error-data problem))))
(say "%s" (plist-get (statusd-call 'getState :resource "menu") :status))
(let ((failure (failure-of 'fetchMenu)))
  (say "%s %s" (plist-get failure :kind) (plist-get failure :title))
  (say "%s" (plist-get (failure-of 'retry :failureId (plist-get failure :failureId) :optionId "tryAgain") :kind)))
(say "%s" (plist-get (statusd-call 'getState :resource "menu") :status))
(statusd-show "menu")
(statusd-show "state")
(statusd-mode-line-mode 1)
(statusd-quit)
"""

VIM = """
let &runtimepath = '{root}/clients/vim,' .. &runtimepath
runtime plugin/statusd.vim
let g:statusd_command = [$STATUSD] + split($ARGUMENTS)
let s:said = []
func Before(failure, menu)
  call add(s:said, a:menu.status)
  call statusd#Call('fetchMenu', {}, function('Failed'))
endfunc
func Failed(failure, menu)
  call add(s:said, a:failure.kind .. ' ' .. a:failure.title)
  call statusd#RecoverFrom(a:failure, 'tryAgain', function('Again'))
endfunc
func Again(failure, result)
  call add(s:said, a:failure.kind)
  call statusd#Call('getState', #{resource: 'menu'}, function('After'))
endfunc
func After(failure, menu)
  call add(s:said, a:menu.status)
  StatusdMenu
  call writefile(s:said + [v:errmsg], $SAID, 'b')
  qall!
endfunc
call statusd#Call('getState', #{resource: 'menu'}, function('Before'))
"""

BASH = """
source {root}/clients/shell/statusd.bash
statusd_start -t 300 "$@"
statusd_call getState resource=menu | jq -r .status
statusd_call fetchMenu 2>/dev/null || statusd_error -r '.data | "\\(.kind) \\(.title)"'
statusd_recover tryAgain 2>/dev/null || statusd_error -r .data.kind
statusd_call getState resource=menu | jq -r .status
statusd_stop
"""

#: A script, the name of its file, and the words before its path.
HOSTS = {
    "python": (PYTHON, "play.py", [sys.executable, "-B"]),
    "js": (JAVASCRIPT, "play.mjs", ["node"]),
    "neovim": (LUA, "play.lua", ["nvim", "--clean", "--headless", "-S"]),
    "emacs": (ELISP, "play.el", ["emacs", "-Q", "--batch", "-l"]),
    "vim": (VIM, "play.vim", ["vim", "--clean", "--not-a-term", "-T", "dumb", "-S"]),
    "shell": (BASH, "play.bash", ["bash"]),
}
EDITORS = ("neovim", "emacs", "vim")


@pytest.mark.parametrize("host", HOSTS)
def test_a_client_passes_new_words_on(host: str, tmp_path: Path) -> None:
    text, name, command = HOSTS[host]
    script, said = tmp_path / name, tmp_path / "said"
    script.write_text(text.replace("{root}", str(ROOT)), encoding="utf-8")
    arguments = ["--scenario", "always-fails", "--log-level", "critical"]
    environment = {
        **os.environ, "STATUSD": str(NEWER), "ARGUMENTS": " ".join(arguments), "SAID": str(said),
        "PYTHONPATH": str(ROOT / "clients/python/src"), "XDG_RUNTIME_DIR": str(tmp_path),
    }  # fmt: skip
    words = [*command, str(script), *([] if host in EDITORS else arguments)]
    done = subprocess.run(
        words, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600,
        check=False,
    )  # fmt: skip
    printed = said.read_text(encoding="utf-8") if said.exists() else done.stdout
    assert (printed, done.returncode) == (SAID, 0), done.stderr
