import { dayOf, type MicroShares, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { type Sql, upsert } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import type { RowOf } from '../engine/table.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { type PositionId, positionColumns } from '../ledger/position-day.ts'
import { FIRST_SIGNS, LARGE_FILL, WHOLE_TRADES } from '../tables.ts'
import { type FoldFill, positionKey } from './fold-state.ts'

/*
 * A whole trade is a fact of the fold, as days of positions are: every fill passes one fold whenever anything about its position
 * changes, in an ingest, after a late event or an undone block, and in a load. There its position is known before and after it.
 */

/** Effects of trades on a position, by the number that the store holds. */
export const POSITION_CHANGES = ['OPENED', 'ADDED', 'REDUCED', 'CLOSED'] as const

export type PositionChange = (typeof POSITION_CHANGES)[number]

export type WholeTradeRow = Omit<RowOf<typeof WHOLE_TRADES>, 'signs'>

/** A fill of a trader's second in an outcome in which it traded for enough. */
export interface TradePart {
  key: number
  time: Seconds
  token: number
  trader: number
  side: FoldFill['side']
  role: FoldFill['role']
  shares: MicroShares
  usd: MicroUsd
  /** Shares of the position before the fill, and after it. */
  before: MicroShares
  after: MicroShares
}

export interface WholeTradeRows {
  /** Takes a fill with the shares held before and after it; fills of a position come in the ledger's order. */
  add(fill: FoldFill, before: MicroShares, after: MicroShares): void
  /** Whether it holds a fill of the same position and second. */
  holds(fill: FoldFill): boolean
  /** The fills that may be of large whole trades, by position and place, and forgets all. */
  take(): TradePart[]
  /** Writes the whole trades and forgets them. */
  write(tx: Sql): Promise<void>
}

/** The fills of a position within one second. */
interface Moment {
  time: Seconds
  bought: MicroUsd
  sold: MicroUsd
  /** The first of them. The object is used again for the first of the next second: an object a fill is much garbage. */
  first: TradePart
  /** The others; hardly any second has some. */
  others: TradePart[] | null
}

/** An empty set of whole trades. Holds a moment for each position until {@link WholeTradeRows.take}. */
export function createWholeTradeRows(): WholeTradeRows {
  const moments = new Map<number, Moment>()
  let large: TradePart[] = []
  const close = ({ bought, sold, first, others }: Moment) => {
    if (bought < LARGE_FILL && sold < LARGE_FILL) return
    for (const part of [{ ...first }, ...(others ?? [])])
      if ((part.side === 'BUY' ? bought : sold) >= LARGE_FILL) large.push(part)
  }
  const take = () => {
    for (const moment of moments.values()) close(moment)
    const taken = large
    moments.clear()
    large = []
    return taken
  }
  return {
    take,
    holds: ({ token, owner, time }) => moments.get(positionKey(token, owner))?.time === time,
    add(fill, before, after) {
      const { time, token, owner, side, usd } = fill
      const id = positionKey(token, owner)
      let moment = moments.get(id)
      if (moment === undefined) {
        moment = { time, bought: 0, sold: 0, first: partOf(fill, before, after), others: null }
        moments.set(id, moment)
      } else if (moment.time === time) {
        moment.others ??= []
        moment.others.push(partOf(fill, before, after))
      } else {
        close(moment)
        moment.time = time
        moment.bought = 0
        moment.sold = 0
        moment.others = null
        replacePart(moment.first, fill, before, after)
      }
      if (side === 'BUY') moment.bought += usd
      else moment.sold += usd
    },
    async write(tx) {
      await writeWholeTrades(tx, await wholeTradesOf(tx, take()))
    },
  }
}

function partOf(fill: FoldFill, before: MicroShares, after: MicroShares): TradePart {
  const { key, time, token, owner: trader, side, role, shares, usd } = fill
  return { key, time, token, trader, side, role, shares, usd, before, after }
}

/** Makes a part of a position that of another of its fills. */
function replacePart(part: TradePart, fill: FoldFill, before: MicroShares, after: MicroShares): void {
  part.key = fill.key
  part.time = fill.time
  part.side = fill.side
  part.role = fill.role
  part.shares = fill.shares
  part.usd = fill.usd
  part.before = before
  part.after = after
}

/** The terms of a fill by which it belongs to a whole trade. */
type Grouped = Pick<TradePart, 'key' | 'time' | 'token' | 'trader' | 'side'>

/**
 * Parts fills into whole trades. Their transactions are read where a second has several fills.
 * @param parts in the ledger's order within each position
 */
export async function groupTrades<Part extends Grouped>(sql: Sql, parts: readonly Part[]): Promise<Part[][]> {
  const together = [
    ...Map.groupBy(parts, ({ token, trader, side, time }) => [token, trader, side, time].join(' ')).values(),
  ]
  const several = together.flatMap((some) => (some.length > 1 ? some.map(({ key }) => key) : []))
  const hashes = several.length === 0 ? new Map() : await ledgerOf(sql).fillHashes(several)
  const transactionOf = ({ key }: Part) => {
    const tx: Uint8Array | null = hashes.get(key)?.tx ?? null
    return tx === null ? `${key}` : Buffer.from(tx).toString('base64')
  }
  return together.flatMap((some) =>
    some.length === 1 ? [some] : [...Map.groupBy(some, transactionOf).values()],
  )
}

/** Returns the large whole trades of some fills. */
export async function wholeTradesOf(sql: Sql, parts: readonly TradePart[]): Promise<WholeTradeRow[]> {
  const wholes = (await groupTrades(sql, parts)).map(wholeOf)
  return wholes.filter(({ usd }) => usd >= LARGE_FILL)
}

/** The whole trade of some fills, in the ledger's order. */
function wholeOf(parts: readonly TradePart[]): WholeTradeRow {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('a whole trade has a fill')
  const { key, time, token, trader, side, role } = first
  const isOne = parts.every((part) => part.role === role)
  return {
    key,
    lastKey: last.key,
    time,
    day: dayOf(time),
    tokenId: token,
    traderId: trader,
    side: side === 'BUY' ? 0 : 1,
    role: role === null || !isOne ? null : role === 'TAKER' ? 1 : 0,
    shares: parts.reduce((sum, part) => sum + part.shares, 0),
    usd: parts.reduce((sum, part) => sum + part.usd, 0),
    fills: parts.length,
    change: POSITION_CHANGES.indexOf(changeOf(side, first.before, last.after)),
  }
}

/** Returns what a trade does to a position that holds some shares before and after it. */
export function changeOf(side: FoldFill['side'], before: MicroShares, after: MicroShares): PositionChange {
  if (side === 'BUY') return before === 0 ? 'OPENED' : 'ADDED'
  return after === 0 ? 'CLOSED' : 'REDUCED'
}

const WHOLES_AT = statement((from, { times }: { times: readonly Seconds[] }) =>
  from(as(WHOLE_TRADES, 'w'))
    .leftJoin(as(FIRST_SIGNS, 'f'), 'f.key', 'w.key')
    .select(
      'w.key',
      'w.last_key',
      'w.time',
      'w.token_id',
      'w.trader_id',
      'w.side',
      'w.change',
      from.raw<{ signs: number | null }>('COALESCE(f.signs, w.signs) AS signs'),
    )
    .whereAnyOf('w.time', 'int', times),
)

/** A fill as far as it finds its whole trade; its side as the store holds it. */
type Placed = Pick<TradePart, 'key' | 'time' | 'token'> & { owner: number; side: number }

/** Recorded facts of the whole trade of a fill: null for a small one, and signs until they are computed. */
export interface RecordedTerms {
  change: PositionChange | null
  /** As `tape/signs` packs them; of a trade of the last day as they were first computed. */
  signs: number | null
}

/** The terms of the whole trades of some fills, in their order. One statement. */
export async function termsOfFills(sql: Sql, fills: readonly Placed[]): Promise<RecordedTerms[]> {
  if (fills.length === 0) return []
  const wholes = await WHOLES_AT.all(sql, { times: [...new Set(fills.map(({ time }) => time))] })
  const nameOf = (...name: number[]) => name.join(' ')
  const byName = Map.groupBy(wholes, ({ time, tokenId, traderId, side }) =>
    nameOf(time, tokenId, traderId, side),
  )
  return fills.map(({ key, time, token, owner, side }) => {
    const among = byName.get(nameOf(time, token, owner, side)) ?? []
    const whole = among.find((one) => one.key <= key && key <= one.lastKey)
    return { change: (whole && POSITION_CHANGES[whole.change]) ?? null, signs: whole?.signs ?? null }
  })
}

/** Writes whole trades in place of those of the same key; their signs are computed again. */
export async function writeWholeTrades(tx: Sql, rows: readonly WholeTradeRow[]): Promise<void> {
  await upsert(
    tx,
    WHOLE_TRADES,
    rows.map((row) => ({ ...row, signs: null })),
  )
}

/** Drops the whole trades of some positions from a time on. Relies on the indexes by trader or token and time. */
export async function dropWholeTrades(
  tx: Sql,
  positions: readonly PositionId[],
  since: Seconds,
): Promise<void> {
  const keys = { ...positionColumns(positions), time: positions.map(() => since) }
  await tx.deleteEach(WHOLE_TRADES, { trader_id: '=', token_id: '=', time: '>=' }, keys, positions.length)
}
