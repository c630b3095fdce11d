"""A second verifier of Pequod's files, apart from its own: python3 verify_proof.py FILE [KEY].
It takes states of traders, records of rules, and alerts, as proofs.md writes them down, and needs Python 3.9 alone."""
import base64, datetime, hashlib, json, re, sys  # noqa: E401

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P

def need(holds, problem):
    if not holds:
        raise ValueError(f"The proof does not hold: {problem}.")

def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def add(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(k, point):
    total = (0, 1, 1, 0)
    while k:
        total, point, k = add(total, point) if k & 1 else total, add(point, point), k >> 1
    return total

def decompress(data):
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x * pow(2, (P - 1) // 4 if (x * x - square) % P else 0, P) % P
    need(y < P and (x * x - square) % P == 0 and (x or not sign), "a point is not of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

def signed(key, text, signature):
    base = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    s = int.from_bytes(signature[32:], "little")
    need(len(signature) == 64 and s < Q, "the signature is out of range")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % Q
    left, right = times(s, base), add(decompress(signature[:32]), times(k, decompress(key)))
    need(all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1)), "the signature does not hold")

def plain(text):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text, "base64 is written otherwise")
    return data

def head(note, key):  # The size and the root of the log, after its signature was checked.
    origin, hash4, encoded = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)", key).groups()
    typed = plain(encoded)
    named = sha(origin.encode() + b"\n", typed)[:4].hex()
    need(len(typed) == 33 and typed[0] == 1 and named == hash4, "the key is not of Ed25519, or has another hash")
    text, signature = note.split("\n\n", 1)
    name, size, root = text.split("\n")
    line = re.fullmatch("\u2014 ([^\\s]+) ([A-Za-z0-9+/=]+)\n", signature)
    need(line and name == origin == line[1] and re.fullmatch("[0-9]{1,15}", size), "the checkpoint is of another log")
    data = plain(line[2])
    need(data[:4].hex() == hash4, "another key signed the checkpoint")
    signed(typed[1:], (text + "\n").encode(), data[4:])
    return int(size), plain(root).hex()

def above(leaf, index, path, size):
    """The root above a leaf: RFC 9162, section 2.1.3.2."""
    own, last, root = index, size - 1, sha(b"\0", leaf.encode())
    need(type(own) is int and 0 <= own <= last, "a leaf is outside its tree")
    for beside in path:
        need(last > 0 and re.fullmatch("[0-9a-f]{64}", beside), "a path is wrong")
        right, node = own % 2 or own == last, bytes.fromhex(beside)
        root = sha(b"\1", node, root) if right else sha(b"\1", root, node)
        while right and own % 2 == 0 and own:
            own, last = own // 2, last // 2
        own, last = own // 2, last // 2
    need(last == 0, "a path is too short")
    return root.hex()

