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

    def list_leaderboards(self):
        """List leaderboards. Every leaderboard, in display order, with its metric, number of rows and row limits.

        GET /v1/leaderboard
        """
        return self.get("/v1/leaderboard", {})

    def get_leaderboard(self, id, *, limit=None, where=None, as_of=None, from_=None, to=None, category=None):
        """Get a leaderboard. The rows of one leaderboard, best first.

        GET /v1/leaderboard/{id}

        id: The id `{tab}-{period}`, such as `pnl-7d`; with days of its own, the tab alone is enough.
        limit: Rows per page, from 1 to 1,000; more than 100 requires Pro. Default: 100.
        where: Conditions such as {"edgeLow":{"min":0.02},"verdict":["SKILLED"]}, as JSON of GraphQL’s TraderWhere. Each number, label and flag also has a parameter of its own, such as minEdgeLow=0.02, maxRoi=, knownEdge=, verdict=skilled, isBot=, lastFrom=, among=, board=, and top for its rows, holdsMarket=, holdsEvent=, outcome=, minHoldsValue=. Requires sign-in where the leaderboard's `access` is SIGNED_IN.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot. Requires sign-in where the leaderboard's `access` is SIGNED_IN and the day is of the current month.
        from_: First day of a window that replaces the id's period, within the ledger's days. Default with `to`: the ledger's first day. Requires Pro.
        to: Last day of that window. The answer is as of its close, so `asOf` cannot be combined with it. Default with `from`: the day of the current cutoff. Requires Pro.
        category: Counts only activity in events of this category. Default: all activity. Requires sign-in where the leaderboard's `access` is SIGNED_IN.
        """
        return self.get("/v1/leaderboard/{id}", {"id": id, "limit": limit, "where": where, "asOf": as_of, "from": from_, "to": to, "category": category})

    def search_traders(self, *, query=None, limit=None, cursor=None):
        """Search for traders. Traders with a trade in the window, filtered by any of their numbers; with a `query`, a search by name and address. Without conditions and order, everybody by address; a `query` alone puts the best match first: the whole, the start of words or of the address, inside a name; of alike matches the largest volume first. Conditions without an order are answered by volume. Over all pages, Pro callers see the first 1,000 rows of a screen and others the first 100.

        GET /v1/trader

        query: Words of a name in any order, or the start of an address, up to 100 characters; the best 1,000 matches.
        limit: Rows per page, from 1 to 200. Default: 20.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        return self.get("/v1/trader", {"query": query, "limit": limit, "cursor": cursor})

    def get_trader(self, address, *, as_of=None):
        """Get a trader. A trader by address: identity, numbers over all time, daily profit and ranks; analytics when signed in.

        GET /v1/trader/{address}

        address: The wallet's address: 0x and 40 hex digits, in any case.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/trader/{address}", {"address": address, "asOf": as_of})

    def get_trader_analytics(self, address, *, period=None, as_of=None):
        """Get a trader's analytics. Analytics over a period: results, risk, behavior, skill, attribution, calibration, best and worst markets and strategy. `insufficient` lists metrics that are null because the sample is too small. Requires sign-in.

        GET /v1/trader/{address}/analytics

        address: The wallet's address: 0x and 40 hex digits, in any case.
        period: The period. Default: all time.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/trader/{address}/analytics", {"address": address, "period": period, "asOf": as_of})

    def list_trader_positions(self, address, *, status=None, market=None, category=None, order=None, limit=None, cursor=None, as_of=None):
        """List a trader's positions. Current and past positions, one per outcome, with cost, value, profit and result; all of them add up to the profile. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them. Values move with prices: set `asOf` to page through one state.

        GET /v1/trader/{address}/positions

        address: The wallet's address: 0x and 40 hex digits, in any case.
        status: Only positions of this status. Default: all.
        market: Only positions in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's.
        category: Only positions in markets of this category. Default: all.
        order: Order of the list. Default: value.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/trader/{address}/positions", {"address": address, "status": status, "market": market, "category": category, "order": order, "limit": limit, "cursor": cursor, "asOf": as_of})

    def list_trader_trades(self, address, *, market=None, category=None, side=None, min_usd=None, from_=None, to=None, limit=None, cursor=None, as_of=None):
        """List a trader's trades. The trader's fills, newest first; all of them add up to its volume. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/trader/{address}/trades

        address: The wallet's address: 0x and 40 hex digits, in any case.
        market: Only fills in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's.
        category: Only fills in markets of this category. Default: all.
        side: Only fills of this side. Default: both.
        min_usd: Only fills of at least this many USD, from 0 to 9,007,199,254. Default: 0.
        from_: Only fills at or after this time. Default: the first fill. Requires Pro.
        to: Only fills before this time. Default: the last fill. Requires Pro.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/trader/{address}/trades", {"address": address, "market": market, "category": category, "side": side, "minUsd": min_usd, "from": from_, "to": to, "limit": limit, "cursor": cursor, "asOf": as_of})

    def list_trader_activity(self, address, *, limit=None, cursor=None, as_of=None):
        """List a trader's activity. All activity of the trader, newest first, each row with its kind: trades, splits, merges, conversions, redemptions, transfers sent and received, and income. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/trader/{address}/activity

        address: The wallet's address: 0x and 40 hex digits, in any case.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/trader/{address}/activity", {"address": address, "limit": limit, "cursor": cursor, "asOf": as_of})

    def list_trader_lots(self, address, *, year=None, method=None, also=None, limit=None, cursor=None, as_of=None):
        """List a trader's disposals of a year, lot by lot. The disposals of the year, in order. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/trader/{address}/lots

        address: The wallet's address: 0x and 40 hex digits, in any case.
        year: The UTC year, from 2015 to 2100. Default: that of the cutoff.
        method: How shares that leave are assigned to lots. Default: fifo.
        also: Other wallets of the same owner by address, or by a name that one trader has: up to 10, each 1 to 100 characters. A transfer among them moves lots, and is no disposal; the trader itself counts once. Default: none, separated by commas.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/trader/{address}/lots", {"address": address, "year": year, "method": method, "also": also, "limit": limit, "cursor": cursor, "asOf": as_of})

    def explain_number(self, subject, id, metric, *, period=None, from_=None, since=None, category=None, step=None, limit=None, cursor=None, as_of=None):
        """Explain a number. Where a number comes from, a level at a time. The steps that the value follows from: positions and holders by the size of their part, days and events in order. Empty for an event, a fact, and a day with too many events to replay. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/explain/{subject}/{id}/{metric}

        subject: The kind of subject. Default: trader.
        id: The trader's address, the market's condition or the alert's id: 1 to 100 letters, digits, hyphens and underscores.
        metric: The number. Default: pnl. Requires sign-in where the leaderboard's `access` is SIGNED_IN.
        period: The period up to the cutoff. Default: all time.
        from_: First UTC day of a window, instead of the period.
        since: Explains the change since this UTC day's close.
        category: Counts only activity in events of this category. Default: all activity.
        step: A step of the tree, its `path`. Default: the whole number.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/explain/{subject}/{id}/{metric}", {"subject": subject, "id": id, "metric": metric, "period": period, "from": from_, "since": since, "category": category, "step": step, "limit": limit, "cursor": cursor, "asOf": as_of})

    def prove_trader(self, trader, *, day=None, detail=None):
        """Prove a trader's numbers. A proof of a trader's profit, volume and other sums at a day's close: a state with its way to the signed head of the log of days.

        GET /v1/proof/{trader}

        trader: The wallet's address: 0x and 40 hex digits, in any case.
        day: The UTC day. Default: the last of the log.
        detail: The contents. Default: short. Requires Pro where it is full.
        """
        return self.get("/v1/proof/{trader}", {"trader": trader, "day": day, "detail": detail})

    def screen_traders(self, *, where=None, order=None, period=None, from_=None, to=None, category=None, tag=None, as_of=None, compare_to=None, limit=None, cursor=None, in_common=None):
        """Filter and sort traders by any number. Traders with a trade in the window, filtered by any of their numbers; with a `query`, a search by name and address. Without conditions and order, everybody by address; a `query` alone puts the best match first: the whole, the start of words or of the address, inside a name; of alike matches the largest volume first. Conditions without an order are answered by volume. Over all pages, Pro callers see the first 1,000 rows of a screen and others the first 100.

        GET /v1/traders

        where: Conditions such as {"edgeLow":{"min":0.02},"verdict":["SKILLED"]}, as JSON of GraphQL’s TraderWhere. Each number, label and flag also has a parameter of its own, such as minEdgeLow=0.02, maxRoi=, knownEdge=, verdict=skilled, isBot=, lastFrom=, among=, board=, and top for its rows, holdsMarket=, holdsEvent=, outcome=, minHoldsValue=.
        order: Up to 5 numbers in turn (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6), or by change (pnl:desc:change). Default: volume.
        period: Period of the numbers. Default: all time.
        from_: First day of a window that replaces the id's period, within the ledger's days. Default with `to`: the ledger's first day. Requires Pro.
        to: Last day of that window. The answer is as of its close, so `asOf` cannot be combined with it. Default with `from`: the day of the current cutoff. Requires Pro.
        category: Counts only activity in events of this category. Default: all activity.
        tag: A tag in place of the category: 1 to 200 characters.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        compare_to: Another day: rows also have its numbers, and those of the days between. Default: none.
        limit: Rows per page, from 1 to 200. Default: 20.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        in_common: Markets that this many hold too.
        """
        return self.get("/v1/traders", {"where": where, "order": order, "period": period, "from": from_, "to": to, "category": category, "tag": tag, "asOf": as_of, "compareTo": compare_to, "limit": limit, "cursor": cursor, "inCommon": in_common})

    def compare_traders(self, traders, *, period=None, as_of=None):
        """Compare up to five traders. Up to 5 traders beside each other: returns, skill, and who came first in the markets that they share.

        GET /v1/compare

        traders: Their addresses: up to 5, each 0x and 40 hex digits, in any case. One that is named twice counts once, separated by commas.
        period: The period of the numbers. Default: 90 days.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/compare", {"traders": traders, "period": period, "asOf": as_of})

    def search(self, query, *, limit=None):
        """Search for anything with a page. Traders, markets, events, leaderboards and the caller's screens by name, address or id, and trades by transaction, in one list: the better match first, then the larger volume. An event with the title of its market is found as the market. The 50 of each kind with the largest volume are compared.

        GET /v1/search

        query: Words of a name, question or title, the start of an address, a condition, or the hash of a transaction, up to 100 characters; case and accents are ignored.
        limit: Results, from 1 to 20. Default: 10.
        """
        return self.get("/v1/search", {"query": query, "limit": limit})

    def list_positions(self, where, *, order=None, as_of=None, limit=None, cursor=None):
        """Filter all positions. Positions of all traders in one list, current and past. The filter names a market, an event, a trader or a leaderboard, or has a minimum value that at most 500 traders reach. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/positions

        where: Conditions such as {"pnl":{"min":100}}, as JSON of GraphQL’s PositionWhere: market, event, category, trader, board, screen, status, result, value, cost, pnl, averagePrice, opened. Each also has a parameter of its own, such as status=open, minValue=, openedFrom=, board=, and top for its rows.
        order: Order of the list. Default: value.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        """
        return self.get("/v1/positions", {"where": where, "order": order, "asOf": as_of, "limit": limit, "cursor": cursor})

    def list_markets(self, *, where=None, order=None, include_untraded=None, window=None, limit=None, cursor=None, as_of=None):
        """List or search markets. Markets with known metadata, filtered and sorted by any of their numbers; by default those with a trade, largest volume first. A `query` is a search.

        GET /v1/markets

        where: Conditions such as {"openInterest":{"min":1000},"status":["OPEN"]}, as JSON of GraphQL’s MarketWhere. Each number, day, list and word also has a parameter of its own, such as query=, status=open, category=politics,sports, minVolume=, maxPrice=, knownMove24h=, endsFrom=, endsTo=, event=, tag=.
        order: Up to 5 numbers in turn (volume:desc,ends_at:asc), by weighted percentiles (volume*0.4,price_change*0.6). Default: volume.
        include_untraded: Whether to include markets without a trade. Default: true with a `query`, else false.
        window: Window of moves. Default: that of the order, or none.
        limit: Rows per page, from 1 to 100. Default: 20.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/markets", {"where": where, "order": order, "includeUntraded": include_untraded, "window": window, "limit": limit, "cursor": cursor, "asOf": as_of})

    def list_trade_signs(self, *, min_usd=None, category=None, as_of=None):
        """List the signs of trades with their track records. How often each sign of a trade occurs, and whether trades that have it won more often than their prices implied.

        GET /v1/trades/signs

        min_usd: Whole trades of at least this many dollars, from 1,000 to 9,007,199,254. Default: 1000.
        category: Counts only trades in events of this category. Default: all trades.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/trades/signs", {"minUsd": min_usd, "category": category, "asOf": as_of})

    def get_market(self, id, *, as_of=None):
        """Get a market. A market: question, event, times, volume, open interest, and outcomes with their prices.

        GET /v1/market/{id}

        id: The market's condition id: 0x and 64 hex digits, in any case.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/market/{id}", {"id": id, "asOf": as_of})

    def list_market_holders(self, id, *, outcome=None, order=None, screen=None, limit=None, cursor=None, as_of=None):
        """List a market's holders. Traders who hold shares of the market, except those who opted out, with shares, cost, value and profit. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/market/{id}/holders

        id: The market's condition id: 0x and 64 hex digits, in any case.
        outcome: Only shares of the outcome with this index, from 0 to 255. Default: all outcomes.
        order: Sort order. A cursor is valid only in its own order. Default: value.
        screen: Only members of a screen.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/market/{id}/holders", {"id": id, "outcome": outcome, "order": order, "screen": screen, "limit": limit, "cursor": cursor, "asOf": as_of})

    def list_market_traders(self, id, *, order=None, limit=None, cursor=None, as_of=None):
        """List a market's traders. Results of the market's traders, except those who opted out. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/market/{id}/traders

        id: The market's condition id: 0x and 64 hex digits, in any case.
        order: Sort order. A cursor is valid only in its own order. Default: profit.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/market/{id}/traders", {"id": id, "order": order, "limit": limit, "cursor": cursor, "asOf": as_of})

    def list_market_trades(self, id, *, outcome=None, side=None, min_usd=None, from_=None, to=None, trader=None, limit=None, cursor=None, as_of=None):
        """List a market's trades. Fills in the market, newest first; a match has a fill for each of its orders. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/market/{id}/trades

        id: The market's condition id: 0x and 64 hex digits, in any case.
        outcome: Only fills of the outcome with this index, from 0 to 255. Default: all outcomes.
        side: Only fills of this side. Default: both.
        min_usd: Only fills of at least this many USD, from 0 to 9,007,199,254. Default: 0.
        from_: Only fills at or after this time. Default: the first fill. Requires Pro.
        to: Only fills before this time. Default: the last fill. Requires Pro.
        trader: Only this trader's fills: the wallet's address, 0x and 40 hex digits, in any case. Default: all traders.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/market/{id}/trades", {"id": id, "outcome": outcome, "side": side, "minUsd": min_usd, "from": from_, "to": to, "trader": trader, "limit": limit, "cursor": cursor, "asOf": as_of})

    def list_market_prices(self, id, *, outcome=None, interval=None, from_=None, to=None, limit=None, cursor=None, as_of=None):
        """List an outcome's prices. Prices of an outcome by interval, newest first, without gaps: from the day of its first trade to the last event, or to its resolution. Prices come from fills of at least one share, up to $1; in a market of two outcomes, fills of the other outcome count as $1 minus their price, as in `Outcome.price`. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/market/{id}/prices

        id: The market's condition id: 0x and 64 hex digits, in any case.
        outcome: Index of the outcome, from 0 to 255. Default: 0. Without such an outcome, the list is empty.
        interval: Candle length. Default: 1d. Each interval has its own cursors.
        from_: Only candles ending after this time. Default: the first candle. Requires Pro.
        to: Only candles starting before this time. Default: the last candle. Requires Pro.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/market/{id}/prices", {"id": id, "outcome": outcome, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor, "asOf": as_of})

    def get_market_flow(self, id, *, by=None, from_=None, to=None, as_of=None):
        """Get a market's flow. Shares and dollars that groups of traders bought and sold over a range of days.

        GET /v1/market/{id}/flow

        id: The market's condition id: 0x and 64 hex digits, in any case.
        by: How traders are grouped. Default: size. Requires Pro where it is not size.
        from_: The first UTC day, at most 366 days before the last. Default: the 7 days ending with the last.
        to: The last UTC day. Default: the cutoff's day, or the last day that the caller may see.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/market/{id}/flow", {"id": id, "by": by, "from": from_, "to": to, "asOf": as_of})

    def get_market_movers(self, id, *, outcome=None, from_=None, to=None, first=None, as_of=None):
        """Get a market's largest net buyers and sellers. The largest net buyers and sellers of an outcome between two times, and its price before and after. Null for an unknown outcome.

        GET /v1/market/{id}/movers

        id: The market's condition id: 0x and 64 hex digits, in any case.
        outcome: The index of the outcome, from 0 to 255. Default: 0.
        from_: The time of the first fill that can count. Default: 24 hours before `to`.
        to: Only fills before this time, at most 7 days after `from`. Default: up to the cutoff.
        first: Buyers, and sellers, at most: 1 to 20. Default: 3.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/market/{id}/movers", {"id": id, "outcome": outcome, "from": from_, "to": to, "first": first, "asOf": as_of})

    def list_events(self, *, query=None, category=None, limit=None, cursor=None, as_of=None):
        """List or search events. Events, each a group of markets that belong together, largest volume first; newer first among equal ones, unknown volumes last. A `query` is a search.

        GET /v1/events

        query: Words to find in the event's title or the question of one of its markets, all of them, in any order, up to 100 characters; case and accents are ignored. Default: everything.
        category: Only events with markets of this category, ordered by the volume of those. Default: all.
        limit: Rows per page, from 1 to 100. Default: 20.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/events", {"query": query, "category": category, "limit": limit, "cursor": cursor, "asOf": as_of})

    def get_event(self, id, *, as_of=None):
        """Get an event. Title, volume, sum of prices, and the 30 markets with the largest volume; `totalCount` is the number of all.

        GET /v1/event/{id}

        id: The event's id, with or without its prefix `event:`.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/event/{id}", {"id": id, "asOf": as_of})

    def get_event_if_wins(self, id, *, market=None, first=None, as_of=None):
        """Get gains if a market wins. Gains and losses of the largest traders if one market of the event resolves to its first outcome. Null without an undecided market that can, and for an event of more than 256 markets or 300,000 positions.

        GET /v1/event/{id}/if-wins

        id: The event's id, with or without its prefix `event:`.
        market: The condition id of the market: 0x and 64 hex digits, in any case. Default: the one with the highest price.
        first: Traders at most, 1 to 25. Default: 5.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/event/{id}/if-wins", {"id": id, "market": market, "first": first, "asOf": as_of})

    def list_trades(self, *, min_usd=None, max_usd=None, min_price=None, max_price=None, min_impact=None, side=None, role=None, outcome=None, change=None, market=None, event=None, category=None, tag=None, min_market_hours=None, trader=None, board=None, top=None, screen=None, members=None, signs=None, without=None, hindsight=None, from_=None, to=None, any=None, order=None, collapse=None, limit=None, cursor=None):
        """List large trades of all markets. Trades of $1,000 or more in all markets. Smaller ones are listed by market and by trader. A whole trade is one row: the fills of one trader, outcome and side in one transaction; the row is its first fill, and `whole` has the sums. With `collapse: false` each of its fills is a row. A page may be short where few trades match: its `endCursor` goes on. Anonymous callers get the first 25 rows, free accounts the first 100, Pro all of them.

        GET /v1/trades

        min_usd: Minimum USD.
        max_usd: Maximum USD.
        min_price: Minimum average price, from 0 to 1.
        max_price: Maximum average price, from 0 to 1.
        min_impact: Minimum change of the price, in its direction, from 0 to 1.
        side: Only purchases, or only sales.
        role: Role. Default: all but makers, so each dollar counts once; in a stream or an export any.
        outcome: Index of the outcome, from 0 to 255.
        change: Effects on the position.
        market: Conditions of markets.
        event: Ids of events.
        category: Categories of markets.
        tag: Tags of markets.
        min_market_hours: Minimum scheduled life in hours, from 0 to 87,600.
        trader: Addresses of traders.
        board: First traders of a leaderboard.
        top: How many of its first traders, from 1 to 1,000. Default: 100.
        screen: Members of a screen.
        members: Members now, which looks back, or at the close before each trade.
        signs: All of these signs; a stream then sends trades with each snapshot.
        without: None of these signs, all of them known.
        hindsight: All of these facts, which later events show.
        from_: From this time on; in the list with Pro.
        to: Before this time; in the list with Pro.
        any: One of these filters matches too.
        order: Sort order. A cursor is valid only in its own order. Default: newest. largest covers at most 31 days, by default the last 24 hours.
        collapse: Whether a whole trade is one row. If false, each of its fills is one, those of a whole trade together, the newest first. Conditions are on the whole trade; `role` is that of each fill.
        limit: Rows per page, from 1 to 100; at most 25 without an account. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page. Requires Pro.
        """
        return self.get("/v1/trades", {"minUsd": min_usd, "maxUsd": max_usd, "minPrice": min_price, "maxPrice": max_price, "minImpact": min_impact, "side": side, "role": role, "outcome": outcome, "change": change, "market": market, "event": event, "category": category, "tag": tag, "minMarketHours": min_market_hours, "trader": trader, "board": board, "top": top, "screen": screen, "members": members, "signs": signs, "without": without, "hindsight": hindsight, "from": from_, "to": to, "any": any, "order": order, "collapse": collapse, "limit": limit, "cursor": cursor})

    def list_whale_alerts(self, *, category=None, min_usd=None, side=None, qualifying=None, trader=None, market=None, limit=None, cursor=None):
        """List whale alerts. Large fills by top traders, newest first. Pro callers see all of them immediately, with identities. Everyone else sees those of the last 7 days of the ledger, an hour (configurable) after the fill, with a label for the trader and rounded amounts, and filters by `market` alone.

        GET /v1/whales

        category: Only fills in markets of this category. Default: all. Requires Pro.
        min_usd: Only fills of at least this many USD, from 0 to 9,007,199,254. Default: 0. Requires Pro.
        side: Only fills of this side. Default: both. Requires Pro.
        qualifying: Only alerts for which the trader qualified by this leaderboard. Default: all. Requires Pro.
        trader: Only this trader's fills: the wallet's address, 0x and 40 hex digits, in any case. Default: all traders. Requires Pro.
        market: Only fills in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's.
        limit: Rows per page, from 1 to 100; at most 25 without Pro. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        return self.get("/v1/whales", {"category": category, "minUsd": min_usd, "side": side, "qualifying": qualifying, "trader": trader, "market": market, "limit": limit, "cursor": cursor})

    def get_whale_showcase(self):
        """List notable alerts. Up to 10 alerts of the ledger's last 7 days with the largest move in the trader's favor, one per trader, largest first.

        GET /v1/whales/showcase
        """
        return self.get("/v1/whales/showcase", {})

    def get_whale_radar_record(self):
        """Get the alerts' track record. The track record of all alerts, overall and by leaderboard: hit rate against the rate that prices implied, and price moves after the fill.

        GET /v1/whales/record
        """
        return self.get("/v1/whales/record", {})

    def get_whale_alert(self, id):
        """Get an alert. One alert by id, with the fields that the caller may see.

        GET /v1/whales/{id}

        id: The alert's id, from a list.
        """
        return self.get("/v1/whales/{id}", {"id": id})

    def get_whale_alert_config(self):
        """Get your notification config. The caller's notification config: the whale alerts delivered, and their channels. Null if there is none. Requires Pro.

        GET /v1/whales/config
        """
        return self.get("/v1/whales/config", {})

    def get_watchlist(self, *, kind=None, limit=None, cursor=None):
        """Get your watchlist. The caller's follows, in the order in which they began. Notifications go to the account's channels: Pro accounts are notified immediately, free accounts after the delay. Requires sign-in.

        GET /v1/watchlist

        kind: Only follows of this kind. Default: any.
        limit: Rows per page, from 1 to 100. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        return self.get("/v1/watchlist", {"kind": kind, "limit": limit, "cursor": cursor})

    def get_follow(self, topic):
        """Get one of your follows. The caller's follow of one topic. Null if they do not follow it. Requires sign-in.

        GET /v1/watchlist/{topic}

        topic: Its topic: a kind and a name, such as wallet:0x…, market:0x…, leaderboard:pnl-7d, event:white-whale, trades:all, screen:ID, rule:ID, or the address of a wallet.
        """
        return self.get("/v1/watchlist/{topic}", {"topic": topic})

    def get_channels(self):
        """Get your notification channels. The account's channels: the targets of its notifications and, with Pro, of whale alerts. Requires sign-in.

        GET /v1/account/channels
        """
        return self.get("/v1/account/channels", {})

    def get_outbox(self, *, limit=None, cursor=None):
        """List your messages. Messages to the caller's channels in the last week, newest first, at most 200. An account without a working channel gets its notifications here. Requires sign-in.

        GET /v1/account/outbox

        limit: Rows per page, from 1 to 100. Default: 25.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        return self.get("/v1/account/outbox", {"limit": limit, "cursor": cursor})

    def what_changed(self, *, time=None):
        """Get what changed in what you follow. Changes since a time: trades of followed traders, followed markets that moved and who moved them, and traders who entered or left followed leaderboards and screens. Requires sign-in.

        GET /v1/account/since

        time: Only later events count, of the last 30 days. Default: those that pages did not show yet at the caller's newest page view at least half an hour ago; without one, those of the last 24 hours.
        """
        return self.get("/v1/account/since", {"time": time})

    def list_screens(self):
        """List your saved screens. The account's saved screens, the oldest first. Requires sign-in.

        GET /v1/screens
        """
        return self.get("/v1/screens", {})

    def get_screen(self, id):
        """Get a saved screen. One of the caller's saved screens, or a public one.

        GET /v1/screens/{id}

        id: The id of the screen.
        """
        return self.get("/v1/screens/{id}", {"id": id})

    def list_screen_members(self, id, *, as_of=None, limit=None, cursor=None, in_common=None):
        """List the members of a saved screen. The first `top` traders of the question, as `traders` returns them.

        GET /v1/screens/{id}/members

        id: The id of the screen.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        limit: Rows per page, from 1 to 200. Default: 20.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        in_common: Markets that this many hold too.
        """
        return self.get("/v1/screens/{id}/members", {"id": id, "asOf": as_of, "limit": limit, "cursor": cursor, "inCommon": in_common})

    def list_exports(self):
        """List your exports. The account's exports, the newest first. Requires Pro.

        GET /v1/exports
        """
        return self.get("/v1/exports", {})

    def get_export(self, id):
        """Get one of your exports. One of the caller's exports. Requires Pro.

        GET /v1/exports/{id}

        id: The id of the export: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.get("/v1/exports/{id}", {"id": id})

    def list_backtest_examples(self):
        """List examples of rules tried on the past. Rules that are tried again each day over the last 90 days, for everybody to look at.

        GET /v1/lab/examples
        """
        return self.get("/v1/lab/examples", {})

    def list_backtests(self):
        """List your trials of rules. The account's trials of rules, the newest first. Requires Pro.

        GET /v1/lab
        """
        return self.get("/v1/lab", {})

    def get_backtest(self, id):
        """Get a trial of a rule. An example, or one of the caller's trials of rules.

        GET /v1/lab/{id}

        id: The id of the trial: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.get("/v1/lab/{id}", {"id": id})

    def list_backtest_copies(self, id, *, fate=None, limit=None, skip=None):
        """List copies of a trial of a rule. Copies of traders, the earliest first; none unless DONE.

        GET /v1/lab/{id}/copies

        id: The id of the trial: 22 characters: letters, digits, hyphens and underscores.
        fate: Only copies of this fate. Default: all.
        limit: How many copies, 1 to 50,000; at most 1,000 without Pro. Default: 1,000.
        skip: How many copies are skipped, 0 to 50,000. Default: 0.
        """
        return self.get("/v1/lab/{id}/copies", {"id": id, "fate": fate, "limit": limit, "skip": skip})

    def list_registered_rules(self):
        """List your registered rules. The account's registered rules, the newest first. Requires Pro.

        GET /v1/lab/rules
        """
        return self.get("/v1/lab/rules", {})

    def get_registered_rule(self, id):
        """Get a registered rule. A rule that runs forward on paper, for everybody who has its id.

        GET /v1/lab/rules/{id}

        id: The id of the rule: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.get("/v1/lab/rules/{id}", {"id": id})

    def list_rule_entries(self, id, *, limit=None, after=None):
        """List the record of a registered rule. Its record up to the caller's snapshot, in order.

        GET /v1/lab/rules/{id}/entries

        id: The id of the rule: 22 characters: letters, digits, hyphens and underscores.
        limit: How many entries, 1 to 1,000. Default: 100.
        after: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        return self.get("/v1/lab/rules/{id}/entries", {"id": id, "limit": limit, "after": after})

    def get_smart_money(self, *, cohort=None, screen=None, as_of=None):
        """Get a cohort's positions. A cohort's positions in open markets, compared with market prices: its size, positions by category, the weekly highlight and opportunities. Without Pro, five opportunities with their side and price, by the volume of their markets; Pro adds the others, every position, and consensus.

        GET /v1/smart-money

        cohort: The cohort. Default: top-pnl.
        screen: Members of this screen instead.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/smart-money", {"cohort": cohort, "screen": screen, "asOf": as_of})

    def list_smart_money_highlights(self, *, weeks=None, cohort=None):
        """List weekly highlights. A cohort's weekly highlights as recorded at the time, newest first, with their outcomes.

        GET /v1/smart-money/highlights

        weeks: Number of past weeks, from 1 to 104. Default: 12.
        cohort: The cohort. Default: top-pnl.
        """
        return self.get("/v1/smart-money/highlights", {"weeks": weeks, "cohort": cohort})

    def get_smart_money_history(self, *, cohort=None, weeks=None):
        """Get a cohort's track record. A cohort's weeks with their changes, past opportunities with outcomes, and performance. Contains no identities. Requires Pro.

        GET /v1/smart-money/history

        cohort: The cohort. Default: top-pnl.
        weeks: Number of past weeks, from 1 to 104. Default: 12.
        """
        return self.get("/v1/smart-money/history", {"cohort": cohort, "weeks": weeks})

    def get_smart_money_market(self, id, *, cohort=None, as_of=None):
        """Get a cohort's position in a market. A cohort's position in one market: divergence, the last eight weeks, and its members. Requires Pro.

        GET /v1/smart-money/market/{id}

        id: The market's condition id: 0x and 64 hex digits, in any case.
        cohort: The cohort. Default: top-pnl.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.get("/v1/smart-money/market/{id}", {"id": id, "cohort": cohort, "asOf": as_of})

    def get_large_buys(self):
        """Get price moves after large buys. How prices moved in the 72 hours after buys of $10,000 or more in the last 90 days, for traders who were known to be skilled and for everyone else. Null before a day is studied.

        GET /v1/smart-money/large-buys
        """
        return self.get("/v1/smart-money/large-buys", {})

    def get_service(self):
        """Get the facts of the service and of its last day. The service: software, data coverage, current snapshot, and facts of the last day.

        GET /v1/service
        """
        return self.get("/v1/service", {})

    def follow(self, topic, *, min_usd=None, categories=None, min_price=None, max_price=None, side=None, kinds=None, outcome=None, above=None, below=None, jump=None, holder_share=None, stance=None, top=None, change=None, daily=None, where=None):
        """Follow a topic. Follows a topic, or replaces the rules of one that is followed; rules that are omitted have their defaults. The path of a kind is the same, such as /v1/watchlist/markets/{id}. Requires a bearer token: an API key cannot change its account.

        PUT /v1/watchlist/{topic}

        topic: The topic: a kind and a name, such as wallet:0x…, market:0x…, leaderboard:pnl-7d, event:white-whale, trades:all, screen:ID, rule:ID, or the address of a wallet.
        min_usd: Of wallets and trades. Minimum size of a decision in USD, 0 to 9,007,199,254. Default: 0 for wallets, 10000000000 for trades.
        categories: Of wallets and trades. Categories of the markets whose trades match. Default: any.
        min_price: Of wallets and trades. Lowest average price in USD per share, 0 to 1. Default: any.
        max_price: Of wallets and trades. Highest average price in USD per share, 0 to 1. Default: any.
        side: Of wallets and trades. BUY for shares received, SELL for shares sold or sent. Default: both.
        kinds: Of wallets. Kinds of decisions that send a notification. Default: any.
        outcome: Of markets. Index of the outcome that the rules watch, 0 to 255. Default: 0.
        above: Of markets. Level in USD per share, 0.02 to 0.98: notifies when the price reaches it from below. Default: never.
        below: Of markets. Level in USD per share, 0.02 to 0.98: notifies when the price reaches it from above. Default: never.
        jump: Of markets and events. Price change in USD per share, 0.05 to 0.9: notifies when the price differs by at least this from any price within the past 24 hours. Default: never.
        holder_share: Of markets. Fraction of the outcome's shares, 0.01 to 1, in thousandths: notifies when a wallet reaches it, in an outcome of 5,000 shares or more. Default: never.
        stance: Of markets. Whether to notify when smart money (the cohort TOP_PNL) changes sides: in a snapshot, 60% of its value or more is on the other side. Needs Pro. Default: false.
        top: Of leaderboards and screens. Number of top places, 1 to 100: traders entering or leaving them send a notification. Default: 10 for leaderboards, 20 for screens.
        change: Of trades. Effects on the trader's position that send a notification. Default: any.
        daily: Of rules. True: one message for each UTC day on which anything happened, with the net result. False: one for each snapshot. Default: false.
        where: Of trades. A filter of whole trades as the list `trades` has it, without times, in place of the other rules. Default: none.
        """
        return self.change("PUT", "/v1/watchlist/{topic}", {"topic": topic, "minUsd": min_usd, "categories": categories, "minPrice": min_price, "maxPrice": max_price, "side": side, "kinds": kinds, "outcome": outcome, "above": above, "below": below, "jump": jump, "holderShare": holder_share, "stance": stance, "top": top, "change": change, "daily": daily, "where": where})

    def unfollow(self, topic):
        """Unfollow a topic. Stops following a topic. Notifications already queued are still sent. Requires sign-in.

        DELETE /v1/watchlist/{topic}

        topic: The topic: a kind and a name, such as wallet:0x…, market:0x…, leaderboard:pnl-7d, event:white-whale, trades:all, screen:ID, rule:ID, or the address of a wallet.
        """
        return self.change("DELETE", "/v1/watchlist/{topic}", {"topic": topic})

    def pace_channel(self, id, *, quiet_from=None, quiet_to=None, time_zone=None, daily_limit=None):
        """Set the quiet hours and the daily limit of a channel. Replaces both: what is omitted has no effect. Requires a bearer token: an API key cannot change its account.

        PUT /v1/account/channels/{id}

        id: One of the caller's own channels, by its `id`.
        quiet_from: Start of the quiet hours, a time of the day such as 22:00; requires `quietTo` and `timeZone`. Default: none.
        quiet_to: End of the quiet hours, a time of the day such as 22:00; requires `quietFrom` and `timeZone`. Messages held during them are sent then, as one digest.
        time_zone: IANA name of the time zone of the quiet hours, such as Europe/Berlin, 1 to 64 characters; requires `quietFrom` and `quietTo`.
        daily_limit: The most messages within any 24 hours, codes and tests aside, 1 to 1,000. Default: any number.
        """
        return self.change("PUT", "/v1/account/channels/{id}", {"id": id, "quietFrom": quiet_from, "quietTo": quiet_to, "timeZone": time_zone, "dailyLimit": daily_limit})

    def forget_visits(self):
        """Erase the times of your visits. Whether there were any. False if there were none. Requires sign-in.

        DELETE /v1/account/visits
        """
        return self.change("DELETE", "/v1/account/visits", {})

    def save_screen(self, name, *, public=None, top=None, where=None, order=None, period=None, category=None, tag=None):
        """Save a screen. The screen as stored. Requires sign-in.

        POST /v1/screens

        name: The name, 1 to 100 characters.
        public: True: everybody who knows the id may read it. Default: false.
        top: The number of members at most, from 1 to 1,000. Default: 100.
        where: Conditions, which must all hold. Default: everybody.
        order: Up to 5 numbers in turn (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6). Default: volume.
        period: Period of the numbers. Default: all time.
        category: Counts only activity in events of this category. Default: all activity.
        tag: A tag in place of the category: 1 to 200 characters.
        """
        return self.change("POST", "/v1/screens", {"name": name, "public": public, "top": top, "where": where, "order": order, "period": period, "category": category, "tag": tag})

    def replace_screen(self, id, name, *, public=None, top=None, where=None, order=None, period=None, category=None, tag=None):
        """Replace a saved screen. The screen as stored. Requires sign-in.

        PUT /v1/screens/{id}

        id: The screen of the caller that it replaces: 22 characters: letters, digits, hyphens and underscores. Default: a new one.
        name: The name, 1 to 100 characters.
        public: True: everybody who knows the id may read it. Default: false.
        top: The number of members at most, from 1 to 1,000. Default: 100.
        where: Conditions, which must all hold. Default: everybody.
        order: Up to 5 numbers in turn (roi:desc,edge_low:desc), by weighted percentiles (roi*0.4,edge_low*0.6). Default: volume.
        period: Period of the numbers. Default: all time.
        category: Counts only activity in events of this category. Default: all activity.
        tag: A tag in place of the category: 1 to 200 characters.
        """
        return self.change("PUT", "/v1/screens/{id}", {"id": id, "name": name, "public": public, "top": top, "where": where, "order": order, "period": period, "category": category, "tag": tag})

    def rename_screen(self, id, name):
        """Rename a saved screen. The screen as stored. Requires sign-in.

        PUT /v1/screens/{id}/name

        id: The caller's screen: 22 characters: letters, digits, hyphens and underscores.
        name: The new name, 1 to 100 characters.
        """
        return self.change("PUT", "/v1/screens/{id}/name", {"id": id, "name": name})

    def delete_screen(self, id):
        """Delete a saved screen. The id of the deleted screen. Requires sign-in.

        DELETE /v1/screens/{id}

        id: The caller's screen: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.change("DELETE", "/v1/screens/{id}", {"id": id})

    def start_export(self, table, *, format=None, columns=None, min_usd=None, max_usd=None, min_price=None, max_price=None, side=None, role=None, outcome=None, change=None, market=None, event=None, min_market_hours=None, trader=None, board=None, top=None, screen=None, members=None, signs=None, without=None, from_=None, to=None, positions=None, traders=None, order=None, period=None, category=None, tag=None, as_of=None, status=None):
        """Start an export. The export as stored. Requires Pro.

        POST /v1/exports

        table: The table to export.
        format: The format of the file. Default: NDJSON.
        columns: Columns of the file, in this order. Default: [all of them](/docs/files#exports).
        min_usd: Minimum USD.
        max_usd: Maximum USD.
        min_price: Minimum average price, from 0 to 1.
        max_price: Maximum average price, from 0 to 1.
        side: Only purchases, or only sales.
        role: Role. Default: all but makers, so each dollar counts once; in a stream or an export any.
        outcome: Index of the outcome, from 0 to 255.
        change: Effects on the position.
        market: Conditions of markets.
        event: Ids of events.
        min_market_hours: Minimum scheduled life in hours, from 0 to 87,600.
        trader: Addresses of traders.
        board: First traders of a leaderboard.
        top: How many of its first traders, from 1 to 1,000. Default: 100.
        screen: Members of a screen.
        members: Members now, which looks back, or at the close before each trade.
        signs: All of these signs; a stream then sends trades with each snapshot.
        without: None of these signs, all of them known.
        from_: From this time on; in the list with Pro.
        to: Before this time; in the list with Pro.
        positions: Positions: conditions in place of `where`, as `positions` takes them.
        traders: Traders: conditions. Default: everybody.
        order: Traders: up to 5 orders. Default: by volume.
        period: Traders: the period of the numbers. Default: all time.
        category: Traders: the category of the numbers. Trades: the only one, beside `where`.
        tag: A tag in place of the category, 1 to 200 characters.
        as_of: Positions and traders: a UTC day, at whose close they are read. Default: the cutoff.
        status: Positions: only those of this status.
        """
        return self.change("POST", "/v1/exports", {"table": table, "format": format, "columns": columns, "minUsd": min_usd, "maxUsd": max_usd, "minPrice": min_price, "maxPrice": max_price, "side": side, "role": role, "outcome": outcome, "change": change, "market": market, "event": event, "minMarketHours": min_market_hours, "trader": trader, "board": board, "top": top, "screen": screen, "members": members, "signs": signs, "without": without, "from": from_, "to": to, "positions": positions, "traders": traders, "order": order, "period": period, "category": category, "tag": tag, "asOf": as_of, "status": status})

    def cancel_export(self, id):
        """Cancel an export, or remove its file. The export as stored. Requires Pro.

        DELETE /v1/exports/{id}

        id: The id of the export: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.change("DELETE", "/v1/exports/{id}", {"id": id})

    def register_rule(self, backtest):
        """Register a rule. The rule as stored. Requires Pro.

        POST /v1/lab/rules

        backtest: The id of an example or of one of the caller's trials: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.change("POST", "/v1/lab/rules", {"backtest": backtest})

    def end_rule(self, id):
        """End a registered rule. The rule as stored. Requires Pro.

        DELETE /v1/lab/rules/{id}

        id: The id of the rule: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.change("DELETE", "/v1/lab/rules/{id}", {"id": id})

    def start_backtest(self, universe, size, from_, to, *, record=None, entry=None, delay=None, fill=None, exit=None):
        """Try a rule on the past. The trial as stored. Requires Pro.

        POST /v1/lab

        universe: The traders.
        record: The minimum record.
        entry: Conditions on copied trades.
        delay: Seconds after the copied trade, up to 6, each 0 to 604,800: the first decides, the others make a curve. Default: 30.
        size: The money.
        fill: How orders fill.
        exit: When copies are sold.
        from_: The first day.
        to: The last day.
        """
        return self.change("POST", "/v1/lab", {"universe": universe, "record": record, "entry": entry, "delay": delay, "size": size, "fill": fill, "exit": exit, "from": from_, "to": to})

    def cancel_backtest(self, id):
        """Cancel a trial of a rule, or remove it. The trial as stored. Requires Pro.

        DELETE /v1/lab/{id}

        id: The id of the trial: 22 characters: letters, digits, hyphens and underscores.
        """
        return self.change("DELETE", "/v1/lab/{id}", {"id": id})

    def reconcile(self, *, files=None, trader=None, columns=None, as_of=None):
        """Compare another site's view of a wallet. Compares another site's view of a wallet with this service's ledger, and finds the cause of each difference. Nothing of the files is stored. Without files, compares with the number of Polymarket's own subgraph.

        POST /v1/reconcile

        files: Texts of files: JSON answers of the Data API (positions, closed positions, activity, trades, leaderboard, profile), or CSV with a header: up to 20, each 1 to 2,000,000 characters; 10,000 rows together, separated by commas.
        trader: The wallet: 0x and 40 hex digits, in any case. Default: the one that the files name.
        columns: Columns of fields, where their names are not known, such as `pnl=Net result`: up to 40, each a field, `=` and a column of the file, separated by commas.
        as_of: At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.
        """
        return self.change("POST", "/v1/reconcile", {"files": files, "trader": trader, "columns": columns, "asOf": as_of})

    def stream_trades(self, *, min_usd=None, max_usd=None, min_price=None, max_price=None, side=None, role=None, outcome=None, change=None, market=None, event=None, category=None, tag=None, min_market_hours=None, trader=None, board=None, top=None, screen=None, members=None, signs=None, without=None, from_=None, to=None, any=None, cursor=None):
        """Stream trades. New fills, in the order of the chain. The traders of a leaderboard or a screen are those of the moment when the stream begins, or with `members: AT_TRADE` those at the close before each trade. Without Pro an event is sent when it becomes public. Imported events behind the newest one are not sent. The stream ends with an error: SLOW_CONSUMER when events are unread for 30 seconds, UNAUTHENTICATED or FORBIDDEN before the next event after the caller loses the key or the tier, SERVICE_UNAVAILABLE when the process stops. At most 20 open streams per caller and process.

        GET /v1/trades/stream

        min_usd: Minimum USD.
        max_usd: Maximum USD.
        min_price: Minimum average price, from 0 to 1.
        max_price: Maximum average price, from 0 to 1.
        side: Only purchases, or only sales.
        role: Role. Default: all but makers, so each dollar counts once; in a stream or an export any.
        outcome: Index of the outcome, from 0 to 255.
        change: Effects on the position.
        market: Conditions of markets.
        event: Ids of events.
        category: Categories of markets.
        tag: Tags of markets.
        min_market_hours: Minimum scheduled life in hours, from 0 to 87,600.
        trader: Addresses of traders.
        board: First traders of a leaderboard.
        top: How many of its first traders, from 1 to 1,000. Default: 100.
        screen: Members of a screen.
        members: Members now, which looks back, or at the close before each trade.
        signs: All of these signs; a stream then sends trades with each snapshot.
        without: None of these signs, all of them known.
        from_: From this time on; in the list with Pro.
        to: Before this time; in the list with Pro.
        any: One of these filters matches too.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        yield from self._stream("/v1/trades/stream", {"minUsd": min_usd, "maxUsd": max_usd, "minPrice": min_price, "maxPrice": max_price, "side": side, "role": role, "outcome": outcome, "change": change, "market": market, "event": event, "category": category, "tag": tag, "minMarketHours": min_market_hours, "trader": trader, "board": board, "top": top, "screen": screen, "members": members, "signs": signs, "without": without, "from": from_, "to": to, "any": any, "cursor": cursor})

    def stream_activity(self, *, trader=None, market=None, cursor=None):
        """Stream activity. New events of every kind that a trader's activity has, in the order of the chain; a conversion belongs to no single market. Without Pro an event is sent when it becomes public. Imported events behind the newest one are not sent. The stream ends with an error: SLOW_CONSUMER when events are unread for 30 seconds, UNAUTHENTICATED or FORBIDDEN before the next event after the caller loses the key or the tier, SERVICE_UNAVAILABLE when the process stops. At most 20 open streams per caller and process.

        GET /v1/activity/stream

        trader: Only this trader's events, transfers received included: the wallet's address, 0x and 40 hex digits, in any case. Default: all traders'.
        market: Only events in this market: its condition, 0x and 64 hex digits, in any case. Default: every market's.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        yield from self._stream("/v1/activity/stream", {"trader": trader, "market": market, "cursor": cursor})

    def stream_prices(self, market, *, cursor=None):
        """Stream prices. New prices of some markets, one for each fill that sets a price, in the order of the chain. Without Pro an event is sent when it becomes public. Imported events behind the newest one are not sent. The stream ends with an error: SLOW_CONSUMER when events are unread for 30 seconds, UNAUTHENTICATED or FORBIDDEN before the next event after the caller loses the key or the tier, SERVICE_UNAVAILABLE when the process stops. At most 20 open streams per caller and process.

        GET /v1/prices/stream

        market: The markets: their conditions, up to 100, each 0x and 64 hex digits, in any case, separated by commas.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        yield from self._stream("/v1/prices/stream", {"market": market, "cursor": cursor})

    def stream_standings(self, *, leaderboard=None, screen=None, limit=None, cursor=None):
        """Stream standings. Changes of the first places of a leaderboard or a saved screen, sent with each snapshot that the caller may read: those who left, then the others by rank. POSITION comes as soon as the stream is level, and after 15 seconds without a change. A stream that begins with `after` sends what changed since, so a cut loses nothing. At most 20 open streams per caller and process.

        GET /v1/standings/stream

        leaderboard: The id of the leaderboard such as `pnl-7d`, 1 to 64 characters. Default: the screen.
        screen: The id of the screen in place of a leaderboard: 22 characters: letters, digits, hyphens and underscores. Default: the leaderboard.
        limit: Number of places, 1 to 100.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        yield from self._stream("/v1/standings/stream", {"leaderboard": leaderboard, "screen": screen, "limit": limit, "cursor": cursor})

    def stream_backtest(self, id, *, cursor=None):
        """Stream the progress of a trial. The state and progress of a trial, first as they are, then whenever they change, read twice a second. The stream ends with the trial; POSITION comes after 15 seconds without a change. At most 20 open streams per caller and process.

        GET /v1/lab/{id}/stream

        id: The id of the trial: 22 characters: letters, digits, hyphens and underscores.
        cursor: `nextCursor` of the previous page, with the same other parameters. Default: the first page.
        """
        yield from self._stream("/v1/lab/{id}/stream", {"id": id, "cursor": cursor})
