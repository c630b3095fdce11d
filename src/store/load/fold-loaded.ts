import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { type Columns, createTableOf, sqlText } from '../engine/duckdb.ts'
import { statement } from '../engine/statement.ts'
import type { StoreAddress } from '../engine/store-address.ts'
import { UNKNOWN_ROLE } from '../ingest/fill-rows.ts'
import { createLedgerWriter } from '../ingest/ledger-writer.ts'
import { dropLots } from '../ingest/position-lots.ts'
import { type Close, writeCloses } from '../ingest/price-day-rows.ts'
import { tokenDayColumns, type VolumeDay, writeVolumes } from '../ingest/volume-day-rows.ts'
import { type WholeTradeRow, wholeTradesOf, writeWholeTrades } from '../ingest/whole-trade-rows.ts'
import { touchTraders } from '../ingest/write-positions.ts'
import {
  allSealedFills,
  countMasked,
  endSealedTokens,
  type MaskedRows,
  nameDays,
  sealedState,
} from '../ledger/bulk.ts'
import { collect, dropGeneration } from '../ledger/collect.ts'
import { nameGeneration, openGeneration, unnamedGenerations } from '../ledger/generations.ts'
import { keepRows } from '../ledger/history.ts'
import { appendChange } from '../ledger/ledger-changes.ts'
import { readLedgerState, writeLedgerState } from '../ledger/ledger-state.ts'
import { isUnfolded, UNFOLDED_TOKENS } from '../ledger/load-state.ts'
import { type PositionId, positionColumns } from '../ledger/position-day.ts'
import { rewriteWornDays, SETTLED_AFTER_DAYS, settledBefore } from '../ledger/seal-ledger.ts'
import { loseChanges } from '../ledger/versions.ts'
import { endRows, writeDaysUnder } from '../ledger/write-days.ts'
import { POSITION_LOTS, POSITIONS, PRICE_DAYS, VOLUME_DAYS, WHOLE_TRADES } from '../tables.ts'
import { claimFold, type FoldClaim } from './fold-claim.ts'
import { type FoldLane, openLanes } from './fold-lanes.ts'
import { type FoldedRange, seenOf, type TokenRange, WORK_COLUMNS } from './fold-range.ts'
import { planRanges } from './plan-ranges.ts'
import type { PositionColumns } from './position-rows.ts'

/** Rows that one transaction writes: few enough that nobody waits for it. */
const ROWS_A_WRITE = 5_000
/** Bytes of a fill as measured with 6 M: in the file of sorted fills, and in memory while they are sorted. */
const WORK_BYTES = 20
const SORTED_BYTES = 95
/** How often one that waits for another process's fold looks again, in milliseconds. */
const WAIT_MS = 200

