import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Database } from '../engine/database.ts'
import { sqlText } from '../engine/duckdb.ts'
import { statement } from '../engine/statement.ts'
import { createDictionaries, type Dictionary } from '../ingest/dictionary.ts'
import { STORED_FILL } from '../ledger/bulk.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import { readLedgerState, undoneCount } from '../ledger/ledger-state.ts'
import { LOADED_PARTS } from '../ledger/load-state.ts'
import { appendRemaining, recordKnownKeys, recordRemaining, reportKnownFills } from './known-fills.ts'
import { type LoadReport, type LoadWork, queryNumbers, type SourceFills } from './load-work.ts'
import { monthsOf, nameMonth } from './name-month.ts'

/** Loads fills straight into sealed segments; {@link import('./fold-loaded.ts').foldLoaded} then counts them in positions. */
export interface FillLoader {
  /** How many fills a part had that was loaded whole before, or null. */
  loaded(part: string): Promise<number | null>
  /**
   * Loads a part; what is in the ledger already counts once. Killed at any moment, it can be run again.
   * @param onProgress called with the share that is done
   */
  load(source: SourceFills, onProgress?: (share: number) => void): Promise<LoadReport>
}

/** Of the time that a part takes, the share before its fills have ids, as measured with 5 M rows. */
const CODED_SHARE = 0.4

const LOADED = statement((from, { part }: { part: string }) =>
  from(LOADED_PARTS).select('fills').where('part', part),
)

/**
 * A loader on a connection of the store's engine, which is its own as long as it loads.
 * @param contracts addresses that never own anything
 */
export async function createFillLoader(
  db: Database,
  connection: DuckDBConnection,
  contracts: ReadonlySet<string>,
): Promise<FillLoader> {
  const ids = createDictionaries((address) => contracts.has(address))
  const traders = await codeNames(db, connection, ids.traders, 'load_traders')
  const tokens = await codeNames(db, connection, ids.tokens, 'load_tokens')
  await connection.run('CREATE TEMP TABLE load_there (key BIGINT, tx BLOB, held BLOB)')
  await connection.run('CREATE TEMP TABLE load_left (key BIGINT PRIMARY KEY)')
  return {
    async loaded(part) {
      const found = await LOADED.get(db, { part })
      return found?.fills ?? null
    },
    async load(source, onProgress) {
      await mkdir(db.duckdb.folder, { recursive: true, mode: 0o700 })
      const path = join(db.duckdb.folder, `${randomUUID()}.partial`)
      try {
        await code(connection, source, traders, tokens, path)
        const coded = `read_parquet(${sqlText(path)})`
        onProgress?.(CODED_SHARE)
        const reach = (share: number) => onProgress?.(CODED_SHARE + (1 - CODED_SHARE) * share)
        const report = await placeWhole({ db, connection, contracts, coded, source }, reach)
        const fills = [report.events + report.repeated]
        if (source.part !== null) await db.upsert(LOADED_PARTS, { part: [source.part], fills }, 1)
        return report
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

/** Places coded fills, again as often as the ledger changes under it: what was placed before is met again. */
async function placeWhole(work: LoadWork, onProgress: (share: number) => void): Promise<LoadReport> {
  for (let before = 0; ; ) {
    const { report, isWhole } = await place(work, onProgress)
    if (isWhole) return { ...report, events: before + report.events, repeated: report.repeated - before }
    before += report.events
  }
}

/** Writes the source's fills with ids in place of names. */
async function code(
  connection: DuckDBConnection,
  { from }: SourceFills,
  traders: CodedNames,
  tokens: CodedNames,
  path: string,
): Promise<void> {
  const named = ['owner', 'counterparty', 'exchange'].map(
    (column, i) => `SELECT ${column} AS name, key, ${i} AS place FROM ${from}`,
  )
  await traders.learn(
    `SELECT name FROM (SELECT name, min((key, place)) AS first FROM (${named.join(' UNION ALL ')}) WHERE name IS NOT NULL GROUP BY name) ` +
      `ANTI JOIN ${traders.table} USING (name) ORDER BY first, name`,
  )
  await tokens.learn(
    `SELECT name FROM (SELECT token AS name, min(key) AS first FROM ${from} GROUP BY token) ` +
      `ANTI JOIN ${tokens.table} USING (name) ORDER BY first, name`,
  )
  const ids = {
    exchange_id: 'e.id',
    owner_id: 'o.id',
    counterparty_id: 'c.id',
    token_id: 'n.id',
  } as Record<string, string>
  const columns = STORED_FILL.map((name) => (ids[name] ? `${ids[name]} AS ${name}` : `t.${name}`))
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} FROM ${from} t JOIN ${traders.table} o ON o.name = t.owner ` +
      `JOIN ${tokens.table} n ON n.name = t.token LEFT JOIN ${traders.table} e ON e.name = t.exchange ` +
      `LEFT JOIN ${traders.table} c ON c.name = t.counterparty) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION lz4)`,
  )
}

/** Puts coded fills where they belong; not whole where the ledger changed under it. */
async function place(
  work: LoadWork,
  onProgress: (share: number) => void,
): Promise<{ report: LoadReport; isWhole: boolean }> {
  const { db, connection, coded, source } = work
  const undone = await undoneCount(db)
  const report: LoadReport = { events: 0, repeated: 0, refused: [] }
  const [span] = await queryNumbers(
    connection,
    `SELECT min(key), max(key), count(*), count(${source.areDistinct ? '' : 'DISTINCT '}key) FROM ${coded}`,
  )
  const [firstKey = 0, lastKey = 0, rows = 0, keys = 0] = span ?? []
  if (rows === 0) return { report, isWhole: true }
  const infrastructure = [...(await infrastructureIds(db))]
  const isOwner = infrastructure.length === 0 ? 'TRUE' : `owner_id NOT IN (${infrastructure.join(', ')})`
  const [[strange = 0] = []] = await queryNumbers(
    connection,
    `SELECT count(*) FROM ${coded} WHERE NOT (${isOwner})`,
  )
  if (strange > 0)
    report.refused.push({
      reason: 'the owner is an exchange or another contract of the market, never a trader',
      count: strange,
    })
  const seen = await recordKnownKeys(work, { firstKey, lastKey, distinct: keys < rows })
  const there = await reportKnownFills(connection)
  report.refused.push(...there.refused)
  report.repeated = rows - keys + there.repeated
  const among = (conditions: readonly string[]) =>
    `(SELECT ${keys < rows ? 'DISTINCT ' : ''}* FROM ${coded} WHERE ${conditions.join(' AND ') || 'TRUE'})`
  const owners = strange > 0 ? [isOwner] : []
  await recordRemaining(work, among([...owners, isNotIn('load_there'), isNotIn('load_left')]), seen)
  // Most loads know none of their fills: every file would look for each of its rows in an empty table.
  const fresh = among([...owners, ...(await filled(connection, ['load_there', 'load_left'])).map(isNotIn)])
  const left = await appendRemaining(db, connection, source.from, work.contracts)
  report.events += left.events
  seen.rows += left.events
  report.repeated += left.repeated
  report.refused.push(...left.clashes.map(({ reason }) => ({ reason, count: 1 })))
  for (const month of await monthsOf(connection, fresh)) {
    const added = await nameMonth(work, fresh, month, undone, seen)
    if (added === null) return { report, isWhole: false }
    report.events += added
    onProgress(Math.min(1, report.events / rows))
  }
  return { report, isWhole: true }
}

function isNotIn(table: string): string {
  return `key NOT IN (SELECT key FROM ${table})`
}

/** Those of some tables that have rows. */
async function filled(connection: DuckDBConnection, tables: readonly string[]): Promise<string[]> {
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`)
  const [found = []] = await queryNumbers(connection, `SELECT ${counts.join(', ')}`)
  return tables.filter((_, i) => (found[i] ?? 0) > 0)
}

