import { DAY_SECONDS, type Day, MICRO } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { readCursor } from '../../store/ledger/ledger-changes.ts'
import { isReadable } from '../../store/ledger/versions.ts'
import { FORESIGHT_DAYS, PRICE_DAYS, VOLUME_DAYS } from '../../store/tables.ts'
import type { Cutoff } from '../boards/cutoff.ts'
import { UNRESOLVED } from '../inputs/marks.ts'
import { type NamedTokenRow, readTokenRowsOf, type TokensOf, tokensOf } from '../inputs/read-token-facts.ts'
import {
  changedRanges,
  everyRange,
  type ForesightChanges,
  type ForesightRange,
  readForesightChanges,
} from './foresight-ranges.ts'
import { createFacts, type FactsBeingMade, type RowFacts, spanOf, unpackDays } from './foresight-rows.ts'
import { createForesightWindow, type ForesightTokens, type ShownFill } from './foresight-window.ts'
import { dropFacts, insertFacts, replaceFacts } from './foresight-write.ts'
import { NEVER, type PublisherLease, recordSince, type Write } from './publisher-lease.ts'

/*
 * Foresight is a fact of a trader, a condition and a day, made condition by condition from fills in order. Only conditions
 * whose inputs changed are made again, and only rows with a day that comes out different are written.
 */

/** How much is done at a time. */
export interface ForesightSizes {
  /** Fills whose facts are made at a time, 32 bytes each. */
  range: number
  /** Fills that are read at a time. */
  read: number
  /** Rows in a transaction where all are new, and days of traders where few change: few enough that other writers hardly notice. */
  every: number
  changed: number
}
const SIZES: ForesightSizes = { range: 1_000_000, read: 200_000, every: 2_000, changed: 1_000 }

export interface ForesightOptions {
  cutoff: Pick<Cutoff, 'lastDay' | 'firstDay'>
  lease: PublisherLease
  /** Runs what writes, in a transaction. */
  write: Write
  /** Called with the fills that were read so far, and all there are to read. */
  onProgress?: (done: number, total: number) => void
  sizes?: ForesightSizes
}

/** The days that are made: a day is complete on the second day after it. */
interface ForesightScope {
  /** Every condition's days are made from this one on; none where it is after `to`. */
  everyFrom: Day
  firstDay: Day
  to: Day
  tokens: ForesightChanges['tokens']
}

/**
 * Brings `foresight_days` up to the ledger that `sql` sees; the table comes out as if made from nothing.
 * @returns how many days of traders were written or dropped
 */
export async function updateForesightDays(sql: Sql, options: ForesightOptions): Promise<number> {
  const { write, onProgress = () => undefined, sizes = SIZES } = options
  const scope = await readScope(sql, options)
  const { everyFrom, firstDay, to } = scope
  let written = await dropOutside(sql, scope, write, sizes.every)
  for (const range of changedRanges(scope.tokens, firstDay, Math.min(to, everyFrom - 1)))
    for await (const { rows, markets } of factsOf(sql, range, write, sizes))
      written += await replaceFacts(rows, markets, { atOnce: sizes.changed, write })
  const days = { from: Math.max(firstDay, everyFrom), to }
  if (days.from > to) return written
  const parts = everyPart(sql, days, { write, sizes, onProgress })
  return written + (await insertFacts(sql, parts, { atOnce: sizes.every, write }))
}

const FILLS_OF_DAYS = statement((from, { from: first, to }: { from: Day; to: Day }) =>
  from(VOLUME_DAYS)
    .select(from.raw<{ fills: number | null }>('CAST(SUM(fills) AS BIGINT) AS fills'))
    .where('day', '>=', first)
    .where('day', '<=', to),
)

/** The facts of every condition on some days, in parts of some conditions each. */
async function* everyPart(
  sql: Sql,
  days: { from: Day; to: Day },
  { write, sizes, onProgress }: Required<Pick<ForesightOptions, 'write' | 'sizes' | 'onProgress'>>,
): AsyncGenerator<Iterable<RowFacts>, void> {
  const total = (await FILLS_OF_DAYS.get(sql, days))?.fills ?? 0
  let done = 0
  for await (const range of everyRange(sql, days, sizes.range)) {
    for await (const { rows } of factsOf(sql, range, write, sizes)) yield rows
    done += range.fills ?? 0
    onProgress(done, total)
  }
}

