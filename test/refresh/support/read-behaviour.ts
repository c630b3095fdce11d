import { unpackDayLists } from '../../../src/refresh/days/day-lists.ts'
import { unpackFacts } from '../../../src/refresh/days/foresight-facts.ts'
import { booksByToken } from '../../../src/refresh/days/trader-book.ts'
import { foresightDay } from '../../../src/refresh/inputs/foresight-sums.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { unpackNumbers } from '../../../src/store/engine/pack-numbers.ts'
import type { SlowForesightDay, SlowTraderDay } from './slow-behaviour.ts'

/** The rows of `trader_days` by name, in order of trader and day. */
export async function readTraderDays(db: Database): Promise<SlowTraderDay[]> {
  const rows = await db.all<
    Omit<SlowTraderDay, 'hours' | 'entryCost' | 'heldSeconds'> & { lists: Uint8Array }
  >(
    'SELECT t.address, d.day, d.fills, d.maker_fills AS "makerFills", d.role_known AS "roleKnown", d.buys, d.usd, ' +
      'd.usd_square AS "usdSquare", d.buy_slippage AS "buySlippage", d.sell_slippage AS "sellSlippage", ' +
      'd.moved_slippage AS "movedSlippage", d.lists ' +
      'FROM trader_days d JOIN traders t ON t.id = d.trader_id',
  )
  return rows
    .map(({ lists, ...row }) => {
      const { hours, entryCost, heldSeconds } = unpackDayLists(lists)
      return { ...row, hours, entryCost, heldSeconds: heldSeconds.sort((a, b) => a - b) }
    })
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

/** The open lots that are kept after each trader's last row. */
export async function readOpenLots(db: Database) {
  const tokens = await db.all<{ id: number; token: string }>('SELECT id, token FROM tokens')
  const rows = await db.all<{ address: string; lots: Uint8Array }>(
    'SELECT t.address, l.lots FROM trader_lots l JOIN traders t ON t.id = l.trader_id ' +
      'WHERE l.day = (SELECT MAX(day) FROM trader_lots n WHERE n.trader_id = l.trader_id)',
  )
  return rows.flatMap(({ address, lots }) =>
    [...booksByToken(unpackNumbers(lots))].map(
      ([
        token,
        {
          slippage,
          lots: { times, left },
        },
      ]) => ({
        address,
        token: tokens.find(({ id }) => id === token)?.token,
        slippage,
        lots: times.map((time, i) => [time, left[i]]),
      }),
    ),
  )
}

/** By trader and day. */
export function byKey(a: { address: string; day: number }, b: { address: string; day: number }): number {
  return a.address < b.address ? -1 : a.address > b.address ? 1 : a.day - b.day
}