def tree(leaves):
    level = [sha(b"\0", leaf.encode()) for leaf in leaves] or [sha()]
    while len(level) > 1:
        level = [sha(b"\1", *level[i : i + 2]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0].hex()

def state(file, state, day):
    kind, trader, pnl, unrealized, realized = state[:5]
    need(kind == "TRADER" and len(state) == 15 and pnl == unrealized + realized, "the profit does not add up")
    if "positions" in file:
        own = [json.loads(leaf) for leaf in file["positions"]]
        need(len(own) == state[13] and tree(file["positions"]) == state[14], "positions are others")
        need(all(one[:2] == ["POSITION", trader] for one in own), "a position is of another trader")
        need([sum(one[i] for one in own) for i in range(5, 13)] == state[4:12], "the positions do not add up")
        need(sum(one[15] - one[4] for one in own) == unrealized, "the values do not add up")
        at = [json.loads(event["leaf"])[1] for event in file["events"]]
        need(at == sorted(at), "the events are not in order")
        for event, time in zip(file["events"], at):
            need(list(event) == ["leaf", "index", "path", "use"], "an event has other fields")
            on = str(datetime.datetime.fromtimestamp(time, datetime.timezone.utc).date())
            need(on <= day[1] and (on == day[1]) == (event["path"] is not None), "an event is of another day")
            need(f'"{trader}"' in event["leaf"] or event["leaf"].startswith('["RESOLVE"'), "an event is of another trader")
            root = above(event["leaf"], event["index"], event["path"], day[2]) if on == day[1] else day[3]
            need(root == day[3], "an event is not of the day")
    return f"{trader} {day[1]} {pnl} {realized}"

def record(file, rule, day):
    chain, since = bytes(32), 1
    need(rule[0] == "RULE" and rule[2] == len(file["entries"]), "entries are missing")
    for number, entry in enumerate(file["entries"], 1):
        hidden = re.fullmatch("[0-9a-f]{64}", entry)
        need(hidden or json.loads(entry)[1] == number, "an entry has another number")
        chain, since = (bytes.fromhex(entry), number + 1) if hidden else (sha(chain, entry.encode()), since)
    need("0x" + chain.hex() == rule[3], "the entries lead to another hash than the signed one")
    return f"{rule[1]} {day[1]} {rule[2]} {since}"

def call(file, alert, day):
    kind, name, minute, token, side, usd, price, _, sealed = alert
    need(kind == "ALERT", "the leaf is no alert")
    if file["opened"] is not None:
        need(sha(file["opened"].encode()).hex() == sealed, "the opened part is of another alert")
        time, _, shares, exact = json.loads(file["opened"])[5:9]
        shown = [time - time % 60, exact - exact % 10 ** max(0, len(str(exact)) - 2), int(exact / shares * 100 + 0.5) * 10_000]
        need(shown == [minute, usd, price], "the opened part is not what is shown")
    return f"{name} {day[1]} {minute} {token} {side} {usd} {price}"

KINDS = {
    "pequod-proof/1": (state, "trader", "traders", ("trader,digest", "trader,positions,events,digest")),
    "pequod-record/1": (record, "rule", "rules", ("rule,entries,digest",)),
    "pequod-call/1": (call, "call", "alerts", ("call,opened,digest",)),
}

def verify(data, trusted=None):
    need(len(data) < 2**25 and not re.search(b"[0-9]{999}", data), "the file is too long for a proof")
    file = json.loads(text := data.decode("utf-8"))
    need(json.dumps(file, separators=(",", ":"), ensure_ascii=False) + "\n" == text, "it is written otherwise")
    need(file["format"] in KINDS, "the format is unknown")
    check, own, name, fields = KINDS[file["format"]]
    need(",".join(file) in ["format,key,checkpoint,day," + rest for rest in fields], "the fields are others")
    need(sha(text[: text.rindex(',"digest":')].encode()).hex() == file["digest"], "the digest is of another file")
    need(trusted in (None, file["key"]), "another key signed than the one that you trust")
    need(all(list(file[it]) == ["leaf", "index", "path"] for it in ("day", own)), "a leaf has other fields")
    size, root = head(file["checkpoint"], file["key"])
    need(above(**file["day"], size=size) == root, "the day is not in the signed log")
    day = json.loads(file["day"]["leaf"])
    count, root = next(one[1:] for one in [["traders", *day[4:6]], *day[8]] if one[0] == name)
    need(day[0] == "DAY" and above(**file[own], size=count) == root, "the leaf is not of the day")
    return f"{check(file, json.loads(file[own]['leaf']), day)} {size}"

if __name__ == "__main__":
    try:
        print(verify(open(*sys.argv[1:2] or sys.exit(__doc__), "rb").read(2**25), *sys.argv[2:3]))
    except Exception as error:  # Of a file that is no proof, anything can be missing.
        sys.exit(str(error) if type(error) is ValueError or isinstance(error, OSError) else "The file is no proof.")