/** How loaded fills are folded. */
export interface FoldOptions {
  /** Where workers find the store, to fold in their own threads. @default one after the other, in this thread */
  address?: StoreAddress | undefined
  /** Threads, where `address` is given. @default as many as the machine has cores */
  workers?: number
  /** Called first with none, then after each range with how many of the loaded fills are folded. */
  onProgress?(done: number, total: number): void
  /** Called before files are written that are removed again, with about how many bytes they take in the data folder. */
  onTemporaryFiles?: ((bytes: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Makes the fact grain of every token of which fills were loaded, from all events of it and of what is tied to it. Works
 * range by range in short transactions, so that it can be killed at any moment and continues where it was; other writers
 * go on meanwhile, and what they change is folded again.
 */
export async function foldLoaded(db: Database, options: FoldOptions = {}): Promise<void> {
  while (await isUnfolded(db)) {
    options.signal?.throwIfAborted()
    await createLedgerWriter(db).settle()
    if (!(await isUnfolded(db))) return
    const claim = await claimFold(db)
    // Another process folds: what it leaves, if anything, is folded here.
    if (claim === null) await sleep(WAIT_MS)
    else
      await foldOnce(db, claim, options)
        // Sealed days of what was folded again are dead.
        .then(() => collect(db))
        .then(() => rewriteWornDays(db))
        .finally(() => claim.release())
  }
}

interface Tokens {
  tokens: readonly number[]
}
const POSITIONS_AFTER = statement((from, { tokens, token, trader }: Tokens & PositionId) =>
  from(POSITIONS)
    .select('token_id as token', 'trader_id as trader')
    .whereAnyOf('token_id', 'int', tokens)
    .where(from.raw('(token_id, trader_id) > (?, ?)', [token, trader]))
    .orderBy('token_id')
    .orderBy('trader_id')
    .limit(ROWS_A_WRITE),
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

/** Folds what is unfolded; ends early where the ledger's files or the claim are not what they were. */
async function foldOnce(db: Database, claim: FoldClaim, options: FoldOptions): Promise<void> {
  // A process that was killed left what it had not named.
  for (const generation of await unnamedGenerations(db)) await dropGeneration(db, generation)
  const sealed = await sealedState(db)
  const path = join(db.duckdb.folder, `${randomUUID()}.partial`)
  const plan = await planRanges(db)
  try {
    options.onProgress?.(0, plan.fills)
    const { fills } = await readLedgerState(db)
    options.onTemporaryFiles?.(fills * WORK_BYTES + Math.max(0, fills * SORTED_BYTES - db.duckdb.memory))
    await writeWork(db, plan.ranges, path)
    const settled = await settledBefore(db, SETTLED_AFTER_DAYS)
    const from = `read_parquet(${sqlText(path)})`
    const lanes = openLanes(db, { from, settledBefore: dayOf(settled ?? 0) }, options)
    const writer = createRangeWriter(db, claim, sealed)
    let done = 0
    const next = plan.ranges.values()
    const work = async (lane: FoldLane) => {
      for (const range of next) {
        options.signal?.throwIfAborted()
        for (;;) {
          const others = await writer.others()
          const folded = await lane.fold(range)
          if (await writer.write(range, folded, others)) break
        }
        done += range.fills
        options.onProgress?.(done, plan.fills)
      }
    }
    try {
      await Promise.all(lanes.map(work))
    } finally {
      await Promise.all(lanes.map((lane) => lane.close()))
    }
  } catch (error) {
    if (!(error instanceof Moved)) throw error
  } finally {
    await rm(path, { force: true })
  }
}

class Moved extends Error {}

/** Some rows that are written together. */
interface Slice<Columns = Readonly<Record<string, Float64Array>>> {
  count: number
  columns: Columns
}

/** The sealed fills of all ranges, sorted once for all of them. */
async function writeWork(db: Database, ranges: readonly TokenRange[], path: string): Promise<void> {
  await mkdir(db.duckdb.folder, { recursive: true, mode: 0o700 })
  const connection = await db.duckdb.connect()
  try {
    // Everything that was loaded can have been taken back: then there are rows alone.
    const none = `(SELECT ${WORK_COLUMNS.map((name) => `0 AS ${name}`).join(', ')} LIMIT 0)`
    const from = (await allSealedFills(db)) ?? none
    const units = await createTableOf(
      connection,
      'load_units',
      { token_id: 'int', range: 'int', unit: 'int' },
      pagesOf(ranges),
    )
    const list = WORK_COLUMNS.map((name) =>
      name === 'role'
        ? `COALESCE(f.role, ${UNKNOWN_ROLE}) AS role`
        : name === 'unit'
          ? 'u.unit'
          : `f.${name}`,
    )
    await connection.run(
      `COPY (SELECT u.range, ${list.join(', ')} FROM ${from} f JOIN (${units}) u USING (token_id) ORDER BY u.range) ` +
        `TO ${sqlText(path)} (FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE 32768)`,
    )
  } finally {
    connection.closeSync()
  }
}

async function* pagesOf(ranges: readonly TokenRange[]): AsyncGenerator<Columns> {
  for (const { number, tokens, units } of ranges)
    yield { token_id: tokens, range: tokens.map(() => number), unit: units }
}

/** Writes what ranges come to, in transactions of a bounded size. */
function createRangeWriter(db: Database, claim: FoldClaim, sealed: string) {
  // Every writer raises the ledger's version: what is raised beyond these writes is by others.
  let own = 0
  /** The range of each generation: two ranges share no token. */
  const named = new Map<number, number>()

  /** What one range was folded from, and up to which writes of others it is known to be untouched. */
  interface Basis {
    range: TokenRange
    seen: string
    others: number
    /** What is written of the range; nobody reads it until it is named. */
    generation: number
    isNamed: boolean
  }
  const within = (basis: Basis, work: (tx: Sql) => Promise<void>): Promise<boolean> =>
    db.transaction(async (tx) => {
      const state = await readLedgerState(tx, true)
      if ((await sealedState(tx)) !== sealed || !(await claim.standsIn(tx))) throw new Moved()
      const others = state.version - own
      if (basis.others !== others && (await seenOf(tx, basis.range)) !== basis.seen) return false
      basis.others = others
      await work(tx)
      state.version++
      await writeLedgerState(tx, state)
      own++
      return true
    })

  /** Ends what there is of the range's positions, once the generation is named; answers those that are no more. */
  const end = async (basis: Basis, { columns }: PositionColumns): Promise<PositionId[] | null> => {
    const made = new Set(Array.from(columns.token_id, (token, i) => `${token} ${columns.trader_id[i]}`))
    const gone: PositionId[] = []
    for (let after: PositionId = { token: 0, trader: -1 }; ; ) {
      const pairs = await POSITIONS_AFTER.all(db, { tokens: basis.range.tokens, ...after })
      const last = pairs.at(-1)
      if (last === undefined) return gone
      if (!(await within(basis, (tx) => endRows(tx, pairs, 0, basis.generation)))) return null
      for (const pair of pairs) if (!made.has(`${pair.token} ${pair.trader}`)) gone.push(pair)
      after = last
    }
  }

  const writeInSlices = async <Columns extends Slice['columns']>(
    basis: Basis,
    rows: Slice<Columns>,
    write: (tx: Sql, slice: Slice<Columns>, from: number) => Promise<void>,
  ) => {
    for (let from = 0; from < rows.count; from += ROWS_A_WRITE) {
      const slice = sliceOf(rows, from, Math.min(from + ROWS_A_WRITE, rows.count))
      if (!(await within(basis, (tx) => write(tx, slice, from)))) return false
    }
    return true
  }

  return {
    /** A count that rises with each write of another; read in a transaction, so that no own write is half done. */
    others: () => db.transaction(async (tx) => (await readLedgerState(tx)).version - own),
    /** @returns false where the range's events are not what was folded: it must be folded again */
    async write(range: TokenRange, folded: FoldedRange, others: number): Promise<boolean> {
      const basis: Basis = { range, seen: folded.seen, others, generation: 0, isNamed: false }
      const open = async (tx: Sql) => {
        basis.generation = await openGeneration(tx)
      }
      if (!(await within(basis, open))) return false
      if (await writeAndName(basis, folded)) return true
      // A named generation is true of the events that were folded, so it stays; the range is folded again all the same.
      if (!basis.isNamed) await dropGeneration(db, basis.generation)
      return false
    },
  }

  async function writeAndName(
    basis: Basis,
    { positions, lots, days, sealed: settled, closes, volumes, wholes }: FoldedRange,
  ): Promise<boolean> {
    const { range, generation } = basis
    const { tokens } = range
    let masked: MaskedRows = new Map()
    const endSealed = async (tx: Sql) => {
      const others = [...named].filter(([, number]) => number !== range.number)
      masked = await endSealedTokens(tx, tokens, generation, new Set(others.map(([id]) => id)))
    }
    if (!(await within(basis, endSealed))) return false
    const gone = await end(basis, positions)
    if (gone === null) return false
    const putDays = (tx: Sql, slice: Slice<typeof days.columns>, from: number) =>
      writeDaysUnder(tx, { ...slice, lists: days.lists.slice(from, from + slice.count) }, generation)
    if (!(await writeInSlices(basis, days, putDays))) return false
    const lotsBefore = placesOfLots(positions)
    const put = async (tx: Sql, { count, columns }: Slice, from: number) => {
      await tx.upsert(POSITIONS, columns, count)
      // In one transaction, for other writers go on from a position with its lots.
      await dropLots(tx, columns, count)
      const own = sliceOf(lots, defined(lotsBefore[from]), defined(lotsBefore[from + count]))
      await tx.upsert(POSITION_LOTS, own.columns, own.count)
    }
    if (!(await writeInSlices(basis, positions, put))) return false
    const since = Array.from(days.columns.day ?? []).reduce(
      (least, day) => Math.min(least, day),
      dayOf(settled?.firstTime ?? Number.MAX_SAFE_INTEGER),
    )
    let version = 0
    const name = async (tx: Sql) => {
      const keys = positionColumns(gone)
      await tx.deleteEach(POSITIONS, { token_id: '=', trader_id: '=' }, keys, gone.length)
      await dropLots(tx, keys, gone.length)
      if (settled !== null) await nameDays(tx, settled, generation)
      await countMasked(tx, masked)
      version = (await readLedgerState(tx)).version + 1
      await nameGeneration(tx, generation, version)
      await loseChanges(tx, version)
      await touchTraders(tx, keys.trader_id, { version, since })
      await appendChange(tx, version, since)
    }
    if (!(await within(basis, name))) return false
    basis.isNamed = true
    named.set(generation, range.number)
    // Until the last of these, the range is unfolded: no version is pinned, and a process that is killed leaves it to the next.
    const putCloses = async (tx: Sql, keys: TokenDay[], rows: Close[]) => {
      await keepRows(tx, PRICE_DAYS, tokenDayColumns(keys), keys.length)
      await tx.deleteEach(PRICE_DAYS, { token_id: '=', day: '=' }, tokenDayColumns(keys), keys.length)
      await writeCloses(tx, rows)
    }
    if (!(await writeChanged(basis, await CLOSES.all(db, { tokens }), closes, putCloses, nameOf)))
      return false
    const putVolumes = async (tx: Sql, keys: TokenDay[], rows: VolumeDay[]) => {
      await tx.deleteEach(VOLUME_DAYS, { token_id: '=', day: '=' }, tokenDayColumns(keys), keys.length)
      await writeVolumes(tx, rows)
    }
    if (!(await writeChanged(basis, await VOLUMES.all(db, { tokens }), volumes, putVolumes, nameOf)))
      return false
    const putWholes = async (tx: Sql, keys: { key: number }[], rows: WholeTradeRow[]) => {
      const gone = { key: keys.map(({ key }) => key) }
      await tx.deleteEach(WHOLE_TRADES, { key: '=' }, gone, keys.length)
      await writeWholeTrades(tx, rows)
    }
    const made = await wholeTradesOf(db, wholes)
    if (!(await writeChanged(basis, await WHOLES.all(db, { tokens }), made, putWholes, ({ key }) => key)))
      return false
    const trader = Float64Array.from(new Set(positions.columns.trader_id)).sort()
    const touch = (tx: Sql, slice: Slice<{ trader: Float64Array }>) =>
      touchTraders(tx, Array.from(slice.columns.trader), { version, since })
    if (!(await writeInSlices(basis, { count: trader.length, columns: { trader } }, touch))) return false
    return within(basis, async (tx) => {
      await DROP_UNFOLDED.run(tx, { tokens })
    })
  }

  /** Replaces the rows of a range that are not what its events come to. */
  async function writeChanged<Key extends object, Row extends Key>(
    basis: Basis,
    before: readonly Key[],
    after: readonly Row[],
    write: (tx: Sql, keys: Key[], rows: Row[]) => Promise<void>,
    keyOf: (row: Key) => string | number,
  ): Promise<boolean> {
    const changed = changedRows(before, after, keyOf)
    for (let from = 0; from < changed.length; from += ROWS_A_WRITE) {
      const some = changed.slice(from, from + ROWS_A_WRITE)
      const keys = some.map(({ key }) => key)
      const rows = some.flatMap((one) => one.after ?? [])
      if (!(await within(basis, (tx) => write(tx, keys, rows)))) return false
    }
    return true
  }
}

/** The key of a price or a volume. */
interface TokenDay {
  token: number
  day: Day
}

function nameOf({ token, day }: TokenDay): string {
  return `${token} ${day}`
}

/** The rows that differ, as they name their key, each with its later content, where there is one. */
function changedRows<Key extends object, Row extends Key>(
  before: readonly Key[],
  after: readonly Row[],
  keyOf: (row: Key) => string | number,
): { key: Key; after?: Row }[] {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const changed: { key: Key; after?: Row }[] = []
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

/** Some of the rows, from one up to another. */
function sliceOf<Columns extends Slice['columns']>(
  { columns }: { columns: Columns },
  from: number,
  to: number,
): Slice<Columns> {
  const some = Object.entries(columns).map(([name, column]) => [name, column.subarray(from, to)])
  return { count: to - from, columns: Object.fromEntries(some) as Columns }
}

/** Where the lots of each position begin among all; one place more, where they end. Both are in the order of the position. */
function placesOfLots({ count, columns }: PositionColumns): Float64Array {
  const places = new Float64Array(count + 1)
  for (let i = 0; i < count; i++)
    places[i + 1] = defined(places[i]) + defined(columns.next_lot[i]) - defined(columns.first_lot[i])
  return places
}
