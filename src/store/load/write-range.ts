import { defined } from '../../checks.ts'
import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { positionKey } from '../ingest/fold-state.ts'
import { type Close, writeCloses } from '../ingest/price-day-rows.ts'
import { tokenDayColumns, type VolumeDay, writeVolumes } from '../ingest/volume-day-rows.ts'
import { type WholeTradeRow, wholeTradesOf, writeWholeTrades } from '../ingest/whole-trade-rows.ts'
import { type Change, dropLots, touchTraders } from '../ingest/write-positions.ts'
import {
  countMasked,
  type MaskedToken,
  maskTokens,
  nameDays,
  sealedDaysOf,
  sealedState,
} from '../ledger/bulk.ts'
import { dropGeneration } from '../ledger/collect.ts'
import { nameGeneration, openGeneration } from '../ledger/generations.ts'
import { keepRows } from '../ledger/history.ts'
import { appendChange } from '../ledger/ledger-changes.ts'
import { readLedgerState, writeLedgerState } from '../ledger/ledger-state.ts'
import { UNFOLDED_TOKENS } from '../ledger/load-state.ts'
import { type PositionId, positionColumns, type WholeDays } from '../ledger/position-day.ts'
import { loseChanges } from '../ledger/versions.ts'
import { endRows, writeDaysUnder } from '../ledger/write-days.ts'
import { POSITION_LOTS, POSITIONS, PRICE_DAYS, VOLUME_DAYS, WHOLE_TRADES } from '../tables.ts'
import type { FoldClaim } from './fold-lanes.ts'
import { type FoldedRange, seenOf } from './fold-range.ts'
import type { TokenRange } from './plan-ranges.ts'
import type { PositionColumns } from './position-rows.ts'

/** Rows that one transaction writes: few enough that nobody waits for it. */
const ROWS_A_WRITE = 2_500
/** Tokens whose positions are read at a time. */
const TOKENS_A_READ = 500

/** The ledger's files, or the claim to fold, are not what they were: every range is planned again. */
export class Moved extends Error {}
/** The events of a range are not what was folded. */
class Overtaken extends Error {}

/** Writes what ranges come to, in transactions of a bounded size. */
export interface RangeWriter {
  /** A count that rises with each write of another; read in a transaction, so that no own write is half done. */
  others(): Promise<number>
  /**
   * @returns false where the range's events are not what was folded: it must be folded again
   * @throws Moved
   */
  write(range: TokenRange, folded: FoldedRange, others: number): Promise<boolean>
}

/** State that the writes of all ranges share. */
interface Writes {
  db: Database
  claim: FoldClaim
  sealed: string
  /** Every writer raises the ledger's version: what is raised beyond these writes is by others. */
  own: number
  /** The range of each named generation: two ranges share no token. */
  named: Map<number, number>
}

/** Sources of one folded range, and the writes of others up to which it is known to be untouched. */
interface Basis {
  range: TokenRange
  seen: string
  others: number
  /** The generation of the range's rows; nobody reads it until it is named. */
  generation: number
  isNamed: boolean
}

/** A writer for as long as the claim holds and the sealed fills do not change. */
export function createRangeWriter(db: Database, claim: FoldClaim, sealed: string): RangeWriter {
  const writes: Writes = { db, claim, sealed, own: 0, named: new Map() }
  return {
    others: () => db.transaction(async (tx) => (await readLedgerState(tx)).version - writes.own),
    async write(range, folded, others) {
      const basis: Basis = { range, seen: folded.seen, others, generation: 0, isNamed: false }
      try {
        await within(writes, basis, async (tx) => {
          basis.generation = await openGeneration(tx)
        })
        await writeAndName(writes, basis, folded)
        return true
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
        // A named generation is true of the events that were folded, so it stays; the range is folded again all the same.
        if (!basis.isNamed && basis.generation > 0) await dropGeneration(db, basis.generation)
        return false
      }
    },
  }
}

