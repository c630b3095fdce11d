import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ContractSet } from '../../chain/contracts.ts'
import type { DuckDb } from '../../store/engine/duckdb.ts'
import { eventSql, settledSql } from './fill-sql.ts'
import { FILLED_COLUMNS, filledSource, wholeOf } from './filled-source.ts'
import type { FoundFile, TableFile } from './history-files.ts'
import { decodeOdd, type StageWork } from './odd-transactions.ts'
import type { HistoryFiles } from './sort-files.ts'
import {
  type FillStage,
  STAGED_COLUMNS,
  type StagedFills,
  type StageOptions,
  type Stretch,
} from './staged-fills.ts'
import { type CutStretch, cutStretches, identityOf } from './stretches.ts'
import { copyTo, fromFiles, parquet, quoted, rowsOf, run } from './table-queries.ts'

const STRETCH_ROWS = 5_000_000
/** Folders of stages in the data folder are called so. */
const PREFIX = 'staging-'
const STALE_MS = 86_400_000

/** Tables of OrderFilled events of one layout. */
export interface FilledTables {
  layout: Stretch['layout']
  files: readonly TableFile[]
  /** The files with block times, if the tables have none. */
  blocks: readonly FoundFile[]
}

/** The tables of OrderFilled events among files. */
export function filledTablesOf(files: HistoryFiles): FilledTables[] {
  const blocks = files.get('BLOCKS') ?? []
  return (['TRADES', 'ORDERS', 'FILLED'] as const).flatMap((layout) => {
    const own = files.get(layout) ?? []
    return own.length === 0 ? [] : [{ layout, files: own, blocks: layout === 'TRADES' ? blocks : [] }]
  })
}

/**
 * Stages the fills of data sets: DuckDB reads, decodes and settles them within its memory limit, and writes them into
 * Parquet files in the data folder. The decoder of logs handles the cases that SQL cannot decide.
 * @param contracts the venue's, with the known pools: fills owned by those are skipped
 */