/** Names that one transaction of the store learns: nobody waits for long. */
const NAMES_A_WRITE = 4_000

/** A dictionary of the store, as far as a load needs it, as a table of DuckDB. */
export interface CodedNames {
  /** The table: `name`, `id`. */
  table: string
  /** Learns the names that a query answers, which are distinct, in its order. */
  learn(query: string): Promise<void>
}

/**
 * Names and their ids for a load. Names that the store does not hold yet get the next ids, in the order of the query, so that
 * the same files make the same dictionary.
 */
async function codeNames(
  db: Database,
  connection: DuckDBConnection,
  dictionary: Dictionary,
  table: string,
): Promise<CodedNames> {
  const { DuckDBDataChunk, INTEGER, VARCHAR } = await import('@duckdb/node-api')
  await connection.run(`CREATE TEMP TABLE ${table} (name VARCHAR, id INTEGER)`)
  const learnSome = async (names: readonly string[]) => {
    const ids = await db.transaction(async (tx) => {
      // One writer of names at a time: two would give the same id, or name one twice.
      await readLedgerState(tx, true)
      return dictionary.idsOf(tx, names)
    })
    const appender = await connection.createAppender(table)
    for (let from = 0; from < names.length; from += 2_048) {
      const some = names.slice(from, from + 2_048)
      const chunk = DuckDBDataChunk.create([VARCHAR, INTEGER], some.length)
      chunk.setColumns([some, ids.slice(from, from + 2_048)])
      appender.appendDataChunk(chunk)
    }
    appender.closeSync()
  }
  return {
    table,
    async learn(query) {
      // Read whole before the table is written: it is part of the query.
      const reader = await connection.runAndReadAll(query)
      const names = (reader.getColumns()[0] ?? []) as string[]
      for (let from = 0; from < names.length; from += NAMES_A_WRITE)
        await learnSome(names.slice(from, from + NAMES_A_WRITE))
    },
  }
}
