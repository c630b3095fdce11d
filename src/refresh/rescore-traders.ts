import { setImmediate } from 'node:timers/promises'
import { decidedUnits } from '../metrics/decided-units.ts'
import type { PeriodDefinition } from '../metrics/periods.ts'
import type { Sql } from '../store/database.ts'
import { accountsOf } from './accounts.ts'
import type { World } from './compute-trader.ts'
import { botsName, type Figures, SENSITIVE, scoreName, setFigure } from './figures.ts'
import { readLedgersOf } from './read-trader-ledgers.ts'
import { readScoredDays } from './read-trader-records.ts'
import type { ValueChanges } from './read-value-changes.ts'
import { tokenRecords } from './token-records.ts'
import { PRICED_BOARDS, type ScoreSources, traderScores } from './trader-scores.ts'
import { windowTotals } from './window-totals.ts'

/**
 * Works out again, in place, the scores that prices at the cutoff move in other ways than by their change, of traders of
 * whom nothing else changed: those of the cutoff alone, for no price of the day before is another.
 */
export async function rescoreTraders(
  tx: Sql,
  world: World,
  changes: ValueChanges,
  figures: Figures,
): Promise<void> {
  const sensitive = figures.get(SENSITIVE)?.values ?? new Map()
  // No price makes a bot.
  const bots = figures.get(botsName('now'))?.values ?? new Map()
  const moved = [...changes].filter(([trader, { value }]) => value !== 0 && sensitive.has(trader))
  const ids = moved.map(([trader]) => trader).sort((a, b) => a - b)
  const day = world.moments.days.at(-1) ?? 0
  for await (const { traders, ledgers } of readLedgersOf(tx, ids, day)) {
    const days = await readScoredDays(tx, traders, day)
    for (const ledger of ledgers) {
      const own = { ledger, behaviour: days.get(ledger.trader) ?? [], isBot: () => bots.has(ledger.trader) }
      rescore(figures, sourcesOf(own, world))
    }
    await setImmediate()
  }
}

function rescore(figures: Figures, sources: ScoreSources): void {
  const scores = traderScores(sources)
  for (const board of PRICED_BOARDS) {
    const figure = figures.get(scoreName('now', board.id))
    if (figure) setFigure(figure, sources.ledger.trader, scores.scoreOf(board) ?? undefined)
  }
}

function sourcesOf(
  own: Pick<ScoreSources, 'ledger' | 'behaviour' | 'isBot'>,
  { marks, moments }: World,
): ScoreSources {
  const day = moments.days.at(-1) ?? 0
  const accounts = accountsOf(own.ledger, marks, moments)
  return {
    ...{ ...own, marks, day },
    units: () => decidedUnits(tokenRecords(own.ledger, marks, day)),
    // No board that prices move asks for it.
    foresight: [],
    totalsOf: (period: PeriodDefinition) => {
      const window = moments.windows.find((one) => one.period === period)
      return window && windowTotals(accounts, window)
    },
  }
}
