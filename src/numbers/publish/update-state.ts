import { defined } from '../../checks.ts'
import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import type { Table } from '../../store/engine/table.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { changedSince } from '../../store/ledger/versions.ts'
import { CONDITIONS, FORESIGHT_DAYS, INCOME_DAYS, POSITIONS, PRICE_DAYS, TOKENS } from '../../store/tables.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { type BoardTop, createTops, type TopsAsked } from '../boards/tops-as-of.ts'
import { copyOf } from '../boards/trader-scores.ts'
import type { PublisherLease, Sources } from '../days/publisher-lease.ts'
import {
  buildMarks,
  closingPrices,
  type LastTrade,
  type Marks,
  markedValue,
  readPriceDays,
  setLastMark,
  withNextDay,
} from '../inputs/marks.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import {
  eachTrader,
  SCORE_COLUMNS,
  type TraderDays,
  WINDOW_COLUMNS,
  type WindowColumn,
} from '../windows/trader-days.ts'
import { extendAddressOrder, readAddressOrder } from './address-order.ts'
import { createBoardFirsts } from './board-firsts.ts'
import { unrealizedAt } from './build-standings.ts'
import { countTraders } from './count-traders.ts'
import {
  type DayBefore,
  emptyState,
  growState,
  HELD_NOW,
  type Holding,
  heldAt,
  type PublisherState,
} from './publisher-state.ts'
import { type Remade, remakeMarks } from './remake-marks.ts'
import { sumBaselines } from './sum-baselines.ts'

/** Changes since the state's cutoff. */
export interface News extends Pick<PublisherState, 'cutoff' | 'labels' | 'meanings'> {
  /** Of the publisher that brought foresight up to it; null if they were. */
  lease: PublisherLease | null
  /** Traders whose positions or income changed. */
  touched: readonly number[]
  /** The earliest changed day; infinity without one. */
  since: number
}

/** The state at a later cutoff, and what changed. */
export interface Updated {
  state: PublisherState
  /** Traders that were counted: ids, ascending. */
  traders: readonly number[]
  /** Whether the day before may have changed, or is another day. */
  isLate: boolean
}

/**
 * Updates the state in place to a later cutoff on the same day. The store's log of changed rows gives the traders to
 * recompute: those with a changed day of their own, those who held a token whose metadata or earlier price changed, and
 * those whose scores depend on the last price of a token by more than their profit.
 */
export async function updateState(sources: Sources, state: PublisherState, news: News): Promise<Updated> {
  const { sql } = sources
  const { cutoff, labels, meanings } = news
  const { version } = state.cutoff
  const order = await extendAddressOrder(sql, state.order)
  const hidden = state.order.traders.filter((trader) => order.hidden[trader] !== state.order.hidden[trader])
  const prices = await changedSince<{ token_id: number; day: Day }>(
    sql,
    PRICE_DAYS,
    ['token_id', 'day'],
    version,
  )
  const late = prices.filter(({ day }) => day < cutoff.day)
  const remade = await remakeMarks(
    sql,
    state.marks,
    [...(await tokensTold(sql, version)), ...late.map((row) => row.token_id)],
    cutoff.day,
  )
  const { marks } = remade
  const traded = prices.map((row) => row.token_id).filter((token) => !remade.tokens.has(token))
  const moved = new Set([
    ...remade.moved,
    ...(await setLastMarks(sql, marks, [...new Set(traded)], cutoff.day)),
  ])
  // Changed labels regroup old units too.
  const baselines = labels === state.labels ? state.baselines : sumBaselines(state.units, labels, cutoff.day)
  const grown = growState({ ...state, cutoff, marks, order, labels, meanings, baselines })
  const counted = new Set([...news.touched, ...hidden, ...(await changedTraders(sources, version))])
  for (const trader of await holders(sql, remade)) counted.add(trader)
  for (const trader of grown.sensitive) if (holdsAny(grown, trader, moved)) counted.add(trader)
  const traders = [...counted].sort((a, b) => a - b)
  const isLate = news.since < cutoff.day || hidden.length > 0
  if (isLate) grown.closedDays?.clear()
  await countTraders(sources, grown, { traders, dayBefore: isLate })
  return { state: grown, traders, isLate }
}

/**
 * Moves a state on to the next day. Its own day's close becomes that of the day before; the windows
 * of all traders lose their first day, and traders whose other numbers can have changed are counted: those with news, those who
 * may have a score, and those who had a token whose outcome became known.
 * @param most fraction of all traders: where more are to be counted, a pass over all costs less
 * @returns null in that case; the state must not be used again then
 */
