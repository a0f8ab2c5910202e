"""A dashboard for the terminal: the fleet's map, the menu, the location, and every failure with its buttons.

It needs Textual: `pip install 'statusd[dashboard]'`. `app` and `panels` draw what `statusd.presenter` gives.
"""
