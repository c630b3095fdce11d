import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../store/database.ts'
import { computeTrader, type TraderResult, type World } from './compute-trader.ts'
import type { Cutoff } from './cutoff.ts'
import { readTraderLedgers } from './read-trader-ledgers.ts'
import { addStanding, emptyStandings, type Standings } from './standings.ts'
import type { TraderOrder } from './trader-order.ts'
import type { BoardStandings } from './write-boards.ts'
import { writeTraders } from './write-traders.ts'

/** What is known once every trader is computed and written. */
export interface TradersComputed {
  traders: number
  partialTraders: number
  standings: BoardStandings
}

/** Computes every trader batch by batch and writes each batch's rows; only the boards' columns stay in memory. */
export async function computeTraders(
  tx: Sql,
  snapshot: number,
  cutoff: Cutoff,
  world: World,
  order: TraderOrder,
  onTraders: (done: number) => void,
): Promise<TradersComputed> {
  const now = standingsByPeriod(world)
  const dayBefore = standingsByPeriod(world)
  let traders = 0
  let partialTraders = 0
  for await (const batch of readTraderLedgers(tx, cutoff.day)) {
    const results = batch.ledgers
      .filter(({ trader }) => order.infrastructure[trader] !== 1)
      .map((ledger) => computeTrader(ledger, world))
    for (const result of results) stand(result, world, now, dayBefore)
    await writeTraders(tx, snapshot, batch, results)
    traders += results.length
    partialTraders += results.filter(({ isPartial }) => isPartial).length
    onTraders(traders)
    // SQLite answers without a pause: a server in this process must get its turn.
    await setImmediate()
  }
  const hasDayBefore = cutoff.day > cutoff.firstDay
  return { traders, partialTraders, standings: { now, dayBefore: hasDayBefore ? dayBefore : null } }
}

function standingsByPeriod({ moments }: World): Map<number, Standings> {
  return new Map(moments.windows.map(({ period }) => [period.code, emptyStandings()]))
}

function stand(
  result: TraderResult,
  { moments }: World,
  now: ReadonlyMap<number, Standings>,
  dayBefore: ReadonlyMap<number, Standings>,
): void {
  for (const [i, { period }] of moments.windows.entries()) {
    for (const [totals, standings] of [
      [result.windows[i], now.get(period.code)],
      [result.previous[i], dayBefore.get(period.code)],
    ] as const) {
      if (totals && standings) addStanding(standings, result.trader, totals)
    }
  }
}
