import { EARLIEST_TIME, latestTime } from '../../ledger/bounds.ts'
import type { Fill } from '../../ledger/event.ts'
import { type Address, type Hash, MAX_MICRO, type TokenId } from '../../ledger/quantities.ts'
import { createLineCursor, type LineCursor } from './line-cursor.ts'

const MAX_UINT256 = (2n ** 256n - 1n).toString()
const NULL = Buffer.from('null')
const ROLES = [NULL, Buffer.from('"MAKER"'), Buffer.from('"TAKER"')]
const SIDES = [Buffer.from('"BUY"'), Buffer.from('"SELL"')]
const FEES_IN = [Buffer.from('"USD"'), Buffer.from('"SHARES"')]

/** The text before each field of a FILL as printEventLine prints it. */
const BEFORE = {
  block: Buffer.from('{"kind":"FILL","block":'),
  logIndex: Buffer.from(',"logIndex":'),
  tx: Buffer.from(',"tx":"'),
  time: Buffer.from('","time":'),
  exchange: Buffer.from(',"exchange":'),
  owner: Buffer.from(',"owner":"'),
  counterparty: Buffer.from('","counterparty":'),
  role: Buffer.from(',"role":'),
  side: Buffer.from(',"side":'),
  token: Buffer.from(',"token":"'),
  shares: Buffer.from('","shares":"'),
  usd: Buffer.from('","usd":"'),
  fee: Buffer.from('","fee":"'),
  feeIn: Buffer.from('","feeIn":'),
  orderHash: Buffer.from(',"orderHash":'),
}
const QUOTE = Buffer.from('"')
const END = Buffer.from('}')

/** Reads the fill in bytes from `start` up to `end`; null if it needs the careful parser. */
export type CanonicalFillReader = (bytes: Buffer, start: number, end: number) => Fill | null

/**
 * Reads FILL lines with a block in exactly the form that `printEventLine` prints; it checks the bytes as they pass and
 * builds no JSON. Returns null for every other line, including invalid ones, which `parseEventLine` handles; a line
 * that it accepts has the same result there.
 */
export function createCanonicalFillReader(): CanonicalFillReader {
  const cursor = createLineCursor()
  return (bytes, start, end) => {
    cursor.open(bytes, start, end)
    // A line of another kind, or a fill without a block, ends here.
    cursor.pass(BEFORE.block)
    if (cursor.failed) return null
    const fill = fillAt(cursor)
    return !cursor.failed && cursor.ended && isPlain(fill) ? fill : null
  }
}

/** The fields in their order: each step moves the cursor. The result is meaningless once the cursor has failed. */
function fillAt(cursor: LineCursor): Fill {
  const block = cursor.integer()
  const logIndex = cursor.after(BEFORE.logIndex).integer()
  const tx = cursor.after(BEFORE.tx).hex(64)
  const time = cursor.after(BEFORE.time).integer()
  const exchange = nullableAddress(cursor.after(BEFORE.exchange))
  const owner = cursor.after(BEFORE.owner).hexName(40)
  const counterparty = nullableAddress(cursor.after(BEFORE.counterparty))
  const role = cursor.after(BEFORE.role).choice(ROLES)
  const side = cursor.after(BEFORE.side).choice(SIDES)
  const token = cursor.after(BEFORE.token).digitsName(MAX_UINT256.length)
  const shares = cursor.after(BEFORE.shares).integer()
  const usd = cursor.after(BEFORE.usd).integer()
  const fee = cursor.after(BEFORE.fee).integer()
  const feeIn = cursor.after(BEFORE.feeIn).choice(FEES_IN)
  const orderHash = nullableHash(cursor.after(BEFORE.orderHash))
  cursor.pass(END)
  return {
    kind: 'FILL',
    block,
    logIndex,
    tx: tx as Hash,
    time,
    exchange,
    owner: owner as Address,
    counterparty,
    role: role === 0 ? null : role === 1 ? 'MAKER' : 'TAKER',
    side: side === 0 ? 'BUY' : 'SELL',
    token: token as TokenId,
    shares,
    usd,
    fee,
    feeIn: feeIn === 0 ? 'USD' : 'SHARES',
    orderHash,
  }
}

function nullableAddress(cursor: LineCursor): Address | null {
  if (cursor.has(NULL)) return null
  const address = cursor.after(QUOTE).hexName(40)
  cursor.pass(QUOTE)
  return address as Address
}

function nullableHash(cursor: LineCursor): Hash | null {
  if (cursor.has(NULL)) return null
  const hash = cursor.after(QUOTE).hex(64)
  cursor.pass(QUOTE)
  return hash as Hash
}

/** Whether every number is in its range; for one beyond, the careful parser explains the problem. */
function isPlain({ block, logIndex, time, token, shares, usd, fee, feeIn, side }: Fill): boolean {
  return (
    Number(block) < 2 ** 33 &&
    Number(logIndex) < 2 ** 20 &&
    time >= EARLIEST_TIME &&
    time <= latestTime() &&
    (token.length < MAX_UINT256.length || token <= MAX_UINT256) &&
    shares > 0 &&
    shares <= MAX_MICRO &&
    usd <= MAX_MICRO &&
    fee <= (feeIn === 'USD' ? usd : side === 'BUY' ? shares : 0)
  )
}
