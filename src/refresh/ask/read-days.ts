import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import type { BehaviourDay } from '../analytics/trader-facts.ts'
import { readBehaviour } from '../boards/read-trader-records.ts'
import type { LastTrade } from '../inputs/build-marks.ts'
import { readPriceRowsOf } from '../inputs/read-price-days.ts'
import { type DaySpan, readLedgersAt } from '../inputs/read-trader-ledgers.ts'
import type { PositionDay, TraderLedger } from '../inputs/trader-ledger.ts'
import type { ClosedTrader } from './closed-trader.ts'
import type { LastDay } from './present-trader.ts'

/** A trader's days, that which a view ends with apart. */
export interface ReadDays {
  before: TraderLedger
  /** Of the days before. */
  behaviour: readonly BehaviourDay[]
  last: LastDay
}

/** Reads days of some traders as of a version of the ledger, up to the last of a view. */
export async function readDays(
  sql: Sql,
  ids: readonly number[],
  span: DaySpan,
  version: number,
): Promise<(trader: number) => ReadDays> {
  const [ledgers, behaviour] =
    ids.length === 0
      ? [[], new Map<number, BehaviourDay[]>()]
      : await Promise.all([
          readLedgersAt(sql, ids, span, version),
          readBehaviour(sql, { ids }, span, version),
        ])
  const byTrader = new Map(ledgers.map((ledger) => [ledger.trader, ledger]))
  return (trader) =>
    partAt(
      span.upTo,
      byTrader.get(trader) ?? { trader, positions: [], income: [] },
      behaviour.get(trader) ?? [],
    )
}

/** The rows were read for this alone: the last day's are taken out of them. */
function partAt(
  day: Day,
  { trader, positions, income }: TraderLedger,
  behaviour: readonly BehaviourDay[],
): ReadDays {
  const rows = new Map<number, PositionDay>()
  for (const position of positions) {
    const row = position.at(-1)
    if (row?.day !== day) continue
    rows.set(row.token, row)
    position.pop()
  }
  const isBefore = (row: { day: Day }) => row.day < day
  return {
    before: {
      trader,
      positions: positions.filter((position) => position.length > 0),
      income: income.filter(isBefore),
    },
    behaviour: behaviour.filter(isBefore),
    last: {
      rows,
      income: income.find((row) => row.day === day)?.amount ?? null,
      behaviour: behaviour.find((row) => row.day === day) ?? null,
    },
  }
}

/** Reads the trades on a day of what some traders hold or touched on it, and of its siblings: the last one of each token. */
export async function readLastTrades(
  sql: Sql,
  traders: readonly { closed: ClosedTrader; last: LastDay }[],
  day: Day,
  version: number,
): Promise<ReadonlyMap<number, LastTrade>> {
  const tokens = new Set<number>()
  for (const { closed, last } of traders)
    for (const { token, sibling, held } of closed.positions)
      if (held !== null || last.rows.has(token)) for (const either of [token, sibling]) tokens.add(either)
  if (tokens.size === 0) return new Map()
  const prices = await readPriceRowsOf(sql, [...tokens], { since: day, upTo: day }, version)
  return new Map(prices.map((price) => [price.token_id, price]))
}
