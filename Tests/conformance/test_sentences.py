"""Nothing that a person could see has been lost: every sentence of the clients' presenters is somewhere.

The sentences are older than the daemon's screens. A play of screens has the same name, or the README of the cases
says why none can, and what holds the sentence now.
"""

from __future__ import annotations

import re

import pytest
from runner.cases import CASES, load
from runner.client import cases as of_clients

PLAYS = {case.name for case in load() if case.group == "screens"}
CLIENT = {case.name for case in of_clients.load()}
TABLE = (CASES / "README.md").read_text(encoding="utf-8").split("## The sentences of screens")[1].split("\n## ")[0]
#: What holds each sentence of the table, by the sentence.
ELSEWHERE = {cells[0]: cells[2] for cells in re.findall(r"^\| (.+?) \| (.+?) \| (.+) \|$", TABLE, re.MULTILINE)[1:]}
SENTENCES = """
A refresh that succeeds before its cancellation counts
A value from a clock that is ahead is from just now
A delivered package is carried by nobody, whoever brought it
An option for the failure of one call takes it away when it succeeds
A failure of one call at the very moment of the value is shown
A failure stands in the place of its instance, an alert says whose it is, and each heals by itself
The daemon holds a failure until its minimum time has passed; the screen follows at once and adds nothing
A failure that concerns no resource is an alert until it is dismissed
Stopping the location takes its failure away, and starting it again begins anew
An inline failure of something that has no place on the screen is an alert
A failure that somebody else settled is gone, though its response named it
A failure without a value stands in the place of the value, with its buttons in order
A fetch over a value keeps the value and shows the spinner
A recovery that fails again replaces the alert, and leaves no gap
A response whose failure has been healed by a newer value shows nothing
An alert is dismissed when its failure is healed by whatever means
An alert of a snapshot that is newer than one of a call is shown first
A response whose failure is older than the snapshot's shows nothing of its own
A poll that fails over a value marks it as stale, and no more
A poll that fails without a value is an error in the value's place
A poll that brings an equal value sends nothing, so its outcome is asked for a second later
A press of refresh spins at once, and a second press sends nothing
A press that comes too late is no alert
A failure that comes by notification and by response is one alert
A recovery that succeeds takes the error away
A response of a daemon that has ended changes nothing
A daemon that is started anew without word of the old one's end gets no old answers
A subscription that the daemon does not know any more has ended
A subscription that is refused switches the location off and says why
A success is shown at once, however short the loading was
A value of shape any is content as it came, null too
The age of a value is rounded down
An empty fleet is a map with its central
An empty menu is content that is empty, and no error
A failure of one call without a value and without a fetch is an error
A value that the daemon calls stale is shown as stale
A snapshot that is older than the one on the screen changes nothing
An option that is not on the screen sends nothing
A response of the same revision brings the newer times
The screen is blank, then loading, then content
Cancel ends the option that runs, and neither response is an alert
Each instance of a parameterised resource has its own screen, under a name of the screen's
An id that leads nowhere joins nothing
Keep Trying switches polling on and leaves the failure
A join holds when only one side names the other
One's own cancellation is never an alert
Open Settings is performed by the client and settles nothing
Options of the user's own are buttons like any: the daemon's are sent, the client's are performed
Out of space has three buttons, and Free Space heals it
A snapshot moves the switch when somebody else pressed it
While somebody else's fetch is under way, refresh can be pressed and joins it
The snapshot in a response counts, though no notification came before it
The time until a retry can help counts down, and the buttons stay usable
Show Help asks for the explanation and shows it until it is closed
That the daemon is shutting down is no alert
Start, stop and start again in one breath is one subscription
When the daemon ends, its alerts and failures end with it
When the daemon ends, the value stays and is stale, and nothing can be pressed
A new daemon is asked for everything, gets back what was switched, and its revisions begin anew
A failure of one call that no snapshot has is shown in the value's place until there is a value
The map says which courier carries which package in which vehicle
A failure of the location stands in its place, beside the last place if there is one
The location is started once and stopped once, however often it is pressed
Stopping before the subscription is there ends it as soon as it is
The menu is grouped by category, in the daemon's order
The newest alert is shown, and the one before comes back after it
The date of the next poll is rounded up
Polling is switched for one instance, asked about, and switched again for the next daemon
The switch moves back when the daemon refuses
The response to the switch says what is, whatever was pressed
The switch of polling moves when it is pressed, and the response confirms it
Two quick presses send both wishes, and the last one counts
Try Again Later goes on counting while it waits, without a spinner, and Cancel ends it
Of two failures of calls the newer one is shown in the value's place
Each resource has its own screen, in the order in which they were named
Where two sides disagree, each item's own id counts for it
Use Last Known closes the alert and leaves the value stale
Resources and notifications that the screen does not know are ignored
While polling is off, time brings no request
""".strip().splitlines()


def test_each_sentence_is_in_one_place() -> None:
    assert len(SENTENCES) == len(set(SENTENCES)) == 79
    lost = [each for each in SENTENCES if each not in PLAYS | ELSEWHERE.keys()]
    assert lost == []
    assert PLAYS & ELSEWHERE.keys() == set()
    assert ELSEWHERE.keys() <= set(SENTENCES)


@pytest.mark.parametrize("sentence", ELSEWHERE)
def test_what_holds_a_sentence_now_is_there(sentence: str) -> None:
    """Tests by their paths, plays, and behind the word client the cases of clients."""
    plays, _, clients = ELSEWHERE[sentence].partition("client: ")
    tests = re.findall("`(.+?)`", plays)
    named = [re.findall("“(.+?)”", part) for part in (plays, clients)]
    assert tests or any(named)
    assert all((CASES.parents[1] / path).is_file() for path in tests)
    assert set(named[0]) <= PLAYS
    assert set(named[1]) <= CLIENT