export async function moveToNextDay(
  sources: Sources,
  state: PublisherState,
  news: News,
  most = 0.5,
): Promise<Updated | null> {
  const { sql } = sources
  const { cutoff, labels } = news
  const last = state.cutoff.day
  const { state: closed, traders: told } = await updateState(sources, state, {
    ...news,
    cutoff: { ...cutoff, day: last },
  })
  const { marks, changed } = await marksOfNextDay(sql, closed.marks, state.cutoff.version, cutoff.day)
  const holders = await HOLDERS.all(sql, { changed, repriced: [], since: 0 })
  const counted = new Set([...told, ...closed.candidates, ...holders.map(({ trader }) => trader)])
  if (counted.size > most * closed.order.traders.length) return null
  const next: PublisherState = {
    ...closed,
    cutoff,
    marks,
    baselines: sumBaselines(closed.units, labels, cutoff.day),
    dayBefore: closeOf(closed),
    shown: new Map(),
    firsts: createBoardFirsts(),
  }
  const scored = { columns: SCORE_COLUMNS, lists: true, from: last, upTo: last }
  await next.closedDays?.moveTo(cutoff.day, ledgerOf(sql).days(scored))
  for (const trader of inexactTraders(closed)) counted.add(trader)
  await rollWindows(sql, closed, next)
  for (const trader of inexactTraders(next)) counted.add(trader)
  const traders = [...counted].sort((a, b) => a - b)
  await countTraders(sources, next, { traders })
  return { state: next, traders, isLate: true }
}

/** Totals and scores at the close of a state's day, which is over. */
function closeOf(state: PublisherState): DayBefore {
  const { periods, scores, marks, cutoff } = state
  const unrealized = unrealizedAt(state, closingPrices(marks, cutoff.day))
  return {
    periods: periods.map(({ settled, volume, stake, fills }) => ({
      settled: settled.map((amount, trader) => amount + (unrealized[trader] ?? 0)),
      volume: volume.slice(),
      stake: stake.slice(),
      fills: fills.slice(),
    })),
    scores: copyOf(scores),
  }
}

/** Traders with a sum of a window that a number may not hold exactly, so that no day can be taken out of it. */
function inexactTraders({ periods }: PublisherState): Set<number> {
  const traders = new Set<number>()
  for (const { volume, stake } of periods)
    for (let trader = 0; trader < volume.length; trader++)
      if (
        defined(volume[trader]) > Number.MAX_SAFE_INTEGER ||
        defined(stake[trader]) > Number.MAX_SAFE_INTEGER
      )
        traders.add(trader)
  return traders
}

/**
 * Takes from every trader's windows the day that leaves each of them. The day that comes in is that of traders who are counted. Both
 * states share their columns and holdings.
 */
async function rollWindows(sql: Sql, closed: PublisherState, next: PublisherState): Promise<void> {
  addStarts(closed, -1)
  const leaving = heldAt(next.cutoff.day).slice(0, -1)
  const days = {
    columns: WINDOW_COLUMNS,
    on: leaving,
    from: Math.min(...leaving),
    upTo: Math.max(...leaving),
  }
  await eachTrader(WINDOW_COLUMNS, ledgerOf(sql).days(days), (own) => {
    if (next.order.hidden[own.trader] !== 1) takeOut(next, own, leaving)
  })
  addStarts(next, 1)
}

/** Adds what holdings at the closes before windows are worth to the windows; with a sign of −1, takes it away. */
function addStarts({ positions, periods, marks, cutoff }: PublisherState, sign: 1 | -1): void {
  const { trader, size } = positions
  const { token, shares, cost, closes } = positions.columns
  for (const [i, close] of heldAt(cutoff.day).slice(0, -1).entries()) {
    const { settled, stake } = defined(periods[i])
    const prices = closingPrices(marks, close)
    for (let slot = 0; slot < size; slot++) {
      const owner = defined(trader[slot])
      if (owner < 0 || (defined(closes[slot]) & (1 << i)) === 0) continue
      const [price, paid] = [defined(prices[defined(token[slot])]), defined(cost[slot])]
      const value = markedValue(defined(shares[slot]), paid, price < 0 ? null : price)
      settled[owner] = defined(settled[owner]) - sign * (value - paid)
      stake[owner] = defined(stake[owner]) + sign * value
    }
  }
}

