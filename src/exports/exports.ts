import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockAccount } from '../accounts/accounts.ts'
import { isUnderWay, newRunId, refuseAnother, WAITING } from '../accounts/run-queue.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import { exactMoneyText } from '../formats.ts'
import { DAY_SECONDS, dayText, MICRO, type Seconds } from '../ledger/quantities.ts'
import { type Database, insert, type Sql } from '../store/engine/database.ts'
import type { DuckDb } from '../store/engine/duckdb.ts'
import { statement } from '../store/engine/statement.ts'
import type { Camel, RowOf } from '../store/engine/table.ts'
import { type ExportQuestion, exportFilter } from '../store/export/export-filter.ts'
import type { ExportFormat } from '../store/export/exports.ts'
import { ACCOUNT_EXPORTS, type AccountTable } from './export-tables.ts'

/** Seconds for which an export and its file are kept. */
export const KEPT_SECONDS = 7 * DAY_SECONDS
/** The exports that an account keeps at most. */
export const MOST_KEPT = 20

export interface AskedExport {
  table: AccountTable
  format: ExportFormat
  question: ExportQuestion
  /** Names of its columns. @default all */
  columns?: readonly string[]
  /** Conditions that the service reads when the file is written, and their words: of all traders, or of positions. @default none */
  where?: { given: object; words: string }
}

export interface AccountExport extends AskedExport, Omit<Row, 'question'> {}

type Row = Pick<RowOf<typeof ACCOUNT_EXPORTS>, Camel<(typeof SHOWN)[number]>>

/** The exports of accounts. No method returns or changes another account's export. */
export interface Exports {
  /**
   * Requests an export. The same request again, while it is waiting or running, returns the export that there is.
   * @throws PequodError NOT_FOUND for an unknown market, event or trader; RATE_LIMITED while another export of the account is under way;
   * FORBIDDEN above {@link MOST_KEPT} kept ones
   */
  start(accountId: number, asked: AskedExport): Promise<AccountExport>
  /** The account's exports, the newest first. */
  list(accountId: number): Promise<AccountExport[]>
  /** An export of the account; null if it has no such one. */
  find(accountId: number, id: string): Promise<AccountExport | null>
  /** Ends an export, and removes its file; null if the account has no such one. A failed export stays as it is. */
  cancel(accountId: number, id: string): Promise<AccountExport | null>
}

const SHOWN = [
  'id',
  'question',
  'format',
  'state',
  'created_at',
  'expires_at',
  'cutoff_time',
  'cutoff_block',
  'row_count',
  'byte_count',
  'sha256',
  'problem',
  'holder',
] as const

