import { defined } from '../../checks.ts'
import type { MicroPrice, Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { as, known, statement } from '../../store/engine/statement.ts'
import { marksAt } from '../../store/markets/last-prices.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { TRADERS } from '../../store/tables.ts'
import { STANDS } from './alert-chain.ts'
import { ALERTS, type AlertRow, alertRows } from './alert-row.ts'

/** An alert with the move of its price since. */
export interface NotableMove {
  row: AlertRow
  /** (price now − fill price) · side · shares, in micro-dollars. */
  move: number
  /** The current value of a share. */
  priceNow: MicroPrice
}

/** The range of fills whose moves are wanted. */
export interface MoveRange {
  /** Only fills after this time. */
  from: Seconds
  /** Only fills at or before this time. */
  upTo: Seconds
  at: Seconds
}

interface Moved {
  seq: number
  trader: number
  token: number
  side: number
  shares: number
  usd: number
}

const MOVED = statement((from, { behind, upTo }: { behind: Seconds; upTo: Seconds }) =>
  from(as(ALERTS, 'a'))
    .join(as(TRADERS, 't'), 't.id', 'a.trader_id')
    .select(
      'a.seq',
      known('a.trader_id as trader'),
      known('a.token_id as token'),
      known('a.side'),
      known('a.shares'),
      known('a.usd'),
    )
    .where(from.raw(STANDS))
    .where(from.raw(IS_SHOWN))
    .where('a.time', '>', behind)
    .where('a.time', '<=', upTo)
    .orderBy('a.seq'),
)

/**
 * The largest moves of alerts on fills in a range of time, one a trader, the largest first. A constant number of statements.
 */
export async function readNotableMoves(
  db: Database,
  { from, upTo, at }: MoveRange,
  limit: number,
): Promise<NotableMove[]> {
  const alerts = await MOVED.all(db, { behind: from, upTo })
  const priceOf = await readPrices(
    db,
    alerts.map(({ token }) => token),
    at,
  )
  const best = largestByTrader(alerts, priceOf).slice(0, limit)
  const rows = await alertRows(
    db,
    best.map(({ seq }) => seq),
  )
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return best.flatMap(({ seq, move, priceNow }) => {
    const row = bySeq.get(seq)
    return row ? [{ row, move, priceNow }] : []
  })
}

/** The values of tokens at a time; null for an unknown price. */
async function readPrices(
  db: Database,
  of: readonly number[],
  at: Seconds,
): Promise<Map<number, MicroPrice | null>> {
  const tokens = [...new Set(of)]
  const marks = await marksAt(
    db,
    tokens.map((token) => ({ token, time: at })),
  )
  return new Map(tokens.map((token, i) => [token, defined(marks[i])]))
}

type Best = Omit<NotableMove, 'row'> & { seq: number }

/** Each trader's largest move, the largest first, then the earlier alert. */
function largestByTrader(alerts: readonly Moved[], priceOf: ReadonlyMap<number, number | null>): Best[] {
  const best = new Map<number, Best>()
  for (const { seq, trader, token, side, shares, usd } of alerts) {
    const price = priceOf.get(token) ?? null
    if (price === null) continue
    const gain = Math.round((price / 1_000_000) * shares) - usd
    const move = side === 0 ? gain : -gain
    if (move > (best.get(trader)?.move ?? Number.NEGATIVE_INFINITY))
      best.set(trader, { seq, move, priceNow: price })
  }
  return [...best.values()].sort((a, b) => b.move - a.move || a.seq - b.seq)
}