/** @throws Moved, Overtaken */
function within(writes: Writes, basis: Basis, work: (tx: Sql) => Promise<void>): Promise<void> {
  return writes.db.transaction(async (tx) => {
    const state = await readLedgerState(tx, true)
    if ((await sealedState(tx)) !== writes.sealed || !(await writes.claim.standsIn(tx))) throw new Moved()
    const others = state.version - writes.own
    if (basis.others !== others && (await seenOf(tx, basis.range)) !== basis.seen) throw new Overtaken()
    basis.others = others
    await work(tx)
    state.version++
    await writeLedgerState(tx, state)
    writes.own++
  })
}

async function writeAndName(writes: Writes, basis: Basis, folded: FoldedRange): Promise<void> {
  const masked = await endSealed(writes, basis)
  const { gone, isFirst } = await endPositions(writes, basis, folded.positions)
  await putDays(writes, basis, folded.days)
  await putPositions(writes, basis, folded, isFirst)
  await dropPositions(writes, basis, gone)
  const change = await name(writes, basis, folded, masked)
  // Until the last of these, the range is unfolded: no version is pinned, and a process that is killed leaves it to the next.
  await putCloses(writes, basis, folded.closes)
  await putVolumes(writes, basis, folded.volumes)
  await putWholes(writes, basis, await wholeTradesOf(writes.db, folded.wholes))
  await touch(
    writes,
    basis,
    [...folded.positions.columns.trader_id, ...gone.map(({ trader }) => trader)],
    change,
  )
  await within(writes, basis, async (tx) => {
    await DROP_UNFOLDED.run(tx, basis.range)
  })
}

interface Tokens {
  tokens: readonly number[]
}
const POSITIONS_OF = statement((from, { tokens }: Tokens) =>
  from(POSITIONS).select('token_id as token', 'trader_id as trader').whereAnyOf('token_id', 'int', tokens),
)
const CLOSES = statement((from, { tokens }: Tokens) =>
  from(PRICE_DAYS)
    .select('token_id as token', 'day', 'close', 'time', 'key')
    .whereAnyOf('token_id', 'int', tokens),
)
const VOLUMES = statement((from, { tokens }: Tokens) =>
  from(VOLUME_DAYS)
    .select('token_id as token', 'day', 'usd', 'unknown', 'fills')
    .whereAnyOf('token_id', 'int', tokens),
)
const WHOLES = statement((from, { tokens }: Tokens) =>
  from(WHOLE_TRADES)
    .select(
      'key',
      'last_key',
      'time',
      'day',
      'token_id',
      'trader_id',
      'side',
      'role',
      'shares',
      'usd',
      'fills',
      'change',
    )
    .whereAnyOf('token_id', 'int', tokens),
)
const DROP_UNFOLDED = statement((from, { tokens }: Tokens) =>
  from(UNFOLDED_TOKENS).whereAnyOf('token_id', 'int', tokens).delete(),
)

/** Masks the sealed days of the range's tokens, once the generation is named. Files are read outside of transactions. */
async function endSealed(writes: Writes, basis: Basis): Promise<readonly MaskedToken[]> {
  const others = [...writes.named].filter(([, number]) => number !== basis.range.number)
  const masked = await sealedDaysOf(writes.db, basis.range.tokens, new Set(others.map(([id]) => id)))
  await eachSlice(masked, (some) => within(writes, basis, (tx) => maskTokens(tx, some, basis.generation)))
  return masked
}

/**
 * Ends the rows of what there is of the range's positions, once the generation is named; returns those that are not among the folded
 * ones, and whether there were none at all.
 */
