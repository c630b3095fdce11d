import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { dayOf } from '../../ledger/quantities.ts'
import { noteFills } from '../alerts/alerts-state.ts'
import type { Database, Sql } from '../database.ts'
import { createDictionaries } from '../ingest/dictionaries.ts'
import { infrastructureIds } from '../ingest/infrastructure-ids.ts'
import { readLedgerState, writeLedgerState } from '../ingest/ledger-state.ts'
import { blockOf } from '../ingest/place.ts'
import { FILL_KIND } from '../segments/chain-kinds.ts'
import { readManifest, type Segment, writeManifest } from '../segments/manifest.ts'
import { segmentName, undoneCount } from '../segments/replace-part.ts'
import { LATE_SHARE } from '../segments/seal-chain.ts'
import { LEDGER_CHANGES } from '../tables.ts'
import { appendTold } from './append-told.ts'
import { type CodedNames, codeNames } from './code-names.ts'
import { LOADED_PARTS, UNFOLDED_TOKENS } from './load-tables.ts'

/**
 * Fills as a data set tells them: a relation of DuckDB with a row a fill, in any order, any of them more than once. Its
 * columns are key (block · 2^20 + log index), tx, time, exchange, owner, counterparty (addresses as text), role (0 MAKER,
 * 1 TAKER, NULL unknown), side (0 BUY, 1 SELL), token (decimal text), shares, usd, fee, fee_in (0 USD, 1 SHARES), order_hash.
 * It is read several times, so it had better be a file.
 */
export interface ToldFills {
  /** What stands after FROM. */
  from: string
  /** What tells this part of a data set from every other; null where it is to be looked at again next time. */
  part: string | null
}

/** What loading some fills did. */
export interface LoadReport {
  events: number
  repeated: number
  /** Fills that were not taken, each with its reason; `count` of them are like this one. */
  refused: { reason: string; count: number }[]
}

/** Loads fills straight into sealed segments; {@link import('./fold-loaded.ts').foldLoaded} then counts them in positions. */
export interface FillLoader {
  /** How many fills a part had that was loaded whole before, or null. */
  loaded(part: string): Promise<number | null>
  /** Loads a part; what is in the ledger already counts once. Killed at any moment, it can be run again. */
  load(told: ToldFills): Promise<LoadReport>
}

/** Fewer rows than this that fall among sealed ones stay rows where those are many: sealing takes them in later. */
const FEW_ROWS = 100_000
/** Rows of the store that are read at a time. */
const PAGE = 20_000
/** Refused fills that are named; the others of their kind are counted. */
const SHOWN = 20

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
  const load = async (told: ToldFills) => {
    await mkdir(db.segments.folder, { recursive: true, mode: 0o700 })
    const path = join(db.segments.folder, `${randomUUID()}.partial`)
    try {
      await code(connection, told, traders, tokens, path)
      return await place({
        db,
        connection,
        contracts,
        coded: `read_parquet('${path.replaceAll("'", "''")}')`,
        told,
      })
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    async loaded(part) {
      const found = await db.get<{ fills: number }>(`SELECT fills FROM ${LOADED_PARTS.name} WHERE part = ?`, [
        part,
      ])
      return found?.fills ?? null
    },
    async load(told) {
      for (;;) {
        const report = await load(told)
        // Null: the ledger changed under it.
        if (report !== null) return report
      }
    },
  }
}