const FIRST_SPAN = statement((from) => from(FORESIGHT_DAYS).min('day as day'))
const NEWEST_DAY = statement((from) =>
  from(FORESIGHT_DAYS).select('last_day as day').orderBy('day', 'desc').orderBy('last_day', 'desc').limit(1),
)

/** Where the changes since the last publication are not known, any day since the earliest change is made again. */
async function readScope(sql: Sql, { cutoff, lease }: ForesightOptions): Promise<ForesightScope> {
  const to = cutoff.lastDay - 2
  const fresh = ((await NEWEST_DAY.get(sql))?.day ?? -1) + 1
  const version = (await readCursor(sql, 'publisher')) ?? 0
  const changes: ForesightChanges = (await isReadable(sql, version))
    ? await readForesightChanges(sql, version, to)
    : { everySince: lease.since - 1, tokens: [] }
  const incomplete = lease.incomplete === NEVER ? NEVER : lease.incomplete - 1
  const everyFrom = Math.max(0, Math.min(fresh, incomplete, changes.everySince))
  // Days before the first event had events that were undone: these are among the changes.
  const firstDay = Math.min(cutoff.firstDay, (await FIRST_SPAN.get(sql))?.day ?? cutoff.firstDay)
  return { everyFrom, firstDay, to, tokens: changes.tokens }
}

/** Drops facts that are made again, and those of days that are not complete any more. */
async function dropOutside(
  sql: Sql,
  { everyFrom, to }: ForesightScope,
  write: Write,
  atOnce: number,
): Promise<number> {
  const isMade = everyFrom <= to
  const since = Math.min(everyFrom, to + 1)
  const newest = (await NEWEST_DAY.get(sql))?.day ?? -1
  if (!isMade && newest < since) return 0
  let dropped = 0
  for (let found = atOnce; found === atOnce; )
    await write(async (tx) => {
      // A day with only some of its facts does not count as complete.
      if (isMade) await recordSince(tx, since + 1)
      const some = await dropFacts(tx, since, atOnce)
      found = some.rows
      dropped += some.dropped
    })
  return dropped
}

const FILLS_OF = statement((from, given: { tokens: readonly number[]; since: Day; upTo: Day }) =>
  from(VOLUME_DAYS)
    .select(from.raw<{ fills: number | null }>('CAST(SUM(fills) AS BIGINT) AS fills'))
    .whereAnyOf('token_id', 'int', given.tokens)
    .where('day', '>=', given.since)
    .where('day', '<=', given.upTo),
)

/** Facts of some days, with the markets whose facts they are, each complete. */
interface Part {
  rows: Iterable<RowFacts>
  markets: ReadonlySet<number>
}

/** A range's facts. A trader's day is in one part. */
async function* factsOf(
  sql: Sql,
  range: ForesightRange,
  write: Write,
  sizes: ForesightSizes,
): AsyncGenerator<Part, void> {
  const { from, to, traders, left } = range
  const rows = await readTokenRowsOf(sql, range.tokens, null)
  const ids = rows.map(({ id }) => id)
  const fills = range.fills ?? (await FILLS_OF.get(sql, { tokens: ids, since: from, upTo: to }))?.fills ?? 0
  if (fills === 0 && traders.length === 0 && left.length === 0) return
  const named = tokensOf(rows, NEVER)
  const tokens = await foresightTokens(sql, rows, named, from)
  const made = rows.map(marketOf)
  // Facts of a token are its condition's, once that is known.
  const markets = new Set([...made, ...left, ...ids.map((id) => 2 * id + 1)])
  const facts = createFacts(made, from)
  await touchRows(range, facts, rows, write)
  const window = createForesightWindow(tokens, range, facts)
  // Each slice ends with a day: prices are read up to the end of the day after the last one.
  const slices = Math.max(1, Math.ceil(fills / sizes.read))
  const days = Math.ceil((to + 2 - from) / slices)
  for (let day = from; day < to + 2; day += days) {
    const until = Math.min(day + days, to + 2)
    for (const fill of await fillsBetween(sql, ids, day, until)) window.show(shownFill(fill, named))
    window.settle(until * DAY_SECONDS)
    if (facts.size >= sizes.range) yield { rows: facts.take(until - 1), markets }
  }
  window.settle()
  yield { rows: facts.take(), markets }
}

