"""Clients that do not stay: each visit starts a daemon, talks, and goes in a way of its own."""

from __future__ import annotations

import signal

import acts
import garbage
import messages
from framing import HEADERS
from messages import call
from session import SUCCESS, Session


def end_of_input(session: Session) -> None:
    """Writes everything and ends the input at once: as many answers, status 0."""
    for _ in range(session.rng.choice([1, 50, 5_000])):
        session.send(acts.mixed(session))
    session.finish()


def cut_short(session: Session) -> None:
    """The input ends inside a message: one parse error more."""
    session.send(messages.at_once(session)[1])
    session.ledger.expect_anonymous()
    text = call(b"1", "refresh")
    session.send_raw(b"Content-Length: 50\r\n\r\n" + text[:20] if session.framing == HEADERS else text[:20])
    session.finish()


def gone(session: Session) -> None:
    """The client dies with requests and answers under way: the daemon ends, and quickly."""
    _write_a_while(session)
    session.daemon.unsent.clear()
    session.daemon.close_input()
    session.daemon.close_output()
    session.daemon.wait(0)


def deaf(session: Session) -> None:
    """The reader of the output goes, the input stays open: status 0."""
    _write_a_while(session)
    session.daemon.close_output()
    session.daemon.wait(0)


def never_reads(session: Session) -> None:
    """Nobody reads and the input ends: the drain deadline passes, and the process ends all the same.

    Its status tells whether anything was left unread; what the pipe takes is as good as read.
    """
    held_up = _write_a_while(session)
    session.daemon.unsent.clear()
    acts.check_memory(session)
    session.daemon.close_input()
    session.daemon.wait(*([1] if held_up else [0, 1]))


def terminated(session: Session) -> None:
    """SIGTERM in the middle: what was admitted is answered once, nothing is answered twice, status 0."""
    session.is_ending = True
    id, text = messages.at_once(session)
    session.send(text)
    session.answered(id)
    _write_a_while(session)
    session.daemon.unsent.clear()
    session.daemon.process.send_signal(signal.SIGTERM)
    for id in list(session.ledger.owed):
        session.ledger.allow(id)
    session.until(lambda: session.daemon.has_ended, "the end of the output")
    session.decoder.end()
    session.daemon.wait(0)


def shut_down(session: Session) -> None:
    """shutdown and exit, as LSP's clients do; between them requests are refused."""
    session.is_ending = True
    session.send(messages.at_once(session)[1])
    for method, outcomes in [("shutdown", SUCCESS), ("getState", frozenset({"shuttingDown"}))]:
        id = session.new_id()
        session.ledger.expect(id, outcomes)
        session.send(call(id, method))
    session.send(call(None, "exit"))
    session.write_all()
    session.read_to_end()
    session.ledger.verify_settled()
    session.daemon.wait(0)


def _write_a_while(session: Session) -> bool:
    """Writes without reading; whether the daemon stopped reading."""
    for _ in range(session.rng.choice([10, 1_000, 20_000])):
        session.send(acts.mixed(session))
    if session.rng.random() < 0.3:
        garbage.cut(session)
    return session.write_unread()


ALL = [end_of_input, cut_short, gone, deaf, never_reads, terminated, shut_down]
