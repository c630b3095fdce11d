import type { DuckDBConnection } from '@duckdb/node-api'
import type { Fill } from '../../ledger/event.ts'
import { createFillBatcher } from '../../ledger/fill-batch.ts'
import { type Address, dayOf, type Hash, type TokenId } from '../../ledger/quantities.ts'
import { type Database, pagesBehind } from '../engine/database.ts'
import { known, statement } from '../engine/statement.ts'
import { type BatchReport, createLedgerWriter } from '../ingest/ledger-writer.ts'
import { areFewAmong, sealedFillsAround, sealedHashes, sealedName } from '../ledger/bulk.ts'
import { blockOf } from '../ledger/place.ts'
import { headSnapshots } from '../snapshot/stored-snapshots.ts'
import { API_ROWS, FILLS } from '../tables.ts'
import { type LoadReport, type LoadWork, queryNumbers } from './load-work.ts'

/** Fewer rows than this that fall among sealed ones stay rows where those are many: sealing takes them in later. */
const FEW_ROWS = 100_000
/** Rows of the store that are read at a time. */
const PAGE = 20_000
/** Refused fills that are named; the others of their kind are counted. */
const SHOWN = 20

/** The part of the ledger between two keys when it was compared with fills to load. */
export interface SeenLedger {
  firstKey: number
  lastKey: number
  /** Rows of the store. */
  rows: number
  /** Segments, by the names of their files. */
  segments: Set<string>
}

const HASHES_BEHIND = statement((from, { after, lastKey }: { after: number; lastKey: number }) =>
  from(FILLS)
    .select('key', 'tx')
    .where('key', '>', after)
    .where('key', '<=', lastKey)
    .orderBy('key')
    .limit(PAGE),
)
const API_HASHES_BEHIND = statement((from, { after }: { after: Uint8Array }) =>
  from(API_ROWS).distinct(known('tx')).where('tx', '>', after).orderBy('tx').limit(PAGE),
)

/** Records the keys that the ledger has already, and those with contradicting rows. */
export async function recordKnownKeys(
  { db, connection, coded }: Pick<LoadWork, 'db' | 'connection' | 'coded'>,
  { firstKey, lastKey, distinct }: { firstKey: number; lastKey: number; distinct: boolean },
): Promise<SeenLedger> {
  await connection.run('DELETE FROM load_there')
  const sealed = await sealedFillsAround(db, { firstKey, lastKey })
  if (sealed.length > 0) {
    const hashes = await sealedHashes(db, sealed)
    await connection.run(
      `INSERT INTO load_there SELECT DISTINCT c.key, c.tx, h.tx FROM ${coded} c JOIN ${hashes} h USING (key)`,
    )
  }
  if (distinct)
    await connection.run(
      `INSERT INTO load_there SELECT key, min(tx), NULL FROM (SELECT DISTINCT * FROM ${coded}) GROUP BY key HAVING count(*) > 1`,
    )
  let rows = 0
  const read = ({ key }: { key: number }) => HASHES_BEHIND.all(db, { after: key, lastKey })
  for await (const page of pagesBehind(PAGE, { key: firstKey - 1 }, read)) {
    rows += page.length
    if (page.length > 0) await addRows(connection, coded, page)
  }
  return { firstKey, lastKey, rows, segments: new Set(sealed.map(sealedName)) }
}

