"""Runs programs on requests, all in one process, which is faster than starting each by itself.

Reads {"programs": [...], "requests": [...]}, all of them texts, and prints a list for each program:
what it printed for each request, null where it failed.
"""
import contextlib
import io
import json
import sys


def reply(program, request):
    out = io.StringIO()
    sys.stdin = io.StringIO(request)
    try:
        with contextlib.redirect_stdout(out):
            exec(program, {"__name__": "__main__"})
    except (Exception, SystemExit):
        return None
    return out.getvalue()


given = json.load(sys.stdin)
programs = [compile(text, "program.py", "exec") for text in given["programs"]]
json.dump([[reply(program, one) for one in given["requests"]] for program in programs], sys.stdout)