const FILL_COLUMNS = ['key', 'time', 'owner_id', 'token_id', 'side', 'shares', 'usd'] as const

function fillsBetween(sql: Sql, tokens: readonly number[], from: Day, until: Day) {
  const filter = { tokens, since: from * DAY_SECONDS, before: until * DAY_SECONDS }
  return ledgerOf(sql).fills(FILL_COLUMNS, filter, { inOrder: true })
}

type Fill = Awaited<ReturnType<typeof fillsBetween>>[number]

function shownFill({ time, owner_id, token_id, side, shares, usd }: Fill, { numbers }: TokensOf): ShownFill {
  return { time, trader: owner_id, token: numbers.get(token_id) ?? 0, isSell: side === 1, shares, usd }
}

function marketOf({ id, conditionId }: NamedTokenRow): number {
  return conditionId === null ? 2 * id + 1 : 2 * conditionId
}

const ROWS_OF = statement((from, { traders, span }: { traders: readonly number[]; span: Day }) =>
  from(FORESIGHT_DAYS)
    .select('trader_id as trader', 'day', 'facts')
    .whereAnyOf('trader_id', 'int', traders)
    .where('day', '>=', span),
)

/** Has the days of traders whose fills may have gone compared. */
async function touchRows(
  { traders, from, to }: ForesightRange,
  facts: FactsBeingMade,
  rows: readonly NamedTokenRow[],
  write: Write,
): Promise<void> {
  const [first] = rows
  if (traders.length === 0 || first === undefined) return
  const market = marketOf(first)
  // Read as they are written, like those that replaceFacts() compares.
  await write(async (tx) => {
    for (const { trader, day: span, facts: packed } of await ROWS_OF.all(tx, { traders, span: spanOf(from) }))
      for (const { day } of unpackDays(span, packed))
        if (day >= from && day <= to) facts.touch({ trader, day, market })
  })
}

const LAST_CLOSE = statement((from, given: { token_id: number; before: Day }) =>
  from(PRICE_DAYS)
    .select('close', 'time', 'key')
    .where('token_id', given.token_id)
    .where('day', '<', given.before)
    .orderBy('day', 'desc')
    .limit(1),
)

/** The window's facts of tokens. A token's mark is its last price before a day, or its sibling's complement where that is later. */
async function foresightTokens(
  sql: Sql,
  rows: readonly NamedTokenRow[],
  { facts, numbers }: TokensOf,
  day: Day,
): Promise<ForesightTokens> {
  const { sibling, payout } = facts
  const market = new Float64Array(rows.length + 1)
  const resolvedAt = new Float64Array(rows.length + 1).fill(Number.POSITIVE_INFINITY)
  for (const row of rows) {
    const token = numbers.get(row.id) ?? 0
    market[token] = marketOf(row)
    if (facts.resolvedOn[token] !== UNRESOLVED && row.resolvedTime !== null)
      resolvedAt[token] = row.resolvedTime
  }
  const mark = new Int32Array(rows.length + 1).fill(-1)
  const ids = rows.map(({ id }) => id)
  const keys = { token_id: ids, before: ids.map(() => day) }
  const closes = await LAST_CLOSE.each(sql, { token_id: 'int', before: 'int' }, keys, ids.length)
  const inOrder = closes
    .flatMap((close, i) => (close === undefined ? [] : { ...close, token: numbers.get(ids[i] ?? 0) ?? 0 }))
    .sort((a, b) => a.time - b.time || a.key - b.key)
  for (const { token, close } of inOrder) {
    mark[token] = close
    const other = sibling[token] ?? 0
    if (other !== 0) mark[other] = MICRO - close
  }
  return { market, sibling, payout, resolvedAt, mark }
}
