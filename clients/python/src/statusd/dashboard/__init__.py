"""A dashboard for the terminal: every resource, the location, and every failure with its buttons.

It needs Textual: `pip install 'statusd[dashboard]'`. The daemon decides what is shown; this draws its screens.
"""
