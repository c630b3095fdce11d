import { defined } from '../../checks.ts'
import { type Day, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { CONDITIONS, MARKETS, TOKENS, WHOLE_TRADES } from '../../store/tables.ts'
import { lackBitsOf, SPREAD_EVENTS, signBit } from './sign.ts'

/** A whole trade of whose trader the earlier categories are asked for. */
export interface CategorizedTrade {
  /** The key of its first fill. */
  key: number
  time: Seconds
  traderId: number
  /** As the store has them; null while they are not computed. */
  signs: number | null
  /** That of its market as it is described now; null while nothing is known of it. */
  category: string | null
}

/** Large trades of a trader among which an earlier one in the category is looked for first: nearly every regular has one there. */
const LOOKED_AT = 200
/** Trades of neighboring days whose fills are read together. */
const DAYS_AT_ONCE = 200

/**
 * Whether each whole trade is the first in its market's category by a trader with fills in at least five events before, by its key:
 * no fill before the first of the trade's transaction is in a market of the category. Null, which is unknown, without the trader's
 * history or the market's category, or if the answer depends on an earlier market whose category is unknown.
 *
 * Categories are those of now, so that late metadata count. A few statements, and the days of traders who have no earlier large
 * trade in the category.
 */
export async function firstsInCategory(
  sql: Sql,
  trades: readonly CategorizedTrade[],
): Promise<Map<number, boolean | null>> {
  const answers = new Map<number, boolean | null>()
  const open: CategorizedTrade[] = []
  const earliest = new Map<string, Seconds>()
  const nameOf = ({ traderId, category }: CategorizedTrade) => `${traderId} ${category}`
  for (const trade of trades) {
    const { key, time, signs, category } = trade
    if (signs === null || category === null || (signs & lackBitsOf('ONE_EVENT')) !== 0) answers.set(key, null)
    else if ((signs & signBit('ONE_EVENT')) !== 0) answers.set(key, false)
    else {
      open.push(trade)
      const name = nameOf(trade)
      earliest.set(name, Math.min(time, earliest.get(name) ?? time))
    }
  }
  const likely = open.filter((trade) => {
    const isLikely = trade.time === earliest.get(nameOf(trade))
    if (!isLikely) answers.set(trade.key, false)
    return isLikely
  })
  const earlier = await EARLIER.each(
    sql,
    { trader: 'int', time: 'int', category: 'text' },
    {
      trader: likely.map(({ traderId }) => traderId),
      time: likely.map(({ time }) => time),
      category: likely.map(({ category }) => category),
    },
    likely.length,
  )
  const left = likely.filter(({ key }, i) => {
    if (earlier[i] !== undefined) answers.set(key, false)
    return earlier[i] === undefined
  })
  for (const [key, answer] of await byRecord(sql, left)) answers.set(key, answer)
  return answers
}

/** An earlier large trade in the category. Relies on whole_trades (trader_id, time, key). */
const EARLIER = statement(
  (from, { trader, time, category }: { trader: number; time: Seconds; category: string | null }) =>
    from(as(TOKENS, 't'))
      .join(as(MARKETS, 'm'), 'm.condition_id', 't.condition_id')
      .select('t.id')
      .where('m.category', category)
      .whereIn(
        't.id',
        from(WHOLE_TRADES)
          .select('token_id')
          .where('trader_id', trader)
          .where('time', '<', time)
          .orderBy('time', 'desc')
          .limit(LOOKED_AT),
      )
      .limit(1),
)

/** A token's event and its market's category; a token is an event of its own while no market is known of it. */
interface Named {
  event: string
  category: string | null
}

const NAMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select('t.id', 'c.id as condition', 'c.neg_risk_id as negRisk', 'm.category')
    .whereAnyOf('t.id', 'int', ids),
)

async function namesOf(sql: Sql, tokens: Iterable<number>): Promise<Map<number, Named>> {
  const rows = await NAMES.all(sql, { ids: [...tokens] })
  return new Map(
    rows.map(({ id, condition, negRisk, category }) => {
      const event = negRisk !== null ? `n${negRisk}` : condition !== null ? `c${condition}` : `t${id}`
      return [id, { event, category }]
    }),
  )
}

