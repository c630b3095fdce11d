import { createHash } from 'node:crypto'
import type { LedgerEvent } from '../../ledger/event.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement, statementBy } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { API_ROWS } from '../tables.ts'
import type { Clash } from './append-events.ts'

/** An event as a row of the Data API has it: without a block and a log index. */
export interface ApiEvent {
  event: LedgerEvent
  /** Distinguishes it from every other row, duplicates numbered: see {@link apiIdentity} and {@link historyIdentity}. */
  identity: Uint8Array
  /** Its row in the file, for a sentence that refuses it. @default 0 */
  line?: number
}

/**
 * Ends the identity of each row of a History CSV, so that one is known by itself, also from an export: a hash ends so
 * once in 2^48.
 */
export const HISTORY_MARK: Uint8Array = Buffer.from('HISTOR')
const HASH_BYTES = 10

/** SQL that is true of a row of a History CSV; it takes {@link HISTORY_MARK}. */
export function isHistorySql(identity: string): string {
  return `substr(${identity}, ${HASH_BYTES + 1}) = ?`
}

const ANY_HISTORY = statement((from, { mark }: { mark: Uint8Array }) =>
  from(API_ROWS)
    .select('key')
    .where(from.raw(isHistorySql('identity'), [mark]))
    .limit(1),
)
const HISTORY_OF = statementBy((from, { fill }: { fill: 0 | 1 }, { mark }: { mark: Uint8Array }) =>
  from(API_ROWS)
    .select('key')
    .where('key', '<', 0)
    .where('fill', fill)
    .where(from.raw(isHistorySql('identity'), [mark])),
)

/** Whether the ledger counts any row of a History CSV; reads the whole of `api_rows` where it counts none. */
export async function holdsHistory(tx: Sql): Promise<boolean> {
  return (await ANY_HISTORY.get(tx, { mark: HISTORY_MARK })) !== undefined
}

/** Whether a row's identity is that of a row of a History CSV. */
export function isHistory(identity: Uint8Array): boolean {
  return Buffer.compare(identity.subarray(HASH_BYTES), HISTORY_MARK) === 0
}

/** 16 bytes that identify a row of a History CSV: hash of its identity text, and its number among identical rows. */
export function historyIdentity(text: string, twin: number): Uint8Array {
  const hash = createHash('sha256').update(`${text}#${twin}`).digest()
  return Buffer.concat([hash.subarray(0, HASH_BYTES), HISTORY_MARK])
}

type EventTable = 'fills' | 'movements'
/** A row of `fills` or `movements`, as far as it says what moved in its transaction. */
type RowTerms = Readonly<Record<string, Value>>

/**
 * Those rows of one source that count: all, but of a History CSV's those alone of whose group, the events of the same
 * transaction, owner, token and side, or condition and kind, no other source has. The other sources count in any
 * order, since a History CSV names its market by a text. Where the amounts of both differ, that is a clash.
 */
export async function withoutSuperseded<Event extends ApiEvent, Row extends RowTerms>(
  tx: Sql,
  events: readonly Event[],
  rows: readonly Row[],
  table: EventTable,
): Promise<{ events: readonly Event[]; rows: readonly Row[]; clashes: Clash[] }> {
  const [first] = events
  if (first === undefined || !isHistory(first.identity)) return { events, rows, clashes: [] }
  const others = amountsOf(await eventsBeside(tx, rows, table), table)
  const own = amountsOf(rows, table)
  const groups = rows.map((row) => groupName(row, table))
  const clashes = groups.flatMap((group, i) => {
    const [held, says] = [others.get(group), own.get(group) ?? 0n]
    if (held === undefined || held === says) return []
    const reason =
      `the ledger holds ${written(held)} of this transaction, owner and token from another source, where the History ` +
      `CSV has ${written(says)}: the ledger's numbers count`
    return [{ line: events[i]?.line ?? 0, reason }]
  })
  const isNew = (_: unknown, i: number) => !others.has(groups[i] ?? '')
  return { events: events.filter(isNew), rows: rows.filter(isNew), clashes }
}

function written(micro: bigint): string {
  const unit = BigInt(MICRO)
  return `${micro / unit}.${String(micro % unit).padStart(6, '0')}`
}

/** Shares, sets or dollars by group. */
function amountsOf(rows: readonly RowTerms[], table: EventTable): Map<string, bigint> {
  const amounts = new Map<string, bigint>()
  for (const row of rows) {
    const name = groupName(row, table)
    const amount = BigInt(Number(table === 'fills' ? row.shares : row.amount))
    amounts.set(name, (amounts.get(name) ?? 0n) + amount)
  }
  return amounts
}

function groupName(row: RowTerms, table: EventTable): string {
  const hash = row.tx instanceof Uint8Array ? Buffer.from(row.tx).toString('hex') : ''
  const { owner_id, token_id, side, kind, condition_id } = row
  return [hash, owner_id, ...(table === 'fills' ? [token_id, side] : [kind, condition_id])].join(' ')
}

/** Events of the rows' seconds and tokens or conditions that did not come from a History CSV. */
async function eventsBeside(tx: Sql, rows: readonly RowTerms[], table: EventTable): Promise<RowTerms[]> {
  const times = [...new Set(rows.map(({ time }) => Number(time)))]
  const events =
    table === 'fills' ? await fillsBeside(tx, rows, times) : await movementsBeside(tx, rows, times)
  const history = await HISTORY_OF({ fill: table === 'fills' ? 1 : 0 }).all(tx, { mark: HISTORY_MARK })
  const own = new Set(history.map(({ key }) => key))
  return events.filter(({ key, tx: hash }) => hash instanceof Uint8Array && !own.has(Number(key)))
}

async function fillsBeside(
  tx: Sql,
  rows: readonly RowTerms[],
  times: readonly number[],
): Promise<RowTerms[]> {
  const tokens = [...new Set(rows.map(({ token_id }) => Number(token_id)))]
  const columns = ['key', 'owner_id', 'token_id', 'side', 'shares'] as const
  const fills = await ledgerOf(tx).fills(columns, { tokens, times })
  const hashes = await ledgerOf(tx).fillHashes(fills.map(({ key }) => key))
  return fills.map((fill) => ({ ...fill, tx: hashes.get(fill.key)?.tx ?? null }))
}

/** Income has no condition. */
async function movementsBeside(
  tx: Sql,
  rows: readonly RowTerms[],
  times: readonly number[],
): Promise<RowTerms[]> {
  const conditions = [...new Set(rows.flatMap(({ condition_id: id }) => (id === null ? [] : [Number(id)])))]
  const columns = ['kind', 'owner_id', 'condition_id', 'amount']
  return [
    ...(await ledgerOf(tx).movementTerms(columns, { conditions, times })),
    ...(await ledgerOf(tx).movementTerms(columns, { kinds: ['INCOME'], times, withoutCondition: true })),
  ]
}
