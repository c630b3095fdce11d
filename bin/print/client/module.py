# Printed from the route table by `npm run codegen`: a test fails when it is behind.
"""Pequod's REST API from Python: one file, the standard library alone, Python 3.9 or newer.

    from pequod import Pequod
    client = Pequod("http://127.0.0.1:4000", api_key="pq_live_...")
    for trader in client.each(client.search_traders, query="0x1"):
        print(trader["address"], trader["pnl"])

Answers are dicts and lists, as the JSON has them. Failures are PequodError. `frame` makes a pandas DataFrame of rows.
"""
import contextlib
import http.client
import itertools
import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Pequod", "PequodError", "frame"]


class PequodError(Exception):
    """A refusal of the service, or no answer from it.

    code is that of the service (NOT_FOUND, RATE_LIMITED, ...), NETWORK without an answer, or UNEXPECTED_ANSWER;
    status is None without an answer, retry_after the seconds that the service asks to wait, errors the refused parameters.
    """

    def __init__(self, code, detail, status=None, retry_after=None, errors=()):
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.retry_after = retry_after
        self.errors = list(errors)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Following a redirect would send the API key, an ordinary header, to another host."""

    def redirect_request(self, *_args):
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)
_PASSING = (429, 502, 503, 504)
# Ends by which a service asks its subscribers to come again.
_PASSING_ENDS = ("SERVICE_UNAVAILABLE", "SLOW_CONSUMER")
# Seconds after which a stream that is cut was no failed try.
_STEADY = 30


def frame(rows):
    """Returns rows as a pandas DataFrame, nested fields as columns such as market.question. ImportError without pandas."""
    import pandas

    return pandas.json_normalize(list(rows))


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, (list, tuple, set)):
        return ",".join(_text(one) for one in value)
    return str(value)


def _failure(error):
    try:
        body = json.loads(error.read() or b"{}")
    except ValueError:
        body = {}
    after = error.headers.get("retry-after", "")
    return PequodError(
        body.get("code", "UNEXPECTED_ANSWER") if isinstance(body, dict) else "UNEXPECTED_ANSWER",
        body.get("detail", "The answer was not Pequod's: check base_url.") if isinstance(body, dict) else str(body),
        error.code,
        float(after) if after.isdigit() else None,
        body.get("errors", ()) if isinstance(body, dict) else (),
    )


def _events(lines):
    """Yields the kind and the message of each whole event of a stream: a cut may leave half of one."""
    kind, data = "message", None
    for line in lines:
        if line.startswith(b"event: "):
            kind = line[7:].decode().strip()
        elif line.startswith(b"data: "):
            data = line[6:]
        elif line == b"\n":
            if data is not None:
                yield kind, json.loads(data)
            kind, data = "message", None


class Pequod:
    """A client of one service. Passing failures (429, 502, 503, 504, no answer) are retried, spread at random.

    base_url may have a path before /v1. timeout is in seconds, for one try; a wait longer than max_retry_delay is not waited.
    """

    def __init__(self, base_url, api_key=None, token=None, timeout=30, retries=3, max_retry_delay=30):
        if api_key is not None and token is not None:
            raise TypeError("Pass an api_key or a token, not both.")
        if not base_url.startswith(("http://", "https://")):
            raise TypeError("base_url must begin with http:// or https://.")
        self._base = base_url.rstrip("/")
        self._headers = {"Accept": "application/json"}
        if api_key is not None:
            self._headers["X-API-Key"] = api_key
        if token is not None:
            self._headers["Authorization"] = "Bearer " + token
        self._timeout = timeout
        self._retries = retries
        self._max_retry_delay = max_retry_delay

    def get(self, path, parameters=None):
        """Returns the answer to a GET; parameters in braces are of the path, others of the query."""
        return self._ask("GET", path, parameters or {})

    def change(self, method, path, parameters=None):
        """Returns the answer to a POST, PUT or DELETE, whose other parameters are the members of the body."""
        return self._ask(method, path, parameters or {})

    def each(self, operation, **parameters):
        """Yields every item of a list, and fetches each page when it is needed."""
        while True:
            page = operation(**parameters)
            yield from page["items"]
            if page.get("nextCursor") is None:
                return
            parameters["cursor"] = page["nextCursor"]

    def _request(self, method, path, parameters, accept=None):
        given = {name: value for name, value in parameters.items() if value is not None}
        for name in list(given):
            if "{" + name + "}" in path:
                path = path.replace("{" + name + "}", urllib.parse.quote(_text(given.pop(name)), safe=""))
        headers = dict(self._headers)
        if accept is not None:
            headers["Accept"] = accept
        body = None
        if method == "GET":
            query = urllib.parse.urlencode({name: _text(value) for name, value in given.items()})
            path += "?" + query if query else ""
        elif given:
            body = json.dumps(given).encode()
            headers["Content-Type"] = "application/json"
        return urllib.request.Request(self._base + path, data=body, headers=headers, method=method)

    @contextlib.contextmanager
    def _answer(self, request):
        """The answer to one try. A refusal is raised as PequodError, as is a failure while the answer is read."""
        try:
            with _OPENER.open(request, timeout=self._timeout) as answer:
                yield answer
        except urllib.error.HTTPError as error:
            with error:
                raise _failure(error) from None
        except (urllib.error.URLError, http.client.HTTPException, socket.timeout, ConnectionError) as error:
            raise PequodError("NETWORK", "%s cannot be reached: %r" % (self._base, error)) from error

    def _wait(self, error, retry):
        """Waits before a retry; raises a refusal that is final."""
        is_passing = error.code == "NETWORK" or error.status in _PASSING
        after = error.retry_after
        if retry >= self._retries or not is_passing or (after or 0) > self._max_retry_delay:
            raise error
        if after is None:
            delay = min(self._max_retry_delay, 0.25 * 2**retry) * (0.5 + random.random() / 2)
        else:
            delay = min(self._max_retry_delay, after * (1 + random.random() / 4))
        time.sleep(delay)

    def _ask(self, method, path, parameters):
        request = self._request(method, path, parameters)
        for retry in itertools.count():
            try:
                with self._answer(request) as answer:
                    return json.loads(answer.read())
            except ValueError as error:
                raise PequodError("UNEXPECTED_ANSWER", "The answer was not JSON: check base_url.") from error
            except PequodError as error:
                self._wait(error, retry)

    def _stream(self, path, parameters):
        """Yields the messages of a stream, each once, and goes on after a cut where it was."""
        retry = 0
        while True:
            opened = time.monotonic()
            try:
                with self._answer(self._request("GET", path, parameters, "text/event-stream")) as answer:
                    for kind, message in _events(answer):
                        if kind == "end":
                            status = 503 if message["code"] in _PASSING_ENDS else None
                            raise PequodError(message["code"], message["detail"], status)
                        parameters["cursor"] = message["cursor"]
                        retry = 0
                        yield message
                raise PequodError("NETWORK", "The stream was cut.")
            except PequodError as error:
                if time.monotonic() - opened > _STEADY:
                    retry = 0
                self._wait(error, retry)
                retry += 1
