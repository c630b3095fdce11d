import { totalOf } from '../../../src/metrics/running-sum.ts'
import { BEHAVIOUR_COLUMNS, behaviourOf } from '../../../src/numbers/analytics/behaviour-sums.ts'
import { addForesight, emptyForesight } from '../../../src/numbers/boards/trader-walk.ts'
import { unpackDays } from '../../../src/numbers/days/foresight-rows.ts'
import { eachTrader } from '../../../src/numbers/windows/trader-days.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { ledgerOf } from '../../../src/store/ledger/ledger.ts'
import { addDayLists, emptyDayLists } from '../../../src/store/ledger/position-day.ts'
import type { SlowForesightDay, SlowTraderDay } from './slow-behaviour.ts'

const SLIPPAGES = ['buy_slippage', 'sell_slippage', 'moved_slippage'] as const
const COLUMNS = [...BEHAVIOUR_COLUMNS, ...SLIPPAGES] as const
const NOTHING = { fills: 0, makerFills: 0, knownRoleFills: 0, buys: 0, usdSquares: 0, lists: [] }

/** Every trader's days of behavior by name, in order of trader and day, those with nothing but slippage too. */
export async function readTraderDays(db: Database): Promise<SlowTraderDay[]> {
  const traders = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const addressOf = new Map(traders.map(({ id, address }) => [id, address]))
  const all: SlowTraderDay[] = []
  await eachTrader(COLUMNS, ledgerOf(db).days({ columns: COLUMNS, lists: true }), (days) => {
    const behaviour = new Map(behaviourOf(days).map((own) => [own.day, own]))
    const rows = Map.groupBy(
      Array.from({ length: days.count }, (_, row) => row),
      (row) => days.columns.day[row] ?? 0,
    )
    for (const [day, own] of rows) {
      const [buySlippage = 0, sellSlippage = 0, movedSlippage = 0] = SLIPPAGES.map((name) =>
        own.reduce((sum, row) => sum + (days.columns[name][row] ?? Number.NaN), 0),
      )
      const slipped = { buySlippage, sellSlippage, movedSlippage }
      if (!behaviour.has(day) && Object.values(slipped).every((sum) => sum === 0)) continue
      const { knownRoleFills: roleKnown, usdSquares, lists, ...counts } = behaviour.get(day) ?? NOTHING
      const spread = emptyDayLists()
      addDayLists(spread, lists)
      spread.heldSeconds.sort((a, b) => a - b)
      const address = addressOf.get(days.trader) ?? ''
      all.push({ ...counts, address, day, roleKnown, usdSquare: String(usdSquares), ...slipped, ...spread })
    }
  })
  return all.sort(byKey)
}

/** Every trader's packed facts by day. A row's last day is that of the table. */
export async function readForesightRows(
  db: Database,
): Promise<{ trader: number; day: number; facts: Uint8Array }[]> {
  const rows = await db.all<{ trader: number; span: number; last: number; facts: Uint8Array }>(
    'SELECT trader_id AS trader, day AS span, last_day AS last, facts FROM foresight_days',
  )
  return rows.flatMap(({ trader, span, last, facts }) => {
    const days = unpackDays(span, facts)
    if (days.at(-1)?.day !== last) throw new Error(`trader ${trader} has no facts of day ${last}`)
    return days.map((one) => ({ trader, ...one }))
  })
}

/** The days of `foresight_days` by name, in order of trader and day. */
export async function readForesightDays(db: Database): Promise<SlowForesightDay[]> {
  const conditions = await db.all<{ id: number; condition: string }>('SELECT id, condition FROM conditions')
  const tokens = await db.all<{ id: number; token: string }>('SELECT id, token FROM tokens')
  const nameOf = (market: number) =>
    market % 2 === 0
      ? (conditions.find(({ id }) => 2 * id === market)?.condition ?? '')
      : (tokens.find(({ id }) => 2 * id + 1 === market)?.token ?? '')
  const traders = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const addressOf = new Map(traders.map(({ id, address }) => [id, address]))
  return (await readForesightRows(db))
    .map(({ trader, day, facts }) => {
      const address = addressOf.get(trader) ?? ''
      const sum = emptyForesight()
      addForesight(sum, facts)
      return {
        address,
        day,
        fills: sum.fills,
        usd: Number(totalOf(sum.usd)),
        moved: String(totalOf(sum.moved)),
        markets: [...sum.markets].map(nameOf).sort(),
      }
    })
    .sort(byKey)
}

/** By trader and day. */
export function byKey(a: { address: string; day: number }, b: { address: string; day: number }): number {
  return a.address < b.address ? -1 : a.address > b.address ? 1 : a.day - b.day
}