async function endPositions(
  writes: Writes,
  basis: Basis,
  { columns }: PositionColumns,
): Promise<{ gone: PositionId[]; isFirst: boolean }> {
  let made: Set<number> | null = null
  const gone: PositionId[] = []
  let isFirst = true
  for (let from = 0; from < basis.range.tokens.length; from += TOKENS_A_READ) {
    const tokens = basis.range.tokens.slice(from, from + TOKENS_A_READ)
    const pairs = await POSITIONS_OF.all(writes.db, { tokens })
    if (pairs.length === 0) continue
    isFirst = false
    made ??= new Set(
      Array.from(columns.token_id, (token, i) => positionKey(token, defined(columns.trader_id[i]))),
    )
    await eachSlice(pairs, (some) => within(writes, basis, (tx) => endRows(tx, some, 0, basis.generation)))
    for (const pair of pairs) if (!made.has(positionKey(pair.token, pair.trader))) gone.push(pair)
  }
  return { gone, isFirst }
}

async function putDays(writes: Writes, basis: Basis, { count, columns, lists }: WholeDays): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_WRITE) {
    const slice = sliceOf(columns, from, Math.min(from + ROWS_A_WRITE, count))
    const days = { ...slice, lists: lists.slice(from, from + slice.count) }
    await within(writes, basis, (tx) => writeDaysUnder(tx, days, basis.generation))
  }
}

/**
 * Writes positions and their lots, in one transaction each: other writers go on from a position with its lots.
 * @param isFirst none of the range's tokens had a position, and so no lots
 */
async function putPositions(
  writes: Writes,
  basis: Basis,
  { positions, lots }: Pick<FoldedRange, 'positions' | 'lots'>,
  isFirst: boolean,
): Promise<void> {
  const lotsBefore = placesOfLots(positions)
  /** Rows that positions up to one have. */
  const rowsUpTo = (place: number) => place + defined(lotsBefore[place])
  for (let from = 0, to = 0; from < positions.count; from = to) {
    do to++
    while (to < positions.count && rowsUpTo(to + 1) - rowsUpTo(from) <= ROWS_A_WRITE)
    const own = sliceOf(positions.columns, from, to)
    const ownLots = sliceOf(lots.columns, defined(lotsBefore[from]), defined(lotsBefore[to]))
    await within(writes, basis, async (tx) => {
      await tx.upsert(POSITIONS, own.columns, own.count)
      if (!isFirst) await dropLots(tx, own.columns, own.count)
      await tx.upsert(POSITION_LOTS, ownLots.columns, ownLots.count)
    })
  }
}

/** Where the lots of each position begin among all; one place more, where they end. Both are in the order of the position. */
function placesOfLots({ count, columns }: PositionColumns): Float64Array {
  const places = new Float64Array(count + 1)
  for (let i = 0; i < count; i++)
    places[i + 1] = defined(places[i]) + defined(columns.next_lot[i]) - defined(columns.first_lot[i])
  return places
}

function dropPositions(writes: Writes, basis: Basis, gone: readonly PositionId[]): Promise<void> {
  return eachSlice(gone, (some) =>
    within(writes, basis, async (tx) => {
      const keys = positionColumns(some)
      await tx.deleteEach(POSITIONS, { token_id: '=', trader_id: '=' }, keys, some.length)
      await dropLots(tx, keys, some.length)
    }),
  )
}

/** Shows the range's days to readers. */
async function name(
  writes: Writes,
  basis: Basis,
  { days, sealed }: Pick<FoldedRange, 'days' | 'sealed'>,
  masked: readonly MaskedToken[],
): Promise<Change> {
  const since = Array.from(days.columns.day ?? []).reduce(
    (least, day) => Math.min(least, day),
    dayOf(sealed?.firstTime ?? Number.MAX_SAFE_INTEGER),
  )
  const change = { version: 0, since }
  await within(writes, basis, async (tx) => {
    if (sealed !== null) await nameDays(tx, sealed, basis.generation)
    await countMasked(tx, masked)
    change.version = (await readLedgerState(tx)).version + 1
    await nameGeneration(tx, basis.generation, change.version)
    await loseChanges(tx, change.version)
    await appendChange(tx, change.version, since)
  })
  basis.isNamed = true
  writes.named.set(basis.generation, basis.range.number)
  return change
}

