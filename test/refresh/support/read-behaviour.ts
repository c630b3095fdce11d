import type { Day } from '../../../src/ledger/quantities.ts'
import { unpackFacts } from '../../../src/refresh/days/foresight-facts.ts'
import { readBehaviour } from '../../../src/refresh/days/read-behaviour.ts'
import { foresightDay } from '../../../src/refresh/inputs/foresight-sums.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { unpackNumbers } from '../../../src/store/engine/pack-numbers.ts'
import { addDayLists, emptyDayLists } from '../../../src/store/ledger/day-lists.ts'
import type { SlowForesightDay, SlowTraderDay } from './slow-behaviour.ts'

/** Every trader's days of behavior by name, in order of trader and day. */
export async function readTraderDays(db: Database): Promise<SlowTraderDay[]> {
  const traders = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const ids = traders.map(({ id }) => id)
  const days = await readBehaviour(db, ids, { upTo: Number.MAX_SAFE_INTEGER as Day })
  return traders
    .flatMap(({ id, address }) =>
      (days.get(id) ?? []).map(({ knownRoleFills: roleKnown, usdSquares, lists, ...day }) => {
        const spread = emptyDayLists()
        addDayLists(spread, lists)
        spread.heldSeconds.sort((a, b) => a - b)
        return { address, roleKnown, usdSquare: String(usdSquares), ...day, ...spread }
      }),
    )
    .sort(byKey)
}

/** The rows of `foresight_days` by name, in order of trader and day. */
export async function readForesightDays(db: Database): Promise<SlowForesightDay[]> {
  const conditions = await db.all<{ id: number; condition: string }>('SELECT id, condition FROM conditions')
  const tokens = await db.all<{ id: number; token: string }>('SELECT id, token FROM tokens')
  const nameOf = (market: number) =>
    market % 2 === 0
      ? (conditions.find(({ id }) => 2 * id === market)?.condition ?? '')
      : (tokens.find(({ id }) => 2 * id + 1 === market)?.token ?? '')
  const rows = await db.all<{ address: string; day: number; facts: Uint8Array }>(
    'SELECT t.address, d.day, d.facts FROM foresight_days d JOIN traders t ON t.id = d.trader_id',
  )
  return rows
    .map(({ address, day, facts }) => {
      const sum = foresightDay(day, unpackFacts(unpackNumbers(facts)))
      return { ...sum, address, moved: String(sum.moved), markets: sum.markets.map(nameOf).sort() }
    })
    .sort(byKey)
}

/** By trader and day. */
export function byKey(a: { address: string; day: number }, b: { address: string; day: number }): number {
  return a.address < b.address ? -1 : a.address > b.address ? 1 : a.day - b.day
}
