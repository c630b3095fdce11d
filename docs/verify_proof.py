"""A second verifier of proof files, apart from Pequod's own: python3 verify_proof.py FILE [KEY].

It needs Python 3.9 and nothing else. The format is in proofs.md, Ed25519 is that of RFC 8032.
"""
import base64
import datetime
import hashlib
import json
import re
import sys

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(k, point):
    total = (0, 1, 1, 0)
    while k:
        if k & 1:
            total = add(total, point)
        point, k = add(point, point), k >> 1
    return total


def decompress(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    need(y < P, "a point is not of the curve")
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    need((x * x - square) % P == 0 and (x or not sign), "a point is not of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def need(holds, problem):
    if not holds:
        raise ValueError(f"The proof does not hold: {problem}.")


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def signed(key, text, signature):
    base = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    s = int.from_bytes(signature[32:], "little")
    need(len(signature) == 64 and s < Q, "the signature is out of range")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % Q
    left, right = times(s, base), add(decompress(signature[:32]), times(k, decompress(key)))
    same = all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
    need(same, "the signature of the checkpoint does not hold")


def plain(text):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text, "base64 is written otherwise")
    return data


def head(note, key):
    """The size and the root of the log, after its signature was checked."""
    origin, hash4, encoded = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)", key).groups()
    typed = plain(encoded)
    need(len(typed) == 33 and typed[0] == 1, "the key is not of Ed25519")
    need(sha(origin.encode() + b"\n", typed)[:4].hex() == hash4, "the key has another hash")
    text, signature = note.split("\n\n", 1)
    name, size, root = text.split("\n")
    line = re.fullmatch("\u2014 ([^\\s]+) ([A-Za-z0-9+/=]+)\n", signature)
    need(line and name == origin == line[1], "the checkpoint is of another log")
    need(re.fullmatch("[0-9]{1,15}", size), "the size of the log is no number")
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
        if own % 2 or own == last:
            root = sha(b"\1", bytes.fromhex(beside), root)
            while own % 2 == 0 and own:
                own, last = own // 2, last // 2
        else:
            root = sha(b"\1", root, bytes.fromhex(beside))
        own, last = own // 2, last // 2
    need(last == 0, "a path is too short")
    return root.hex()


def tree(leaves):
    level = [sha(b"\0", leaf.encode()) for leaf in leaves] or [sha()]
    while len(level) > 1:
        level = [sha(b"\1", *level[i : i + 2]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0].hex()


def verify(data, trusted=None):
    text = data.decode("utf-8")
    proof = json.loads(text)
    need(json.dumps(proof, separators=(",", ":"), ensure_ascii=False) + "\n" == text, "it is written otherwise")
    names = ["format", "key", "checkpoint", "day", "trader", "digest"]
    need(list(proof) in (names, names[:5] + ["positions", "events", "digest"]), "the fields are others")
    need(proof["format"] == "pequod-proof/1", "the format is unknown")
    need(sha(text[: text.rindex(',"digest":')].encode()).hex() == proof["digest"], "the digest is of another file")
    need(trusted in (None, proof["key"]), "another key signed than the one that you trust")
    need(all(list(proof[it]) == ["leaf", "index", "path"] for it in ("day", "trader")), "a leaf has other fields")
    size, root = head(proof["checkpoint"], proof["key"])
    need(above(**proof["day"], size=size) == root, "the day is not in the signed log")
    kind, day, events, events_root, traders, traders_root = json.loads(proof["day"]["leaf"])[:6]
    need(kind == "DAY" and above(**proof["trader"], size=traders) == traders_root, "the trader is not of the day")
    state = json.loads(proof["trader"]["leaf"])
    kind, trader, pnl, unrealized, realized = state[:5]
    need(kind == "TRADER" and len(state) == 15 and pnl == unrealized + realized, "the profit does not add up")
    if "positions" in proof:
        own = [json.loads(leaf) for leaf in proof["positions"]]
        need(len(own) == state[13] and tree(proof["positions"]) == state[14], "positions are others")
        need(all(one[:2] == ["POSITION", trader] for one in own), "a position is of another trader")
        need([sum(one[i] for one in own) for i in range(5, 13)] == state[4:12], "the positions do not add up")
        need(sum(one[15] - one[4] for one in own) == unrealized, "the values do not add up")
        times_ = [json.loads(event["leaf"])[1] for event in proof["events"]]
        need(times_ == sorted(times_), "the events are not in order")
        for event, time in zip(proof["events"], times_):
            need(list(event) == ["leaf", "index", "path", "use"], "an event has other fields")
            on = str(datetime.datetime.fromtimestamp(time, datetime.timezone.utc).date())
            need(on <= day and (on == day) == (event["path"] is not None), "an event is of another day")
            need(f'"{trader}"' in event["leaf"] or event["leaf"].startswith('["RESOLVE"'), "an event is of another trader")
            root = above(event["leaf"], event["index"], event["path"], events) if on == day else events_root
            need(root == events_root, "an event is not of the day")
    return f"{trader} {day} {pnl} {realized} {size}"


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print(verify(file.read(), sys.argv[2] if len(sys.argv) > 2 else None))
