import { PequodError } from '../../errors.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { orderOf } from '../read-boards.ts'
import { type SnapshotReader, wholePeriod } from '../snapshot-reader.ts'
import { withoutRows } from '../without-ranks.ts'

/**
 * Orders of boards by their least volume and least number of fills too. Previous ranks of such a board are not known:
 * what a trader's numbers were a day before is not read.
 */
export function filterByNumbers(
  order: SnapshotReader['order'],
  stats: SnapshotReader['stats'],
): SnapshotReader['order'] {
  return async (snapshot, board, filter = {}) => {
    const { minVolume = 0, minTrades = 0, window, category } = filter
    if (window || category)
      throw new PequodError(
        'SERVICE_UNAVAILABLE',
        'Leaderboards of a window or a category are not computed yet.',
      )
    const whole = await order(snapshot, board, filter)
    const definition = leaderboardById(board)
    if (whole === null || definition === undefined || (minVolume === 0 && minTrades === 0)) return whole
    const numbers = await stats(snapshot, wholePeriod(definition.period), Array.from(whole.traders))
    const left = withoutRows(whole, (trader) => {
      const own = numbers.get(trader)
      return own === undefined || own.volume < minVolume || own.fills < minTrades
    })
    return orderOf({ ...left, previous: null })
  }
}