async function putCloses(writes: Writes, basis: Basis, closes: readonly Close[]): Promise<void> {
  const changed = changedRows(await CLOSES.all(writes.db, basis.range), closes, nameOf)
  await putChanged(writes, basis, changed, async (tx, some, after) => {
    const keys = tokenDayColumns(some.map(({ key }) => key))
    await keepRows(tx, PRICE_DAYS, keys, some.length)
    await tx.deleteEach(PRICE_DAYS, { token_id: '=', day: '=' }, keys, some.length)
    await writeCloses(tx, after)
  })
}

async function putVolumes(writes: Writes, basis: Basis, volumes: readonly VolumeDay[]): Promise<void> {
  const changed = changedRows(await VOLUMES.all(writes.db, basis.range), volumes, nameOf)
  await putChanged(writes, basis, changed, async (tx, some, after) => {
    const keys = tokenDayColumns(some.map(({ key }) => key))
    await tx.deleteEach(VOLUME_DAYS, { token_id: '=', day: '=' }, keys, some.length)
    await writeVolumes(tx, after)
  })
}

async function putWholes(writes: Writes, basis: Basis, wholes: readonly WholeTradeRow[]): Promise<void> {
  const changed = changedRows(await WHOLES.all(writes.db, basis.range), wholes, ({ key }) => key)
  await putChanged(writes, basis, changed, async (tx, some, after) => {
    await tx.deleteEach(WHOLE_TRADES, { key: '=' }, { key: some.map(({ key }) => key.key) }, some.length)
    await writeWholeTrades(tx, after)
  })
}

/** Writes changed rows some at a time: `put` deletes the rows of their keys, and writes those that follow them. */
function putChanged<Key, Row>(
  writes: Writes,
  basis: Basis,
  changed: readonly Changed<Key, Row>[],
  put: (tx: Sql, some: readonly Changed<Key, Row>[], after: Row[]) => Promise<void>,
): Promise<void> {
  return eachSlice(changed, (some) =>
    within(writes, basis, (tx) =>
      put(
        tx,
        some,
        some.flatMap(({ after }) => after ?? []),
      ),
    ),
  )
}

function touch(writes: Writes, basis: Basis, traders: Iterable<number>, change: Change): Promise<void> {
  const distinct = [...new Set(traders)].sort((a, b) => a - b)
  return eachSlice(distinct, (some) => within(writes, basis, (tx) => touchTraders(tx, some, change)))
}

/** The key of a price or a volume. */
interface TokenDay {
  token: number
  day: Day
}

function nameOf({ token, day }: TokenDay): string {
  return `${token} ${day}`
}

interface Changed<Key, Row> {
  key: Key
  after?: Row
}

/** The rows that differ, as they name their key, each with its later content, where there is one. */
function changedRows<Key extends object, Row extends Key>(
  before: readonly Key[],
  after: readonly Row[],
  keyOf: (row: Key) => string | number,
): Changed<Key, Row>[] {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const changed: Changed<Key, Row>[] = []
  for (const row of after) {
    const known = old.get(keyOf(row))
    old.delete(keyOf(row))
    const isSame =
      known !== undefined && Object.entries(known).every(([name, value]) => row[name as keyof Row] === value)
    if (!isSame) changed.push({ key: row, after: row })
  }
  for (const key of old.values()) changed.push({ key })
  return changed
}

async function eachSlice<Row>(
  rows: readonly Row[],
  write: (some: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_WRITE)
    await write(rows.slice(from, from + ROWS_A_WRITE))
}

/** Some of the rows, from one up to another. */
function sliceOf<Columns extends Readonly<Record<string, Float64Array>>>(
  columns: Columns,
  from: number,
  to: number,
): { count: number; columns: Columns } {
  const some = Object.entries(columns).map(([column, values]) => [column, values.subarray(from, to)])
  return { count: to - from, columns: Object.fromEntries(some) as Columns }
}
