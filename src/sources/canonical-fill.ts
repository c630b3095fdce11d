import type { Fill } from '../ledger/event.ts'
import { type Address, type Hash, MAX_MICRO, type TokenId } from '../ledger/quantities.ts'

const MAX_UINT256 = (2n ** 256n - 1n).toString()
/** Names that are remembered before the memory starts again. */
const MAX_NAMES = 200_000

const HASH = '0x[0-9a-f]{64}'
const ADDRESS = '0x[0-9a-f]{40}'
const AMOUNT = '0|[1-9]\\d{0,15}'
const COUNT = '0|[1-9]\\d{0,9}'

/** A FILL with a block as printEventLine prints it: groups in the order of the fields. */
const CANONICAL = new RegExp(
  [
    `^\\{"kind":"FILL","block":(${COUNT}),"logIndex":(${COUNT}),"tx":"(${HASH})","time":(${COUNT})`,
    `"exchange":(?:null|"(${ADDRESS})"),"owner":"(${ADDRESS})","counterparty":(?:null|"(${ADDRESS})")`,
    `"role":(?:null|"(MAKER|TAKER)"),"side":"(BUY|SELL)","token":"(0|[1-9]\\d{0,77})"`,
    `"shares":"(${AMOUNT})","usd":"(${AMOUNT})","fee":"(${AMOUNT})","feeIn":"(USD|SHARES)"`,
    `"orderHash":(?:null|"(${HASH})")\\}$`,
  ].join(','),
)

/**
 * A reader of FILL lines that stand exactly as `printEventLine` prints them, three times as fast as `parseEventLine`.
 * Answers null for every other line, also for one that must be refused: `parseEventLine` decides on those, and
 * where this reader answers, it answers the same. It remembers names, so each reader serves one file.
 */
export function createCanonicalFillReader(): (line: string) => Fill | null {
  const names = new Map<string, string>()
  // A matched group points into the chunk of text that it was cut from, and a kept name would keep all of that alive.
  const ownName = (name: string): string => {
    const known = names.get(name)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMES) names.clear()
    const own = Buffer.from(name, 'latin1').toString('latin1')
    names.set(own, own)
    return own
  }
  return (line) => {
    const match = CANONICAL.exec(line)
    return match === null ? null : fillOf(match, ownName)
  }
}

function fillOf(match: RegExpExecArray, ownName: (name: string) => string): Fill | null {
  const [, block, logIndex, tx, time, exchange, owner = '', counterparty, role, side, token = ''] = match
  const fill: Fill = {
    kind: 'FILL',
    block: Number(block),
    logIndex: Number(logIndex),
    tx: tx as Hash,
    time: Number(time),
    exchange: exchange === undefined ? null : (ownName(exchange) as Address),
    owner: ownName(owner) as Address,
    counterparty: counterparty === undefined ? null : (ownName(counterparty) as Address),
    role: role === undefined ? null : role === 'TAKER' ? 'TAKER' : 'MAKER',
    side: side === 'BUY' ? 'BUY' : 'SELL',
    token: ownName(token) as TokenId,
    shares: Number(match[11]),
    usd: Number(match[12]),
    fee: Number(match[13]),
    feeIn: match[14] === 'USD' ? 'USD' : 'SHARES',
    orderHash: (match[15] ?? null) as Hash | null,
  }
  return isPlain(fill) ? fill : null
}

/** Whether every number is in its range; near the limits the careful reader decides. */
function isPlain({ block, logIndex, time, token, shares, usd, fee, feeIn, side }: Fill): boolean {
  return (
    Number(block) < 2 ** 33 &&
    Number(logIndex) < 2 ** 20 &&
    time > 0 &&
    time < 2 ** 33 &&
    (token.length < MAX_UINT256.length || token <= MAX_UINT256) &&
    shares > 0 &&
    shares <= MAX_MICRO &&
    usd <= MAX_MICRO &&
    fee <= (feeIn === 'USD' ? usd : side === 'BUY' ? shares : 0)
  )
}
