import { defined } from '../../checks.ts'
import { ratioOf } from '../../metrics/running-sum.ts'
import { type ScreenColumnId, screenColumn } from '../../metrics/screen-columns.ts'
import { memoize } from '../../store/snapshot/keep-newest.ts'
import type { BoardWhere, ScreenTable } from '../../store/snapshot/snapshot-reader.ts'
import { FLAGS, placesOf, type Standings } from '../../store/snapshot/standings.ts'
import { type Condition, fitting } from './evaluate.ts'

export const STANDING_COLUMNS = [
  'pnl',
  'volume',
  'tradeCount',
  'isBot',
  'roi',
  'coverage',
] as const satisfies ScreenColumnId[]

const [ok, partial, gap] = (['OK', 'PARTIAL', 'GAP'] as const).map((label) =>
  screenColumn('coverage').labels.indexOf(label),
) as [number, number, number]

/** The numbers of a board's traders that its standings do not have. */
interface Others {
  /** The screen of the board's days and category. */
  screen(): Promise<ScreenTable>
  /** Traders whose ledgers have gaps. */
  gaps(): Promise<ReadonlySet<number>>
}

/**
 * Returns a condition on a board's traders. Numbers that ordered the board are those of its standings, so the usual filters compute
 * nothing; the first condition on another number computes the screen.
 * @param key one text for one condition
 */
export function boardWhere(key: string, condition: Condition, { screen, gaps }: Others): BoardWhere {
  return {
    key,
    fits(standings) {
      const table = memoize(screen)
      const column = (id: ScreenColumnId) =>
        ownColumn(standings, id, gaps) ?? table().then((other) => byStanding(standings, other, id))
      return fitting({ ids: standings.trader, column }, condition)
    },
  }
}

/** A column of the standings; null for a number that they do not have. */
function ownColumn(
  { pnl, volume, stake, fills, flags, trader }: Standings,
  id: ScreenColumnId,
  gaps: Others['gaps'],
): Promise<ArrayLike<number>> | null {
  switch (id) {
    case 'pnl':
      return Promise.resolve(pnl)
    case 'volume':
      return Promise.resolve(volume)
    case 'tradeCount':
      return Promise.resolve(fills)
    case 'isBot':
      return Promise.resolve(flags.map((flag) => flag & FLAGS.bot))
    case 'roi':
      return Promise.resolve(pnl.map((value, row) => ratioOf(value, defined(stake[row])) ?? Number.NaN))
    case 'coverage':
      return gaps().then((traders) =>
        flags.map((flag, row) => {
          if ((flag & FLAGS.partial) === 0) return ok
          return traders.has(defined(trader[row])) ? gap : partial
        }),
      )
    default:
      return null
  }
}

/** A screen's column by the rows of standings; unknown for a trader without a trade in the days. */
async function byStanding(
  standings: Standings,
  screen: ScreenTable,
  id: ScreenColumnId,
): Promise<Float64Array> {
  const values = await screen.column(id)
  const places = placesOf(standings)
  const column = new Float64Array(standings.trader.length).fill(Number.NaN)
  for (let row = 0; row < values.length; row++) {
    const place = places[defined(screen.ids[row])] ?? 0
    if (place > 0) column[place - 1] = defined(values[row])
  }
  return column
}
