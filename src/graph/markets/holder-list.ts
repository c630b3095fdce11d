import { valueAt } from '../../ledger/holding.ts'
import { type Day, MICRO, type MicroPrice, type MicroShares, type MicroUsd } from '../../ledger/quantities.ts'
import { FIRST_PLACE, type HeldPlace, type HeldRow, LAST_PLACE } from '../../store/markets/holders.ts'
import type { Book, BookRow } from '../../store/markets/market-book.ts'
import type { MarketStore } from '../../store/markets/market-store.ts'
import { memoize } from '../../store/snapshot/keep-newest.ts'
import type { Market, Outcome } from '../kit/market-page.ts'
import type { AskedPage } from '../kit/paging/place-paging.ts'
import { listOf, pickPage } from './pick-page.ts'

/** Shares of an outcome that a trader holds at a day's close. */
export interface HeldPosition extends HeldRow {
  readonly outcome: Outcome
  /** Null where the outcome's price is not known. */
  readonly value: MicroUsd | null
  /** Shares of the outcome in all. */
  readonly supply: MicroShares
  /** Over the position's life. */
  realized(): Promise<MicroUsd>
}

export type HolderOrder = 'SHARES' | 'VALUE' | 'PNL'

/** A holder's place: its outcome, and its place among the holders of that. */
export interface HolderPlace extends HeldPlace {
  outcome: number
}

/** A holder's place with the number that orders it. */
interface Placed extends HolderPlace {
  key: number
}

export interface HolderList {
  market: Market
  day: Day
  order: HolderOrder
  /** The outcome's index; null for all outcomes. */
  outcome: number | null
  /** Only these traders; null for all. */
  among: ReadonlySet<number> | null
}

/** A page of holders in the list's order, and one more at the far end if the list continues. */
export interface HolderRows {
  rows: readonly { row: HeldPosition; place: HolderPlace }[]
  count: number
}

/** An outcome with its price, null if unknown. */
interface Priced {
  outcome: Outcome
  price: MicroPrice | null
}

/**
 * A page of a market's holders. Those by shares or value are read page by page; those by profit, and those of a day since whose
 * close most positions have changed, and some traders', are picked out of the market's whole book.
 */
export async function holderRows(
  list: HolderList,
  asked: AskedPage<HolderPlace>,
  store: MarketStore,
): Promise<HolderRows> {
  const { market, day, order, outcome, among } = list
  const { facts, page } = market
  const prices = (await page.prices(day)).get(facts.id) ?? []
  const outcomes = ((await page.outcomes()).get(facts.id) ?? [])
    .map((one, i): Priced => ({ outcome: { ...one, of: market }, price: prices[i] ?? null }))
    .filter((one) => outcome === null || one.outcome.outcome === outcome)
  return (
    (order === 'PNL' || among !== null ? null : await rowsOfPage(list, { asked, outcomes, store })) ??
    rowsOfBook(list, { asked, outcomes })
  )
}

interface Reading {
  asked: AskedPage<HolderPlace>
  outcomes: readonly Priced[]
}

async function rowsOfPage(
  { day, order, market: { snapshot } }: HolderList,
  { asked, outcomes, store }: Reading & { store: MarketStore },
): Promise<HolderRows | null> {
  const { after, before } = cursorsOf(asked, order, outcomes)
  const parts = outcomes.map((one) => ({
    token: one.outcome.token,
    by: isByCost(order, one) ? ('cost' as const) : ('shares' as const),
    behind: after ? boundOf(after, one, order) : FIRST_PLACE,
    ahead: before ? boundOf(before, one, order) : LAST_PLACE,
  }))
  const { rows: limit, isBackward } = asked
  const tokens = outcomes.map(({ outcome }) => outcome.token)
  const { ledgerVersion: version } = snapshot
  const found = await store.holders({ tokens, upTo: day, parts, limit: limit + 1, isBackward }, version)
  if (found === null) return null
  const byToken = new Map(outcomes.map((one) => [one.outcome.token, one]))
  const realized = memoize(() => store.realizedOf(found.rows, day, version))
  const rows = found.rows.flatMap((row, i) => {
    const one = byToken.get(row.token)
    if (one === undefined) return []
    const supply = found.supplies.get(row.token) ?? 0
    const held = {
      ...row,
      outcome: one.outcome,
      value: one.price === null ? null : valueAt(row.shares, one.price),
      supply,
      realized: async () => (await realized())[i] ?? 0,
    }
    return [
      { row: held, place: placed(order, one, isByCost(order, one) ? row.cost : row.shares, row.trader) },
    ]
  })
  const between = rows
    .filter(({ place }) => (!after || compare(place, after) > 0) && (!before || compare(place, before) < 0))
    .sort((a, b) => compare(a.place, b.place))
  return {
    rows: isBackward ? between.slice(-limit - 1) : between.slice(0, limit + 1),
    count: found.count,
  }
}

