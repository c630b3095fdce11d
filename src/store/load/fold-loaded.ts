import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '../../ledger/quantities.ts'
import type { Database, Sql, StoreAddress } from '../engine/database.ts'
import { type Columns, createTableOf, sqlText } from '../engine/duckdb.ts'
import { statement } from '../engine/statement.ts'
import { newerStore } from '../engine/store-failures.ts'
import { UNKNOWN_ROLE } from '../ingest/fill-rows.ts'
import { createLedgerWriter } from '../ingest/ledger-writer.ts'
import { allSealedFills, sealedState } from '../ledger/bulk.ts'
import { collect, dropGeneration } from '../ledger/collect.ts'
import { unnamedGenerations } from '../ledger/generations.ts'
import { readLedgerState } from '../ledger/ledger-state.ts'
import { isUnfolded, markEveryToken } from '../ledger/load-state.ts'
import { rewriteWornDays, SETTLED_AFTER_DAYS, settledBefore } from '../ledger/seal-ledger.ts'
import { LEDGER_STATE } from '../tables.ts'
import { claimFold, type FoldClaim, type FoldLane, openLanes } from './fold-lanes.ts'
import { WORK_COLUMNS } from './fold-range.ts'
import { FILLS_A_RANGE, planRanges, type TokenRange } from './plan-ranges.ts'
import { createRangeWriter, Moved } from './write-range.ts'

/** Bytes of a fill as measured with 6 M: in the file of sorted fills, and in memory while they are sorted. */
const WORK_BYTES = 20
const SORTED_BYTES = 95
/** How often one that waits for another process's fold looks again, in milliseconds. */
const WAIT_MS = 200

/** How loaded fills are folded. */
export interface FoldOptions {
  /** Where workers find the store, to fold in their own threads. @default one after the other, in this thread */
  address?: StoreAddress | undefined
  /** Threads, where `address` is given. @default as many as the machine has cores, or fewer where there is little to fold */
  workers?: number
  /** Called first with none, then after each range with how many of the loaded fills are folded. */
  onProgress?(done: number, total: number): void
  /** Called before files are written that are removed again, with about how many bytes they take in the data folder. */
  onTemporaryFiles?: ((bytes: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Computes the fact grain of every token with loaded fills, from all its events and those of tied tokens. Works
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
    const lanes = openLanes(
      db,
      { from, settledBefore: dayOf(settled ?? 0) },
      { ...options, ranges: plan.ranges.length },
    )
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

/**
 * Counts the fold's rules: it grows when the same events make other rows than before. 1: the official rule came. 2: shares
 * bought and split. 3: the lowest question realizes a conversion of all. 4: a purchase whose fee takes
 * all its shares is a loss, also beside a holding. 5: the fee of a conversion is its market's.
 */
export const FOLD_VERSION = 5

/**
 * Folds every event again where an older fold made the positions. Other processes go on meanwhile, and read what the older fold made
 * until a range of tokens is done; published versions stay as they are. A fold that is killed continues where it was.
 * @param onFold called before a ledger that is not empty is folded
 * @returns whether there was anything to do
 * @throws CommandError where a newer fold made it
 */
export async function foldAgain(
  db: Database,
  address: StoreAddress,
  onFold: () => void = () => undefined,
): Promise<boolean> {
  const version = await foldVersion(db)
  if (version > FOLD_VERSION) throw newerStore(`its positions follow rules of number ${version}`)
  if (version === FOLD_VERSION) return false
  const { fills, movements } = await readLedgerState(db)
  const holdsAny = fills + movements > 0
  if (holdsAny) {
    onFold()
    await markEveryToken(db)
  }
  // Killed before this, the next process marks every token again; after it, the next publisher folds the rest.
  await SET_FOLD_VERSION.run(db, { version: FOLD_VERSION })
  // Threads take longer to start than one takes to fold few events.
  if (holdsAny) await foldLoaded(db, fills > FILLS_A_RANGE ? { address } : {})
  return holdsAny
}

const STORED_FOLD_VERSION = statement((from) => from(LEDGER_STATE).select('fold_version').where('id', 1))
const SET_FOLD_VERSION = statement((from, { version }: { version: number }) =>
  from(LEDGER_STATE).where('id', 1).update({ fold_version: version }),
)

async function foldVersion(sql: Sql): Promise<number> {
  return (await STORED_FOLD_VERSION.get(sql))?.foldVersion ?? 0
}