export async function openFillStage(
  duckdb: DuckDb,
  contracts: ContractSet,
  tables: readonly FilledTables[],
  options: StageOptions = {},
): Promise<FillStage> {
  const folder = join(duckdb.folder, `${PREFIX}${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeStale(duckdb.folder)
  const connection = await duckdb.connect()
  const interrupt = () => connection.interrupt()
  options.signal?.addEventListener('abort', interrupt)
  const close = async () => {
    options.signal?.removeEventListener('abort', interrupt)
    connection.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    options.signal?.throwIfAborted()
    // A time without a zone is UTC, wherever this runs.
    await connection.run("SET TimeZone = 'UTC'")
    await connection.run(
      `CREATE TEMP TABLE infrastructure AS SELECT unnest([${[...contracts.infrastructure].map((one) => `'${one}'`).join(', ')}]) AS address`,
    )
    const stretches: (CutStretch & { times: readonly FoundFile[] })[] = []
    const texts = tables.flatMap(({ files }) => files).filter(({ packing }) => packing !== 'PARQUET')
    if (texts.length > 0) options.onTemporaryFiles?.(texts.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const { layout, files, blocks } of tables) {
      const identities = new Map<TableFile, string>()
      for (const file of files)
        identities.set(await asParquet(connection, folder, file, layout), await identityOf(file))
      const cut = await cutStretches(connection, layout, identities, options.stretchRows ?? STRETCH_ROWS)
      stretches.push(...cut.map((stretch) => ({ ...stretch, times: blocks })))
    }
    return {
      stretches,
      close,
      async stage(stretch) {
        const known = stretches.find((one) => one === stretch)
        if (known === undefined) throw new RangeError('The stretch is not of this stage.')
        options.signal?.throwIfAborted()
        const parts = join(folder, randomUUID())
        await mkdir(parts)
        const work = { duckdb, connection, contracts, options }
        return stage(work, parts, known, known.times).catch((error: unknown) => {
          options.signal?.throwIfAborted()
          throw error
        })
      },
    }
  } catch (error) {
    await close()
    options.signal?.throwIfAborted()
    throw error
  }
}

/** Removes the files of a process that was killed: a folder without new work for a day. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > STALE_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Stages a stretch in a folder of its own. */
async function stage(
  work: StageWork,
  folder: string,
  stretch: CutStretch,
  times: readonly FoundFile[],
): Promise<StagedFills> {
  const { connection } = work
  const { strangers, repeats } = await stageParts(work, folder, stretch, times)
  const all = (name: string) => stagedFile(folder, ...stretch.parts.map((_, i) => `${name}-${i}`))
  const [events, settled] = [all('events'), all('settled')]
  const [odd, decoded] = [stagedFile(folder, 'odd'), stagedFile(folder, 'decoded')]
  const transaction = 'SELECT block, coalesce(odd_tx, lower(hex(tx))) AS tx'
  const odds = [`${transaction} FROM ${events.from} WHERE odd_tx IS NOT NULL`]
  if (repeats > 0) {
    const twice = `SELECT * FROM ${events.from} WHERE key IN (SELECT key FROM ${events.from} GROUP BY key HAVING count(*) > 1)`
    const inTwoWays = `SELECT key FROM (SELECT DISTINCT * FROM (${twice})) GROUP BY key HAVING count(*) > 1`
    odds.push(`${transaction} FROM ${events.from} WHERE key IN (${inTwoWays})`)
  }
  await run(connection, copyTo(odd.path, odds.join(' UNION ')))
  const { transactions, changed } = await counted(connection, {
    transactions: `SELECT count(*) FROM ${odd.from}`,
    changed: `SELECT count(*) FROM ${settled.from}`,
  })
  const refused =
    transactions > 0 ? await decodeOdd(work, sourceOf(stretch, times), odd.path, decoded.path) : 0
  const from = fromSql({
    events: `${events.from} t`,
    settled: changed > 0 ? settled.from : null,
    odd: transactions > 0 ? odd.from : null,
    decoded: transactions > 0 ? decoded.from : null,
    strangers: strangers > 0,
  })
  const { fills } = await counted(connection, { fills: `SELECT count(*) FROM ${from}` })
  const drop = () => rm(folder, { recursive: true, force: true })
  return { stretch, from, areDistinct: repeats === 0, fills, refused, drop }
}

/** Files of a folder by name: the first's path, and all of them after FROM. */
function stagedFile(folder: string, ...names: readonly string[]): { path: string; from: string } {
  const paths = names.map((name) => join(folder, `${name}.parquet`))
  return { path: paths[0] ?? '', from: parquet(paths) }
}

/** Stages the events of each part of a stretch, and what is settled of them; a transaction is of one part. */
async function stageParts(
  { connection, contracts }: StageWork,
  folder: string,
  stretch: CutStretch,
  times: readonly FoundFile[],
): Promise<{ strangers: number; repeats: number }> {
  const found = { strangers: 0, repeats: 0 }
  for (const [i, blocks] of stretch.parts.entries()) {
    const [events, settled] = [stagedFile(folder, `events-${i}`), stagedFile(folder, `settled-${i}`)]
    const source = sourceOf({ ...stretch, blocks, unplaced: stretch.unplaced && i === 0 }, times)
    await run(connection, copyTo(events.path, eventSql(source, contracts)))
    const part = await counted(connection, {
      strangers: `SELECT count(*) FROM ${events.from} WHERE NOT wallet`,
      crowded: `SELECT count(*) FROM (SELECT 1 FROM ${events.from} WHERE role = 1 GROUP BY tx, exchange HAVING count(*) > 1)`,
      repeats: `SELECT count(key) - count(DISTINCT key) FROM ${events.from}`,
    })
    const sound =
      `SELECT ${part.repeats > 0 ? 'DISTINCT ' : ''}key, tx, exchange, owner, counterparty, role, side, shares, usd, v1 ` +
      `FROM ${events.from} WHERE odd_tx IS NULL`
    await run(connection, copyTo(settled.path, settledSql(sound, part.crowded > 0)))
    found.strangers += part.strangers
    found.repeats += part.repeats
  }
  return found
}

/** The parts that fills are read from, each after FROM; null if a part is empty. */
interface StagedParts {
  events: string
  settled: string | null
  odd: string | null
  decoded: string | null
  /** Whether some of `events` are infrastructure. */
  strangers: boolean
}

function fromSql({ events, settled, odd, decoded, strangers }: StagedParts): string {
  const names = Object.keys(STAGED_COLUMNS)
  const selected = names.map((name) =>
    settled !== null && (name === 'usd' || name === 'shares')
      ? `coalesce(s.${name}, t.${name}) AS ${name}`
      : `t.${name}`,
  )
  const where = [
    ...(strangers ? ['t.wallet'] : []),
    ...(odd === null
      ? []
      : [
          't.odd_tx IS NULL',
          `NOT EXISTS (SELECT 1 FROM ${odd} o WHERE o.block = t.block AND try(unhex(o.tx)) = t.tx)`,
        ]),
  ]
  return [
    `(SELECT ${selected.join(', ')} FROM ${events}`,
    ...(settled === null ? [] : [`LEFT JOIN ${settled} s ON s.key = t.key`]),
    ...(where.length === 0 ? [] : [`WHERE ${where.join(' AND ')}`]),
    ...(decoded === null ? [] : [`UNION ALL SELECT ${names.join(', ')} FROM ${decoded}`]),
  ]
    .join(' ')
    .concat(')')
}

/** The numbers that queries of one number answer, by name. */
async function counted<Name extends string>(
  connection: DuckDBConnection,
  queries: Readonly<Record<Name, string>>,
): Promise<Record<Name, number>> {
  const list = Object.entries(queries).map(([name, query]) => `CAST((${query}) AS DOUBLE) AS ${name}`)
  const [row] = await rowsOf<Record<Name, number>>(connection, `SELECT ${list.join(', ')}`)
  if (row === undefined) throw new RangeError('A query of counts has one row.')
  return row
}

/** SQL of the rows of a stretch, with their times. */
function sourceOf(
  { layout, blocks: [first, last], unplaced, files }: CutStretch,
  times: readonly FoundFile[],
): string {
  const within = (block: string) => `${block} BETWEEN ${first} AND ${last}`
  const of = FILLED_COLUMNS[layout]
  const block = wholeOf(of.block)
  const alike = Map.groupBy(files, ({ columns, renamed }) => JSON.stringify([columns, renamed]))
  const sources = [...alike.values()].map((group) => {
    const source = filledSource(fromFiles(group), group[0]?.columns ?? [], of)
    return `${source} WHERE ${within(block)}${unplaced ? ` OR coalesce(${block}, -1) < 0` : ''}`
  })
  const all = sources.join(' UNION ALL ')
  if (times.length === 0) return all
  return (
    `SELECT s.* REPLACE (t.time AS time) FROM (${all}) s LEFT JOIN (SELECT ${wholeOf('block_number')} AS block, ` +
    `CASE WHEN min(${SECONDS}) = max(${SECONDS}) THEN min(${SECONDS}) END AS time FROM ${fromFiles(times)} ` +
    `WHERE ${within(wholeOf('block_number'))} GROUP BY 1) t ON t.block = s.block`
  )
}

/** A time as text, or as a timestamp, in seconds since 1970. */
const SECONDS = 'epoch(TRY_CAST("timestamp" AS TIMESTAMP))'

/** A file as Parquet: text is read from its start each time, so it is converted once, into a folder. */
async function asParquet(
  connection: DuckDBConnection,
  folder: string,
  file: TableFile,
  layout: Stretch['layout'],
): Promise<TableFile> {
  if (file.packing === 'PARQUET') return file
  const path = join(folder, `${randomUUID()}.parquet`)
  const needed = new Set<string | null>(Object.values(FILLED_COLUMNS[layout]).flat())
  const columns = file.columns.filter(({ name }) => needed.has(name))
  const list = columns.map(({ name }) => quoted(name))
  await run(connection, copyTo(path, `SELECT ${list.join(', ')} FROM ${fromFiles([file])}`, 'zstd'))
  const { renamed: _, ...rest } = file
  return { ...rest, path, packing: 'PARQUET', columns }
}
