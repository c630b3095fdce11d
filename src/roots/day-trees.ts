import { defined } from '../checks.ts'
import type { Day } from '../ledger/quantities.ts'
import {
  buildMarks,
  closingPrices,
  priceDaysOf,
  readPriceDays,
  readPriceRowsOf,
} from '../numbers/inputs/marks.ts'
import { readTokenFacts, readTokenRowsOf, tokensOf } from '../numbers/inputs/read-token-facts.ts'
import { eachPosition, eachTrader, type TraderDays } from '../numbers/windows/trader-days.ts'
import { eventLeaf, type PositionState, positionLeaf, traderLeaf } from '../proofs/leaves.ts'
import { leafHash, rootOf } from '../proofs/merkle.ts'
import { pagesBehind, type Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { eventsOfDay, type PlacedEvent } from '../store/export/export-events.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { namesOf } from '../store/ledger/names.ts'
import { comparePlaces } from '../store/ledger/place.ts'
import { INCOME_DAYS, TOKENS, TRADERS } from '../store/tables.ts'

// The leaves of a day's two trees, from the ledger as it is. One pass, in memory of some 150 bytes a trader.

const COLUMNS = [
  'shares',
  'cost',
  'realized',
  'bought',
  'sold',
  'fees',
  'volume',
  'fills',
  'maker_fills',
  'buys',
  'untracked',
] as const
type StateDays = TraderDays<(typeof COLUMNS)[number]>

const PAGE = 20_000

const ADDRESSES = statement((from, { after }: { after: number }) =>
  from(TRADERS).select('id', 'address as name').where('id', '>', after).orderBy('id').limit(PAGE),
)
const TOKEN_NAMES = statement((from, { after }: { after: number }) =>
  from(TOKENS).select('id', 'token as name').where('id', '>', after).orderBy('id').limit(PAGE),
)
const SUM = 'CAST(SUM(amount) AS BIGINT) AS amount'
const INCOME = statement((from, { upTo }: { upTo: Day }) =>
  from(INCOME_DAYS)
    .select('trader_id as trader', from.raw<{ amount: number | null }>(SUM))
    .where('day', '<=', upTo)
    .groupBy('trader_id'),
)
const INCOME_OF = statement((from, { trader, upTo }: { trader: number; upTo: Day }) =>
  from(INCOME_DAYS)
    .select(from.raw<{ amount: number | null }>(SUM))
    .where('trader_id', trader)
    .where('day', '<=', upTo),
)

/** The hashes of a day's events in the ledger's order. */
export async function eventHashes(sql: Sql, day: Day): Promise<Uint8Array[]> {
  const all: (PlacedEvent['place'] & { hash: Uint8Array })[] = []
  for await (const page of eventsOfDay(sql, day))
    for (const { place, event } of page) all.push({ ...place, hash: leafHash(eventLeaf(event)) })
  return all.sort(comparePlaces).map(({ hash }) => hash)
}

export interface HashedTrader {
  address: string
  hash: Uint8Array
}

/** All traders at a day's close, by address. */
export async function hashedTraders(sql: Sql, day: Day): Promise<HashedTrader[]> {
  const addresses = await namesById((after) => ADDRESSES.all(sql, { after }))
  const tokens = await namesById((after) => TOKEN_NAMES.all(sql, { after }))
  const income = new Map(
    (await INCOME.all(sql, { upTo: day })).map((row) => [row.trader, Number(row.amount)]),
  )
  const facts = await readTokenFacts(sql, day)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, day), day)
  const prices = closingPrices(marks, day)
  const all: HashedTrader[] = []
  const add = (trader: number, states: readonly PositionState[]) => {
    const address = defined(addresses[trader])
    const { leaf } = traderState(address, states, income.get(trader) ?? 0)
    all.push({ address, hash: leafHash(leaf) })
    income.delete(trader)
  }
  const known = (id: number) => ({ token: defined(tokens[id]), price: prices[id] ?? -1 })
  await eachTrader(COLUMNS, ledgerOf(sql).days({ columns: COLUMNS, upTo: day }), (days) =>
    add(days.trader, statesOf(days, known)),
  )
  for (const trader of income.keys()) add(trader, [])
  return all.sort((a, b) => (a.address < b.address ? -1 : 1))
}