async function addRows(
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

/** Reports fills whose keys the ledger has already: repeated if the event is the same, refused if it differs. */
export async function reportKnownFills(
  connection: DuckDBConnection,
): Promise<Pick<LoadReport, 'repeated' | 'refused'>> {
  const reader = await connection.runAndReadAll(
    'SELECT CAST(key AS DOUBLE), lower(hex(held)) FROM load_there WHERE held IS NULL OR tx IS DISTINCT FROM held ORDER BY key',
  )
  const clashes = reader.getRows() as [number, string | null][]
  const refused = clashes.slice(0, SHOWN).map(([key, held]) => {
    const { block, logIndex } = blockOf(key)
    const reason =
      held === null
        ? `log ${logIndex} of block ${block} has two contradictory versions`
        : `block ${block} log ${logIndex} is already held by transaction 0x${held}`
    return { reason, count: 1 }
  })
  if (clashes.length > SHOWN)
    refused.push({ reason: 'more places that another event holds', count: clashes.length - SHOWN })
  const [[all = 0] = []] = await queryNumbers(connection, 'SELECT count(*) FROM load_there')
  return { repeated: all - clashes.length, refused }
}

/**
 * Records the fills to append row by row: those of transactions with rows of an API, which they replace; those of a
 * published snapshots' last days, whose rows they count; and few among many sealed ones.
 */
export async function recordRemaining(
  { db, connection }: Pick<LoadWork, 'db' | 'connection'>,
  fresh: string,
  seen: SeenLedger,
): Promise<void> {
  await connection.run('DELETE FROM load_left')
  const leave = (where: string) =>
    connection.run(`INSERT OR IGNORE INTO load_left SELECT key FROM ${fresh} WHERE ${where}`)
  const read = ({ tx }: { tx: Uint8Array }) => API_HASHES_BEHIND.all(db, { after: tx })
  for await (const page of pagesBehind(PAGE, { tx: new Uint8Array() }, read)) {
    const list = page.map(({ tx }) => Buffer.from(tx).toString('hex'))
    if (list.length > 0)
      await leave(`tx IN (SELECT unhex(t) FROM (VALUES ${list.map((tx) => `('${tx}')`).join(', ')}) v (t))`)
  }
  const shown = new Set((await headSnapshots(db)).map(({ cutoffTime }) => dayOf(cutoffTime)))
  if (shown.size > 0) await leave(`time // 86400 IN (${[...shown].join(', ')})`)
  for (const sealed of await sealedFillsAround(db, seen)) {
    const { firstKey, lastKey } = sealed
    const [[late = 0] = []] = await queryNumbers(
      connection,
      `SELECT count(*) FROM ${fresh} WHERE key BETWEEN ${firstKey} AND ${lastKey}`,
    )
    if (late > 0 && late < FEW_ROWS && areFewAmong(late, sealed))
      await leave(`key BETWEEN ${firstKey} AND ${lastKey}`)
  }
}

const FILLS_A_WRITE = 5_000

/** Appends the fills of `load_left` like those of any other source. */
export async function appendRemaining(
  db: Database,
  connection: DuckDBConnection,
  from: string,
  contracts: ReadonlySet<string>,
): Promise<BatchReport> {
  const report: BatchReport = { events: 0, repeated: 0, clashes: [], refusedLinks: [] }
  const writer = createLedgerWriter(db, { infrastructure: contracts })
  const result = await connection.stream(
    'SELECT DISTINCT CAST(t.key AS DOUBLE), CAST(t.time AS DOUBLE), lower(hex(t.tx)), t.exchange, t.owner, t.counterparty, t.role, ' +
      't.side, t.token, CAST(t.shares AS DOUBLE), CAST(t.usd AS DOUBLE), CAST(t.fee AS DOUBLE), t.fee_in, lower(hex(t.order_hash)) ' +
      `FROM ${from} t JOIN load_left USING (key) ORDER BY 1`,
  )
  let fills: Fill[] = []
  const flush = async () => {
    if (fills.length === 0) return
    const batcher = createFillBatcher()
    for (const fill of fills) batcher.add(fill, 0)
    const batch = batcher.take()
    // Each batch numbers its names again.
    batch.restarted = true
    fills = []
    const appended = await writer.transaction((append) => append({ fills: batch }))
    report.events += appended.events
    report.repeated += appended.repeated
    report.clashes.push(...appended.clashes)
  }
  for await (const chunk of result) {
    fills.push(...(chunk.getRows() as unknown as ToldRow[]).map(fillOf))
    if (fills.length >= FILLS_A_WRITE) await flush()
  }
  await flush()
  return report
}

type ToldRow = [
  key: number,
  time: number,
  tx: string | null,
  exchange: string | null,
  owner: string,
  counterparty: string | null,
  role: number | null,
  side: number,
  token: string,
  shares: number,
  usd: number,
  fee: number,
  feeIn: number,
  orderHash: string | null,
]

function fillOf(row: ToldRow): Fill {
  const [key, time, tx, exchange, owner, counterparty, role, side, token, shares, usd, fee, feeIn, order] =
    row
  return {
    kind: 'FILL',
    ...blockOf(key),
    time,
    tx: tx === null ? null : (`0x${tx}` as Hash),
    exchange: exchange as Address | null,
    owner: owner as Address,
    counterparty: counterparty as Address | null,
    role: role === null ? null : role === 1 ? 'TAKER' : 'MAKER',
    side: side === 0 ? 'BUY' : 'SELL',
    token: token as TokenId,
    shares,
    usd,
    fee,
    feeIn: feeIn === 0 ? 'USD' : 'SHARES',
    orderHash: order === null ? null : (`0x${order}` as Hash),
  }
}
