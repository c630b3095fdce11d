import { defined } from '../checks.ts'
import { DAY_SECONDS, dayOf } from '../ledger/quantities.ts'
import { seededRandom } from '../metrics/skill/intervals.ts'
import type { Decision } from './decisions.ts'
import { lastPrice } from './orders.ts'
import { BUY, type Selection, type Tape } from './tape.ts'

/** The same choices with random traders, the same number, drawn each time from all who fit the same minimum record. */
export function randomSelections(selections: readonly Selection[], seed: string): Selection[] {
  const random = seededRandom(`traders:${seed}`)
  return selections.map((selection) => ({
    ...selection,
    traders: drawn(selection.pool, selection.traders.length, random),
  }))
}

/** Draws some of a list without replacement: the whole list where it is shorter. */
function drawn(
  pool: ArrayLike<number>,
  count: number,
  random: (target: Uint32Array) => Uint32Array,
): number[] {
  const numbers = random(new Uint32Array(Math.min(count, pool.length)))
  // The list is long and few are drawn: it is not copied, and only places that changed are noted.
  const moved = new Map<number, number>()
  return Array.from(numbers, (number, i) => {
    const pick = i + Math.floor((number * (pool.length - i)) / 2 ** 32)
    const one = moved.get(pick) ?? defined(pool[pick])
    moved.set(pick, moved.get(i) ?? defined(pool[i]))
    return one
  })
}

/**
 * The same purchases of the same outcomes at random times of the same days, each at the price that was known then; a purchase without one,
 * or whose random time lies outside of the outcome's fills of the day, keeps its own. Sales stay as they are.
 */
export function randomTimes(decisions: readonly Decision[], tape: Tape, seed: string): Decision[] {
  const random = seededRandom(`times:${seed}`)(new Uint32Array(decisions.length))
  return decisions
    .map((decision, i) => {
      if (decision.side !== BUY) return decision
      const time =
        dayOf(decision.time) * DAY_SECONDS + Math.floor((defined(random[i]) * DAY_SECONDS) / 2 ** 32)
      const price = lastPrice(tape, decision.token, time)
      return price === null || price <= 0 || price >= 1e6 ? decision : { ...decision, time, price }
    })
    .sort((a, b) => a.time - b.time || a.row - b.row)
}