/** Takes a trader's days out of the windows that begin after them; what the trader held at their closes is held at the starts of these. */
function takeOut(
  { periods, positions }: PublisherState,
  { trader, count, columns: own }: TraderDays<WindowColumn>,
  leaving: readonly Day[],
): void {
  const held = new Map<number, Holding[]>()
  const hold = (holding: Holding) => {
    const own = held.get(holding.token)
    if (own === undefined) held.set(holding.token, [holding])
    else own.push(holding)
  }
  positions.each(trader, (slot) => {
    const { token, shares, cost, closes } = positions.columns
    hold({
      token: defined(token[slot]),
      shares: defined(shares[slot]),
      cost: defined(cost[slot]),
      closes: defined(closes[slot]),
    })
  })
  for (let row = 0; row < count; row++) {
    const i = leaving.indexOf(defined(own.day[row]))
    const { settled, volume, stake, fills } = defined(periods[i])
    settled[trader] = defined(settled[trader]) - defined(own.realized[row])
    volume[trader] = defined(volume[trader]) - defined(own.volume[row])
    stake[trader] = defined(stake[trader]) - defined(own.bought[row])
    fills[trader] = defined(fills[trader]) - defined(own.fills[row])
    const [token, shares, cost] = [
      defined(own.token_id[row]),
      defined(own.shares[row]),
      defined(own.cost[row]),
    ]
    const ofToken = held.get(token) ?? []
    for (const one of ofToken) one.closes &= ~(1 << i)
    const same = ofToken.find((one) => one.shares === shares && one.cost === cost)
    if (same !== undefined) same.closes |= 1 << i
    else if (shares !== 0) hold({ token, shares, cost, closes: 1 << i })
  }
  const left = [...held.values()].flat().filter(({ closes }) => closes !== 0)
  positions.replace(trader, left)
}

/**
 * The marks of a day, from those of the day before as the ledger is now.
 * @param version since which results and facts of tokens came: of a later day's prices, the log of changes has none
 * @returns also the tokens whose outcome became known, and others whose facts changed
 */
async function marksOfNextDay(
  sql: Sql,
  before: Marks,
  version: number,
  day: Day,
): Promise<Pick<Remade, 'marks' | 'changed'>> {
  const [since, until] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS]
  const resolved = await RESOLVED_WITHIN.all(sql, { since, until })
  const told = [...(await tokensTold(sql, version)), ...resolved.map(({ id }) => id)]
  const { marks, changed, tokens } = await remakeMarks(sql, withNextDay(before), [...new Set(told)], day)
  const traded = (await TRADED_ON.all(sql, { day })).map(({ token }) => token)
  await setLastMarks(
    sql,
    marks,
    traded.filter((token) => !tokens.has(token)),
    day,
  )
  return { marks, changed }
}

/** Tokens whose facts may have changed since a version: their own, or those of conditions that they are or were part of. */
async function tokensTold(sql: Sql, version: number): Promise<number[]> {
  const tokens = await changedSince<{ id: number; condition_id: number | null }>(
    sql,
    TOKENS,
    ['id', 'condition_id'],
    version,
  )
  const conditions = await changedSince<{ id: number }>(sql, CONDITIONS, ['id'], version)
  const linked = await TOKENS_OF.all(sql, {
    conditions: [...tokens.flatMap((token) => token.condition_id ?? []), ...conditions.map(({ id }) => id)],
  })
  return [...new Set([...tokens, ...linked].map(({ id }) => id))]
}

const TOKENS_OF = statement((from, { conditions }: { conditions: readonly number[] }) =>
  from(TOKENS).select('id').whereAnyOf('condition_id', 'int', conditions),
)
const TRADED_ON = statement((from, { day }: { day: Day }) =>
  from(PRICE_DAYS).select('token_id as token').where('day', day),
)
const RESOLVED_WITHIN = statement((from, { since, until }: { since: number; until: number }) =>
  from(as(CONDITIONS, 'c'))
    .join(as(TOKENS, 't'), 't.condition_id', 'c.id')
    .select('t.id')
    .where('c.resolved_time', '>=', since)
    .where('c.resolved_time', '<', until),
)
const HOLDERS = statement(
  (from, given: { changed: readonly number[]; repriced: readonly number[]; since: number }) =>
    from(POSITIONS)
      .select('trader_id as trader')
      .whereAnyOf('token_id', 'int', given.changed)
      .union(
        from(POSITIONS)
          .select('trader_id')
          .whereAnyOf('token_id', 'int', given.repriced)
          .where((group) => group.where('shares', '<>', 0).orWhere('last_time', '>=', given.since)),
      ),
)
const LAST_TRADES = statement((from, { day, tokens }: { day: Day; tokens: readonly number[] }) =>
  from(PRICE_DAYS)
    .select('token_id as token', 'close', 'time', 'key')
    .where('day', day)
    .whereIn(
      'token_id',
      from(as(TOKENS, 't'))
        .select('t.id')
        .whereAnyOf('t.id', 'int', tokens)
        .union(
          from(as(TOKENS, 't'))
            .join(as(TOKENS, 's'), 's.condition_id', 't.condition_id')
            .select('s.id')
            .whereAnyOf('t.id', 'int', tokens),
        ),
    ),
)