/** A trader's leaf at a day's close with the leaves that it consists of, positions by token. */
export interface TraderState {
  leaf: string
  positions: string[]
}

/** One trader's leaf at a day's close; null without an event up to then. */
export async function readTraderState(
  sql: Sql,
  { trader, address, day }: { trader: number; address: string; day: Day },
): Promise<TraderState | null> {
  let state: TraderState | null = null
  const income = (await INCOME_OF.get(sql, { trader, upTo: day }))?.amount ?? null
  const days = ledgerOf(sql).days({ columns: COLUMNS, traders: [trader], upTo: day })
  await eachTrader(COLUMNS, days, async (own) => {
    const known = await knownTokens(sql, heldIn(own), day)
    state = traderState(address, statesOf(own, known), Number(income ?? 0))
  })
  return state ?? (income === null ? null : traderState(address, [], Number(income)))
}

/** Whether shares of each token are held at the end of a trader's days. */
function heldIn(days: StateDays): ReadonlyMap<number, boolean> {
  const held = new Map<number, boolean>()
  const { shares, token_id: tokens } = days.columns
  eachPosition(days, (_first, end) => held.set(defined(tokens[end - 1]), defined(shares[end - 1]) > 0))
  return held
}

/** Names of some tokens, and prices of those that are held: a position without shares has none in its leaf. */
async function knownTokens(sql: Sql, tokens: ReadonlyMap<number, boolean>, day: Day): Promise<KnownToken> {
  const held = [...tokens].flatMap(([token, isHeld]) => (isHeld ? [token] : []))
  const rows = await readTokenRowsOf(sql, held, null)
  const { facts, numbers } = tokensOf(rows, day)
  const prices = await readPriceRowsOf(sql, [...numbers.keys()], { upTo: day }, null)
  const marks = buildMarks(facts, priceDaysOf(prices, numbers), day)
  const closing = closingPrices(marks, day)
  const names = await namesOf(sql, 'tokens', [...tokens.keys()])
  return (id) => ({ token: defined(names.get(id)), price: closing[numbers.get(id) ?? -1] ?? -1 })
}

function traderState(address: string, states: readonly PositionState[], income: number): TraderState {
  const positions = states.map((state) => positionLeaf(address, state))
  const root = rootOf(positions.map(leafHash)).toString('hex')
  return { leaf: traderLeaf(address, states, income, root), positions }
}

/** A token's name, and its price, below 0 where it is unknown. */
type KnownToken = (id: number) => { token: string; price: number }

function statesOf(days: StateDays, known: KnownToken): PositionState[] {
  const { columns } = days
  const states: PositionState[] = []
  eachPosition(days, (first, end) => {
    const sum = (name: (typeof COLUMNS)[number]) => {
      let total = 0
      for (let row = first; row < end; row++) total += defined(columns[name][row])
      if (!Number.isSafeInteger(total)) throw new RangeError(`${name} of a position is beyond exact numbers`)
      return total
    }
    const { token, price } = known(defined(columns.token_id[first]))
    const shares = defined(columns.shares[end - 1])
    states.push({
      token,
      shares,
      cost: defined(columns.cost[end - 1]),
      realized: sum('realized'),
      bought: sum('bought'),
      sold: sum('sold'),
      fees: sum('fees'),
      volume: sum('volume'),
      fills: sum('fills'),
      makerFills: sum('maker_fills'),
      buys: sum('buys'),
      untracked: sum('untracked'),
      price: shares === 0 || price < 0 ? null : price,
    })
  })
  return states.sort((a, b) => (a.token < b.token ? -1 : 1))
}

async function namesById(
  read: (after: number) => Promise<{ id: number; name: string }[]>,
): Promise<string[]> {
  const names: string[] = []
  for await (const rows of pagesBehind(PAGE, { id: 0 }, ({ id }) => read(id)))
    for (const { id, name } of rows) names[id] = name
  return names
}