/** Writes the told fills with ids in place of names. */
async function code(
  connection: DuckDBConnection,
  { from }: ToldFills,
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
  const columns = Object.keys(FILL_KIND.columns).map((name) =>
    ids[name] ? `${ids[name]} AS ${name}` : `t.${name}`,
  )
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} FROM ${from} t JOIN ${traders.table} o ON o.name = t.owner ` +
      `JOIN ${tokens.table} n ON n.name = t.token LEFT JOIN ${traders.table} e ON e.name = t.exchange ` +
      `LEFT JOIN ${traders.table} c ON c.name = t.counterparty) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION lz4)`,
  )
}

interface Work {
  db: Database
  connection: DuckDBConnection
  contracts: ReadonlySet<string>
  /** The coded fills after FROM. */
  coded: string
  told: ToldFills
}

/** Puts coded fills where they belong; null where the ledger changed under it. */
async function place(work: Work): Promise<LoadReport | null> {
  const { db, connection, coded, told } = work
  const undone = await undoneCount(db)
  const report: LoadReport = { events: 0, repeated: 0, refused: [] }
  const [span] = await numbers(
    connection,
    `SELECT min(key), max(key), count(*), count(DISTINCT key) FROM ${coded}`,
  )
  const [first = 0, last = 0, rows = 0, keys = 0] = span ?? []
  if (rows === 0) return report
  const infrastructure = [...(await infrastructureIds(db))]
  const isOwner = infrastructure.length === 0 ? 'TRUE' : `owner_id NOT IN (${infrastructure.join(', ')})`
  await refuse(
    connection,
    report,
    coded,
    `NOT (${isOwner})`,
    'the owner is an exchange or another contract of the market, never a trader',
  )
  const known = await noteThere(work, { first, last, distinct: keys < rows })
  const there = await toldThere(connection)
  report.refused.push(...there.refused)
  report.repeated = rows - keys + there.repeated
  const fresh =
    `(SELECT ${keys < rows ? 'DISTINCT ' : ''}* FROM ${coded} WHERE ${isOwner} AND key NOT IN (SELECT key FROM load_there) ` +
    'AND key NOT IN (SELECT key FROM load_left))'
  await noteLeft(work, fresh)
  const left = await appendTold(db, connection, told.from, work.contracts)
  report.events += left.events
  report.repeated += left.repeated
  report.refused.push(...left.clashes.map(({ reason }) => ({ reason, count: 1 })))
  for (const month of await monthsOf(connection, fresh)) {
    const added = await nameMonth(work, fresh, month, { undone, rowsThere: known })
    if (added === null) return null
    report.events += added
  }
  if (told.part !== null)
    await db.upsert(LOADED_PARTS, { part: [told.part], fills: [report.events + report.repeated] }, 1)
  return report
}

/** Rows of the store between two keys, as one saw them. */
interface SeenRows {
  first: number
  last: number
  count: number
}

/** Notes the keys that the ledger holds already, and those that are told in two ways. */
async function noteThere(
  { db, connection, coded }: Work,
  { first, last, distinct }: { first: number; last: number; distinct: boolean },
): Promise<SeenRows> {
  await connection.run('DELETE FROM load_there')
  const sealed = (await readManifest(db, 'FILLS')).filter(
    (segment) => segment.lastKey >= first && segment.firstKey <= last,
  )
  if (sealed.length > 0) {
    const hashes = await db.segments.from(sealed.map(({ files }) => files.hashes))
    await connection.run(
      `INSERT INTO load_there SELECT DISTINCT c.key, c.tx, h.tx FROM ${coded} c JOIN ${hashes} h USING (key)`,
    )
  }
  if (distinct)
    await connection.run(
      `INSERT INTO load_there SELECT key, min(tx), NULL FROM (SELECT DISTINCT * FROM ${coded}) GROUP BY key HAVING count(*) > 1`,
    )
  let count = 0
  for (let after = first - 1; ; ) {
    const page = await db.all<{ key: number; tx: Uint8Array | null }>(
      `SELECT key, tx FROM fills WHERE key > ? AND key <= ? ORDER BY key LIMIT ${PAGE}`,
      [after, last],
    )
    count += page.length
    if (page.length > 0) await noteRows(connection, coded, page)
    if (page.length < PAGE) return { first, last, count }
    after = page.at(-1)?.key ?? after
  }
}

async function noteRows(
  connection: DuckDBConnection,
  coded: string,
  rows: readonly { key: number; tx: Uint8Array | null }[],
): Promise<void> {
  const hex = (tx: Uint8Array | null) => (tx === null ? 'NULL' : `'${Buffer.from(tx).toString('hex')}'`)
  const values = rows.map(({ key, tx }) => `(${key}, ${hex(tx)})`)
  await connection.run(
    `INSERT INTO load_there SELECT DISTINCT c.key, c.tx, unhex(r.tx) FROM ${coded} c ` +
      `JOIN (VALUES ${values.join(', ')}) r (key, tx) ON r.key = c.key`,
  )
}

/** What of the keys that are there already is the same event again, and what is another's place. */
async function toldThere(connection: DuckDBConnection): Promise<Pick<LoadReport, 'repeated' | 'refused'>> {
  const reader = await connection.runAndReadAll(
    'SELECT CAST(key AS DOUBLE), lower(hex(held)) FROM load_there WHERE held IS NULL OR tx IS DISTINCT FROM held ORDER BY key',
  )
  const clashes = reader.getRows() as [number, string | null][]
  const refused = clashes.slice(0, SHOWN).map(([key, held]) => {
    const { block, logIndex } = blockOf(key)
    const reason =
      held === null
        ? `log ${logIndex} of block ${block} is told in two ways`
        : `block ${block} log ${logIndex} is already held by transaction 0x${held}`
    return { reason, count: 1 }
  })
  if (clashes.length > SHOWN)
    refused.push({ reason: 'more places that another event holds', count: clashes.length - SHOWN })
  const [[all = 0] = []] = await numbers(connection, 'SELECT count(*) FROM load_there')
  return { repeated: all - clashes.length, refused }
}

async function refuse(
  connection: DuckDBConnection,
  report: LoadReport,
  relation: string,
  where: string,
  reason: string,
): Promise<void> {
  const [[count = 0] = []] = await numbers(connection, `SELECT count(*) FROM ${relation} WHERE ${where}`)
  if (count > 0) report.refused.push({ reason, count })
}

/**
 * Notes the fills that go the ordinary way, row by row: those of transactions that rows of an API have told of, which they
 * replace; those of the day that a shown snapshot ends in, whose rows it counts; and few among many sealed ones.
 */
async function noteLeft({ db, connection }: Work, fresh: string): Promise<void> {
  await connection.run('DELETE FROM load_left')
  const leave = (where: string) =>
    connection.run(`INSERT OR IGNORE INTO load_left SELECT key FROM ${fresh} WHERE ${where}`)
  for (let after = ''; ; ) {
    const page = await db.all<{ tx: Uint8Array }>(
      `SELECT DISTINCT tx FROM api_rows WHERE tx > ? ORDER BY tx LIMIT ${PAGE}`,
      [Buffer.from(after, 'hex')],
    )
    const list = page.map(({ tx }) => Buffer.from(tx).toString('hex'))
    if (list.length > 0)
      await leave(`tx IN (SELECT unhex(t) FROM (VALUES ${list.map((tx) => `('${tx}')`).join(', ')}) v (t))`)
    if (page.length < PAGE) break
    after = list.at(-1) ?? after
  }
  const shown = await db.get<{ time: number }>(
    'SELECT cutoff_time AS time FROM snapshots WHERE as_of IS NULL ORDER BY id DESC LIMIT 1',
  )
  if (shown !== undefined) await leave(`time // 86400 = ${dayOf(shown.time)}`)
  for (const { firstKey, lastKey, rows } of await readManifest(db, 'FILLS')) {
    const [[late = 0] = []] = await numbers(
      connection,
      `SELECT count(*) FROM ${fresh} WHERE key BETWEEN ${firstKey} AND ${lastKey}`,
    )
    if (late > 0 && late < FEW_ROWS && late * LATE_SHARE < rows)
      await leave(`key BETWEEN ${firstKey} AND ${lastKey}`)
  }
}