const OF_ACCOUNT = statement((from, { accountId, now }: { accountId: number; now: Seconds }) =>
  from(ACCOUNT_EXPORTS)
    .select(...SHOWN)
    .where('account_id', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
)
const ONE = statement((from, given: { accountId: number; id: string; now: Seconds }) =>
  from(ACCOUNT_EXPORTS)
    .select(...SHOWN)
    .where('id', given.id)
    .where('account_id', given.accountId)
    .where('expires_at', '>', given.now),
)
const CANCEL = statement((from, { accountId, id }: { accountId: number; id: string }) =>
  from(ACCOUNT_EXPORTS)
    .where('id', id)
    .where('account_id', accountId)
    .where('state', '<>', 'FAILED')
    .update({ state: 'CANCELLED' }),
)

/** Returns the exports in the store. */
export function createExports(db: Database, now: Clock = WALL_CLOCK): Exports {
  const find = async (accountId: number, id: string) => {
    const row = await ONE.get(db, { accountId, id, now: now() })
    return row === undefined ? null : exportOf(row)
  }
  return {
    find,
    list: async (accountId) => (await OF_ACCOUNT.all(db, { accountId, now: now() })).map(exportOf),
    async start(accountId, asked) {
      await exportFilter(db, asked.question)
      return db.transaction((tx) => begin(tx, accountId, asked, now()))
    },
    async cancel(accountId, id) {
      await CANCEL.run(db, { accountId, id })
      const found = await find(accountId, id)
      if (found?.state === 'CANCELLED') await rm(filePath(db.duckdb, found), { force: true })
      return found
    },
  }
}

async function begin(
  tx: Sql,
  accountId: number,
  { format, question: asked, ...rest }: AskedExport,
  now: Seconds,
): Promise<AccountExport> {
  await lockAccount(tx, accountId)
  const question = JSON.stringify({ ...rest, ...asked })
  const kept = await OF_ACCOUNT.all(tx, { accountId, now })
  const underWay = kept.find(isUnderWay)
  if (underWay?.question === question && underWay.format === format) return exportOf(underWay)
  refuseAnother(kept, 'export', MOST_KEPT)
  const row = {
    id: newRunId(),
    accountId,
    question,
    format,
    ...WAITING,
    createdAt: now,
    expiresAt: now + KEPT_SECONDS,
    cutoffTime: null,
    cutoffBlock: null,
    rowCount: 0,
    byteCount: 0,
    sha256: null,
  } as const
  await insert(tx, ACCOUNT_EXPORTS, [row])
  return exportOf(row)
}

/** A row as its account sees it. */
export function exportOf<One extends Pick<Row, 'question'>>(
  row: One,
): Omit<One, 'question'> & Omit<AskedExport, 'format'> {
  const { table, columns, where, ...question } = JSON.parse(row.question)
  return { ...row, table, question, ...(columns && { columns }), ...(where && { where }) }
}

/** The folder of exports in the data folder. */
export function exportFolder({ folder }: Pick<DuckDb, 'folder'>): string {
  return join(folder, 'exports')
}

/** The path of an export's file, which is there once it is whole: of each attempt another one. */
export function filePath(
  duckdb: Pick<DuckDb, 'folder'>,
  { id, holder, format }: Pick<AccountExport, 'id' | 'holder' | 'format'>,
): string {
  return join(exportFolder(duckdb), `${id}-${holder}.${format}`)
}

/** The export whose attempt a name in the folder is of. */
export function idOfName(name: string): string {
  return name.slice(0, 22)
}

/** An export's rows in words: `trades of at least $10000 in the market 0x…, before 2026-02-01T00:00:00Z`. */
export function exportSummary({
  table,
  question,
  where,
}: Pick<AccountExport, 'table' | 'question' | 'where'>): string {
  const { traders, markets, events, since, before, minUsd, maxUsd, side, asOf, status } = question
  const of = [
    where === undefined ? [] : where.words,
    side === undefined ? [] : `on the ${side === 'BUY' ? 'buy' : 'sell'} side`,
    minUsd === undefined ? [] : `of at least ${exactMoneyText(minUsd / MICRO)}`,
    maxUsd === undefined ? [] : `of at most ${exactMoneyText(maxUsd / MICRO)}`,
    named('of the trader', traders),
    named('in the market', markets),
    named('in the event', events),
    since === undefined ? [] : `from ${timeText(since)}`,
    before === undefined ? [] : `before ${timeText(before)}`,
    asOf === undefined ? [] : `at the close of ${dayText(asOf)}`,
  ].flat()
  return [status?.toLowerCase() ?? [], table, of].flat(2).join(' ')
}

/** `in the market 0x…`, or `in the markets 0x…, 0x… and 3 more`. */
function named(words: string, names: readonly string[] | undefined): string[] {
  if (names === undefined) return []
  const shown = names.slice(0, 2).join(', ')
  if (names.length < 2) return [`${words} ${shown}`]
  return [`${words}s ${shown}${names.length > 2 ? ` and ${names.length - 2} more` : ''}`]
}

function timeText(time: Seconds): string {
  return new Date(time * 1_000).toISOString().replace('.000Z', 'Z')
}