/** Traders whose income or foresight changed. */
async function changedTraders({ sql, foresight }: Sources, version: number): Promise<number[]> {
  const ofTable = (from: Sql, table: Table) =>
    changedSince<{ trader_id: number }>(from, table, ['trader_id'], version)
  const rows = [...(await ofTable(sql, INCOME_DAYS)), ...(await ofTable(foresight, FORESIGHT_DAYS))]
  return rows.map((row) => row.trader_id)
}

/** Traders who ever had a token with changed metadata, or held one since its price changed. Relies on the key of `positions`. */
async function holders(sql: Sql, { changed, repriced, repricedSince }: Remade): Promise<number[]> {
  const since = repriced.length === 0 ? 0 : repricedSince * DAY_SECONDS
  const rows = await HOLDERS.all(sql, { changed, repriced, since })
  return rows.map(({ trader }) => trader)
}

/** Puts a day's last trades of some tokens into marks. @returns tokens with another price at its close */
async function setLastMarks(
  sql: Sql,
  marks: PublisherState['marks'],
  tokens: readonly number[],
  day: Day,
): Promise<number[]> {
  const trades = await readLastTrades(sql, day, tokens)
  const both = new Set(tokens.flatMap((token) => [token, marks.sibling[token] || token]))
  return [...both].filter((token) => setLastMark(marks, token, day, trades))
}

/** The day's last trades of some tokens, and of their siblings. */
async function readLastTrades(
  sql: Sql,
  day: Day,
  tokens: readonly number[],
): Promise<Map<number, LastTrade>> {
  const rows = await LAST_TRADES.all(sql, { day, tokens })
  return new Map(rows.map(({ token, ...trade }) => [token, trade]))
}

function holdsAny({ positions }: PublisherState, trader: number, tokens: ReadonlySet<number>): boolean {
  let holds = false
  positions.each(trader, (slot) => {
    const { token, closes } = positions.columns
    holds ||= (defined(closes[slot]) & HELD_NOW) !== 0 && tokens.has(defined(token[slot]))
  })
  return holds
}

/** Computations of the pass that computes a state. */
export interface LoadOptions {
  /** The close of an earlier day. @default none */
  closed?: Cutoff | null
  /** Boards as of days before the cutoff's. @default none */
  tops?: TopsAsked | null
  onTraders?: (done: number, total: number) => void
}

/** The state with its day before, and what else was asked for. */
export interface Loaded {
  state: PublisherState
  closed: PublisherState | null
  tops: BoardTop[] | null
}

/** Computes the state and the day before from the ledger: one pass over all traders' days, in stored order. */
export async function loadState(
  sources: Sources,
  { cutoff, labels, meanings }: Pick<PublisherState, 'cutoff' | 'labels' | 'meanings'>,
  { closed = null, tops: asked = null, onTraders }: LoadOptions = {},
): Promise<Loaded> {
  const { sql } = sources
  const order = await readAddressOrder(sql)
  const facts = await readTokenFacts(sql, cutoff.day)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, cutoff.day), cutoff.day)
  const stateAt = (at: Cutoff) => emptyState({ cutoff: at, order, marks, labels, meanings })
  const loaded = { state: stateAt(cutoff), closed: closed && stateAt(closed) }
  const tops = asked && createTops(asked, order)
  await countTraders(sources, loaded.state, {
    dayBefore: true,
    closed: loaded.closed,
    tops,
    onTraders: (done) => onTraders?.(done, order.traders.length),
  })
  return { ...loaded, tops: tops === null ? null : tops.tops() }
}