/** The answers by the days on which each trader first traded each outcome, and for few trades by the fills of their own day. */
async function byRecord(sql: Sql, trades: readonly CategorizedTrade[]): Promise<Map<number, boolean | null>> {
  const byTrader = Map.groupBy(trades, ({ traderId }) => traderId)
  const answers = new Map<number, boolean | null>()
  const left: { trade: CategorizedTrade; before: Named[] }[] = []
  for await (const { trader, firstDays } of firstDaysOf(sql, trades)) {
    const names = await namesOf(sql, firstDays.keys())
    for (const trade of byTrader.get(trader) ?? []) {
      const day = dayOf(trade.time)
      const before = [...firstDays].flatMap(([token, first]) => (first < day ? (names.get(token) ?? []) : []))
      if (before.some(({ category }) => category === trade.category)) answers.set(trade.key, false)
      else left.push({ trade, before })
    }
  }
  left.sort((a, b) => a.trade.time - b.trade.time)
  for (let from = 0; from < left.length; from += DAYS_AT_ONCE) {
    const some = left.slice(from, from + DAYS_AT_ONCE)
    const tokens = await tokensBefore(
      sql,
      some.map(({ trade }) => trade),
    )
    const names = await namesOf(sql, new Set([...tokens.values()].flat()))
    for (const { trade, before } of some) {
      const ofDay = tokens.get(trade.key)?.flatMap((token) => names.get(token) ?? []) ?? []
      answers.set(trade.key, answerOf(trade.category, [...before, ...ofDay]))
    }
  }
  return answers
}

function answerOf(category: string | null, before: readonly Named[]): boolean | null {
  if (before.some((one) => one.category === category)) return false
  if (new Set(before.map(({ event }) => event)).size < SPREAD_EVENTS) return false
  return before.every((one) => one.category !== null) ? true : null
}

/** By trader, the first day of each outcome that the trader has filled up to the last of the trades. */
async function* firstDaysOf(sql: Sql, trades: readonly CategorizedTrade[]) {
  const traders = [...new Set(trades.map(({ traderId }) => traderId))].sort((a, b) => a - b)
  const upTo = trades.reduce((last, { time }) => Math.max(last, dayOf(time)), 0)
  if (traders.length === 0) return
  let own = { trader: -1, firstDays: new Map<number, Day>() }
  const parts = ledgerOf(sql).days({ columns: ['fills'], traders, upTo, some: 'fills' })
  for await (const { count, columns } of parts)
    for (let row = 0; row < count; row++) {
      const trader = defined(columns.trader_id[row])
      const token = defined(columns.token_id[row])
      if (trader !== own.trader) {
        if (own.trader >= 0) yield own
        own = { trader, firstDays: new Map() }
      }
      // The days of an outcome ascend.
      if (!own.firstDays.has(token)) own.firstDays.set(token, defined(columns.day[row]))
    }
  if (own.trader >= 0) yield own
}

/** The outcomes that each trade's trader filled on its day before the first fill of its transaction, by the trade's key. */
async function tokensBefore(sql: Sql, trades: readonly CategorizedTrade[]): Promise<Map<number, number[]>> {
  const owners = [...new Set(trades.map(({ traderId }) => traderId))]
  const days = [...new Set(trades.map(({ time }) => dayOf(time)))]
  const fills = await ledgerOf(sql).fills(['key', 'time', 'owner_id', 'token_id'], { owners, days })
  const ofDay = Map.groupBy(fills, ({ owner_id, time }) => `${owner_id} ${dayOf(time)}`)
  const own = trades.map((trade) => ({
    trade,
    day: ofDay.get(`${trade.traderId} ${dayOf(trade.time)}`) ?? [],
  }))
  const hashes = await ledgerOf(sql).fillHashes(
    own.flatMap(({ trade, day }) => day.flatMap(({ key, time }) => (time === trade.time ? key : []))),
  )
  const txOf = (key: number) => Buffer.from(hashes.get(key)?.tx ?? []).toString('latin1')
  return new Map(
    own.map(({ trade: { key, time }, day }) => {
      const tx = txOf(key)
      const isOfIt = (fill: { key: number; time: Seconds }) =>
        fill.time === time && tx !== '' && txOf(fill.key) === tx
      const begins = day.reduce((first, fill) => (isOfIt(fill) ? Math.min(first, fill.key) : first), key)
      const before = day.filter((fill) => fill.time < time || (fill.time === time && fill.key < begins))
      return [key, before.map(({ token_id }) => token_id)]
    }),
  )
}