interface Month {
  firstKey: number
  lastKey: number
  firstTime: number
  lastTime: number
  rows: number
}

/** The months of fills, by keys that do not overlap. */
async function monthsOf(connection: DuckDBConnection, fresh: string): Promise<Month[]> {
  const found = await numbers(
    connection,
    `SELECT min(key), max(key), min(time), max(time), count(*) FROM ${fresh} GROUP BY date_trunc('month', make_timestamp(time * 1000000)) ORDER BY 1`,
  )
  const months: Month[] = []
  for (const [firstKey = 0, lastKey = 0, firstTime = 0, lastTime = 0, rows = 0] of found) {
    const before = months.at(-1)
    // Times that do not rise with blocks: the two are one segment.
    if (before !== undefined && before.lastKey >= firstKey) {
      before.lastKey = Math.max(before.lastKey, lastKey)
      before.firstTime = Math.min(before.firstTime, firstTime)
      before.lastTime = Math.max(before.lastTime, lastTime)
      before.rows += rows
    } else months.push({ firstKey, lastKey, firstTime, lastTime, rows })
  }
  return months
}

/** Writes a month's files and names them, with what they leave to be folded; null where the ledger changed under it. */
async function nameMonth(
  { db, connection }: Work,
  fresh: string,
  month: Month,
  seen: { undone: number; rowsThere: SeenRows },
): Promise<number | null> {
  const replaced = (await readManifest(db, 'FILLS')).filter(
    ({ firstKey, lastKey }) => lastKey >= month.firstKey && firstKey <= month.lastKey,
  )
  const own = `SELECT * FROM ${fresh} WHERE key BETWEEN ${month.firstKey} AND ${month.lastKey}`
  const columns = Object.keys(FILL_KIND.columns).join(', ')
  const parts = [own]
  for (const { files } of replaced)
    parts.push(
      `SELECT ${columns} FROM ${await db.segments.from([files.traders])} f JOIN ${await db.segments.from([files.hashes])} h USING (key)`,
    )
  const bounds = boundsOf([month, ...replaced])
  const [traders, tokens, hashes] = await db.segments.copy(
    connection,
    `(${parts.join(' UNION ALL ')})`,
    segmentName(FILL_KIND, bounds),
    FILL_KIND.plans,
  )
  if (!traders || !tokens || !hashes) throw new Error('a segment lacks a file')
  const reader = await connection.runAndReadAll(
    `SELECT token_id, CAST(count(*) AS INTEGER) FROM (${own}) GROUP BY 1 ORDER BY 1`,
  )
  const unfolded = reader.getColumns() as [number[], number[]] | []
  return db.transaction(async (tx) => {
    const state = await readLedgerState(tx, true)
    if (!(await isAsSeen(tx, replaced, seen))) return null
    const segment = { kind: 'FILLS' as const, ...bounds, files: { traders, tokens, hashes } }
    await writeManifest(tx, replaced, segment)
    const [token_id = [], fills = []] = unfolded
    await tx.upsert(UNFOLDED_TOKENS, { token_id, fills }, token_id.length, { fills: 'add' })
    state.version++
    state.fills += month.rows
    state.firstTime = Math.min(state.firstTime ?? month.firstTime, month.firstTime)
    state.lastTime = Math.max(state.lastTime ?? month.lastTime, month.lastTime)
    const { block } = blockOf(month.lastKey)
    state.lastBlock = Math.max(state.lastBlock ?? 0, block ?? 0)
    await tx.upsert(LEDGER_CHANGES, { version: [state.version], since: [dayOf(month.firstTime)] }, 1)
    await noteFills(tx, month.firstTime)
    await writeLedgerState(tx, state)
    return month.rows
  })
}

async function isAsSeen(
  tx: Sql,
  replaced: readonly Segment<'FILLS'>[],
  { undone, rowsThere }: { undone: number; rowsThere: SeenRows },
): Promise<boolean> {
  const there = new Set((await readManifest(tx, 'FILLS')).map(({ files }) => files.tokens.name))
  const rows = await tx.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM fills WHERE key BETWEEN ? AND ?',
    [rowsThere.first, rowsThere.last],
  )
  return (
    replaced.every(({ files }) => there.has(files.tokens.name)) &&
    (await undoneCount(tx)) === undone &&
    rows?.count === rowsThere.count
  )
}

function boundsOf(parts: readonly Month[]): Month {
  return {
    firstKey: Math.min(...parts.map(({ firstKey }) => firstKey)),
    lastKey: Math.max(...parts.map(({ lastKey }) => lastKey)),
    firstTime: Math.min(...parts.map(({ firstTime }) => firstTime)),
    lastTime: Math.max(...parts.map(({ lastTime }) => lastTime)),
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  }
}

/** The rows of a query as numbers. */
async function numbers(connection: DuckDBConnection, query: string): Promise<number[][]> {
  const reader = await connection.runAndReadAll(query)
  return reader.getRows().map((row) => row.map(Number))
}
