import { setImmediate } from 'node:timers/promises'
import { copyable } from '../metrics/copyable.ts'
import { LEADERBOARDS } from '../metrics/leaderboards.ts'
import type { Sql } from '../store/database.ts'
import { copiedRecord } from './analytics/copied-record.ts'
import type { World } from './compute-trader.ts'
import { type Figures, scoreName, setFigure } from './figures.ts'
import { readScoredDays } from './read-trader-records.ts'
import { pnlOf, type Standings } from './standings.ts'
import { readBought } from './trader-sums.ts'

const BOARDS = LEADERBOARDS.filter(({ tab }) => tab.metric === 'copyable')
const TRADERS_AT_ONCE = 400

/**
 * Works out again, in place, the scores of traders who could be copied, whose profit alone is another: that they are no
 * bots, and have decided enough, is as it was.
 * @param known the standings at the cutoff, by period code, and the figures
 */
export async function rescoreCopies(
  tx: Sql,
  { moments }: Pick<World, 'moments'>,
  ids: readonly number[],
  { standings, figures }: { standings: ReadonlyMap<number, Standings>; figures: Figures },
): Promise<void> {
  const day = moments.days.at(-1) ?? 0
  for (let from = 0; from < ids.length; from += TRADERS_AT_ONCE) {
    const some = ids.slice(from, from + TRADERS_AT_ONCE)
    const days = await readScoredDays(tx, { ids: some }, day)
    const bought = await readBought(tx, some)
    for (const { id, period } of BOARDS) {
      const [figure, ofPeriod] = [figures.get(scoreName('now', id)), standings.get(period.code)]
      if (!figure || !ofPeriod) continue
      for (const trader of some) {
        const totals = { pnl: pnlOf(ofPeriod, trader) ?? 0, bought: bought.get(trader) ?? 0n }
        const record = copiedRecord(days.get(trader) ?? [], { totals, ...ELIGIBLE })
        setFigure(figure, trader, copyable(record) ?? undefined)
      }
    }
    await setImmediate()
  }
}

/** What of a trader's eligibility the figures tell. */
const ELIGIBLE = { decidedUnits: Number.POSITIVE_INFINITY, isBot: false }