async function rowsOfBook(
  { market, day, order, among }: HolderList,
  { asked, outcomes }: Reading,
): Promise<HolderRows> {
  const book = await market.page.book(day)
  const name = JSON.stringify([order, outcomes.map(({ outcome: { token }, price }) => [token, price])])
  const { rows, keys, supplies } =
    among === null
      ? listOf(book, name, () => keyedHolders(book, order, outcomes))
      : keyedHolders(book, order, outcomes, (trader) => among.has(trader))
  const byToken = new Map(outcomes.map((one) => [one.outcome.token, one]))
  const rowAt = (i: number) => {
    const row = rows[i] as BookRow
    const one = byToken.get(row.token) as Priced
    return { ...placed(order, one, ownOf(row, order, one), row.trader), row }
  }
  const cursors = cursorsOf(asked, order, outcomes)
  const picked = pickPage<Placed & { row?: BookRow }>({ keys, rowAt, compare }, { ...asked, ...cursors })
  return {
    rows: picked.flatMap(({ row, ...place }) => {
      const one = byToken.get(row?.token ?? 0)
      if (row === undefined || one === undefined) return []
      const value = one.price === null ? null : valueAt(row.shares, one.price)
      const supply = supplies.get(row.token) ?? 0
      const held = { ...row, outcome: one.outcome, value, supply, realized: async () => row.realized }
      return [{ row: held, place }]
    }),
    count: rows.length,
  }
}

/** All holders who are shown, in no order. */
function keyedHolders(
  { byToken, hidden }: Book,
  order: HolderOrder,
  outcomes: readonly Priced[],
  isAsked: (trader: number) => boolean = () => true,
) {
  const supplies = new Map<number, MicroShares>()
  const rows: BookRow[] = []
  const keys: number[] = []
  for (const one of outcomes) {
    const { token } = one.outcome
    for (const row of byToken.get(token) ?? []) {
      supplies.set(token, (supplies.get(token) ?? 0) + row.shares)
      if (row.shares === 0 || hidden.has(row.trader) || !isAsked(row.trader)) continue
      rows.push(row)
      keys.push(keyOf(order, one, ownOf(row, order, one)))
    }
  }
  return { rows, keys: new Float64Array(keys), supplies }
}

/** Returns the number that orders a position within its outcome. */
function ownOf({ shares, cost, realized }: BookRow, order: HolderOrder, one: Priced): number {
  if (order !== 'PNL') return isByCost(order, one) ? cost : shares
  return realized + (one.price === null ? 0 : valueAt(shares, one.price) - cost)
}

/** A holder's value is its cost if no price is known. */
function isByCost(order: HolderOrder, { price }: Priced): boolean {
  return order === 'VALUE' && price === null
}

function placed(order: HolderOrder, one: Priced, own: number, trader: number): Placed {
  return { key: keyOf(order, one, own), outcome: one.outcome.outcome, own, trader }
}

function keyOf(order: HolderOrder, { price }: Priced, own: number): number {
  return order === 'VALUE' && price !== null ? valueAt(own, price) : own
}

/** Less than 0 where `a` comes before `b`: the largest first, then by outcome, then the largest and the newest of it. */
function compare(a: Placed, b: Placed): number {
  return b.key - a.key || a.outcome - b.outcome || b.own - a.own || b.trader - a.trader
}

/** Returns a decoder of cursors at the day's prices; it returns null for an outcome that is not listed. */
function cursorsOf(
  { after, before }: AskedPage<HolderPlace>,
  order: HolderOrder,
  outcomes: readonly Priced[],
): { after: Placed | null; before: Placed | null } {
  const at = (place: HolderPlace | null) => {
    const one = outcomes.find(({ outcome }) => outcome.outcome === place?.outcome)
    return place && one ? placed(order, one, place.own, place.trader) : null
  }
  return { after: at(after), before: at(before) }
}

/** Returns a place's bound among the holders of one outcome. */
function boundOf(at: Placed, { outcome, price }: Priced, order: HolderOrder): HeldPlace {
  if (at.outcome === outcome.outcome) return at
  const most = outcome.outcome > at.outcome ? at.key : at.key - 1
  return { own: mostOwn(order, price, most) + 1, trader: 0 }
}

/** The most that a holder of an outcome can hold whose key is at most this. */
function mostOwn(order: HolderOrder, price: MicroPrice | null, key: number): number {
  const edge = FIRST_PLACE.own - 1
  if (order !== 'VALUE' || price === null) return Math.min(key, edge)
  if (key < 0) return -1
  if (price === 0) return edge
  const most = ((BigInt(key) + 1n) * BigInt(MICRO) - 1n) / BigInt(price)
  return most < BigInt(edge) ? Number(most) : edge
}
