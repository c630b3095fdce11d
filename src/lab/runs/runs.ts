import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { lockAccount } from '../../accounts/accounts.ts'
import { isUnderWay, newRunId, refuseAnother, WAITING } from '../../accounts/run-queue.ts'
import { type Clock, WALL_CLOCK } from '../../clock.ts'
import { type Address, DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import { type Database, insert, type Sql, upsert } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import type { Camel, RowOf } from '../../store/engine/table.ts'
import { hiddenAmong } from '../../store/opted-out.ts'
import { createRegisteredRules, type RegisteredRules } from '../forward/rules.ts'
import type { LabReport, ReportedCopy } from '../report.ts'
import type { Rule } from '../rule.ts'
import { LAB_RUNS, LAB_TRIES } from './run-tables.ts'

/** Seconds for which a trial is kept. */
export const KEPT_SECONDS = 90 * DAY_SECONDS
/** The trials that an account keeps at most. */
export const MOST_RUNS = 50
/** The account of the examples. */
export const EXAMPLES = 0

/** A finished trial as it is stored: its report and its copies. */
export interface PackedAnswer {
  report: Uint8Array
  copies: Uint8Array
}

export type LabRunRow = Omit<Pick<RowOf<typeof LAB_RUNS>, Shown>, 'rule'> & { rule: Rule['text'] }
type Shown = Camel<(typeof SHOWN)[number]>

/** The trials of accounts, and the examples. No method returns or changes another account's trial. */
export interface LabRuns {
  rules: RegisteredRules
  /**
   * Starts a trial. The same rule again, while it waits or runs, returns the trial that there is.
   * @throws PequodError RATE_LIMITED while another trial of the account is under way, FORBIDDEN above {@link MOST_RUNS} kept ones
   */
  start(accountId: number, rule: Rule): Promise<LabRunRow>
  /** The account's trials, the newest first. */
  list(accountId: number): Promise<LabRunRow[]>
  /** The newest finished example of each rule, in their order. */
  examples(): Promise<LabRunRow[]>
  /** An example or a trial of the account; null if there is none. @param accountId null: no account */
  find(accountId: number | null, id: string): Promise<LabRunRow | null>
  /** The report of a trial that {@link find} returned; null unless it is DONE. */
  report(id: string): Promise<LabReport | null>
  /** Its copies, the earliest first; none unless it is DONE. Wallets that opted out since have no name. */
  copies(id: string): Promise<ReportedCopy[]>
  /** Ends a trial, or removes its answer; null if the account has no such one. */
  cancel(accountId: number, id: string): Promise<LabRunRow | null>
}

const SHOWN = [
  'id',
  'account_id',
  'title',
  'hash',
  'rule',
  'from_day',
  'to_day',
  'state',
  'part',
  'created_at',
  'expires_at',
  'problem',
] as const

const OF_ACCOUNT = statement((from, { accountId, now }: { accountId: number; now: Seconds }) =>
  from(LAB_RUNS)
    .select(...SHOWN)
    .where('account_id', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
)
const READABLE = statement((from, given: { accountId: number; id: string; now: Seconds }) =>
  from(LAB_RUNS)
    .select(...SHOWN)
    .where('id', given.id)
    .whereIn('account_id', [given.accountId, EXAMPLES])
    .where('expires_at', '>', given.now),
)
const REPORT = statement((from, { id }: { id: string }) =>
  from(LAB_RUNS).select('report').where('id', id).where('state', 'DONE'),
)
const COPIES = statement((from, { id }: { id: string }) =>
  from(LAB_RUNS).select('copies').where('id', id).where('state', 'DONE'),
)
const CANCEL = statement((from, { accountId, id }: { accountId: number; id: string }) =>
  from(LAB_RUNS)
    .where('id', id)
    .where('account_id', accountId)
    .where('state', '<>', 'FAILED')
    .update({ state: 'CANCELLED', draws: null, report: null, copies: null }),
)
const TRIES = statement((from, given: { accountId: number; fromDay: Day; toDay: Day }) =>
  from(LAB_TRIES)
    .count('* as tries')
    .where('account_id', given.accountId)
    .where('from_day', '<=', given.toDay)
    .where('to_day', '>=', given.fromDay),
)

/** Returns the trials in the store. */
export function createLabRuns(db: Database, now: Clock = WALL_CLOCK): LabRuns {
  const find = async (accountId: number | null, id: string) => {
    const row = await READABLE.get(db, { accountId: accountId ?? EXAMPLES, id, now: now() })
    return row === undefined ? null : runOf(row)
  }
  return {
    rules: createRegisteredRules(db),
    find,
    start: (accountId, rule) => db.transaction((tx) => begin(tx, accountId, rule, now())),
    list: async (accountId) => (await OF_ACCOUNT.all(db, { accountId, now: now() })).map(runOf),
    async examples() {
      const rows = await OF_ACCOUNT.all(db, { accountId: EXAMPLES, now: now() })
      const done = rows.filter(({ state }) => state === 'DONE').map(runOf)
      const newest = [...Map.groupBy(done, ({ title }) => title).values()].flatMap(([first]) => first ?? [])
      return newest.sort((a, b) => ((a.title ?? '') < (b.title ?? '') ? -1 : 1))
    },
    report: async (id) => unpacked<LabReport>((await REPORT.get(db, { id }))?.report),
    async copies(id) {
      const copies = await unpacked<ReportedCopy[]>((await COPIES.get(db, { id }))?.copies)
      return copies === null ? [] : shownCopies(db, copies)
    },
    async cancel(accountId, id) {
      await CANCEL.run(db, { accountId, id })
      const found = await find(accountId, id)
      return found?.accountId === accountId ? found : null
    },
  }
}

async function begin(tx: Sql, accountId: number, rule: Rule, now: Seconds): Promise<LabRunRow> {
  await lockAccount(tx, accountId)
  const kept = await OF_ACCOUNT.all(tx, { accountId, now })
  const underWay = kept.find(isUnderWay)
  if (underWay?.hash === rule.hash) return runOf(underWay)
  refuseAnother(kept, 'trial', MOST_RUNS)
  await upsert(tx, LAB_TRIES, [{ accountId, hash: rule.hash, fromDay: rule.from, toDay: rule.to }])
  return addRun(tx, accountId, rule, null, now)
}

/** Adds a trial that waits. @param title of an example */
export async function addRun(
  tx: Sql,
  accountId: number,
  rule: Rule,
  title: string | null,
  now: Seconds,
): Promise<LabRunRow> {
  const row = {
    id: newRunId(),
    accountId,
    title,
    hash: rule.hash,
    rule: JSON.stringify(rule.text),
    fromDay: rule.from,
    toDay: rule.to,
    ...WAITING,
    part: 0,
    draws: null,
    createdAt: now,
    expiresAt: now + KEPT_SECONDS,
    report: null,
    copies: null,
  } as const
  await insert(tx, LAB_RUNS, [row])
  return runOf(row)
}

/** How many different rules an account has tried over days that overlap some. */
export async function countTries(
  sql: Sql,
  accountId: number,
  { from, to }: Pick<Rule, 'from' | 'to'>,
): Promise<number> {
  return Number((await TRIES.get(sql, { accountId, fromDay: from, toDay: to }))?.tries ?? 0)
}

function runOf(row: Pick<RowOf<typeof LAB_RUNS>, Shown>): LabRunRow {
  return { ...row, rule: JSON.parse(row.rule) }
}

/** Copies without the names of wallets that opted out since they were computed. */
async function shownCopies(sql: Sql, copies: ReportedCopy[]): Promise<ReportedCopy[]> {
  const named = new Set(copies.flatMap(({ trader }) => trader ?? []))
  const hidden = await hiddenAmong(sql, [...named] as Address[])
  if (hidden.size === 0) return copies
  const isHidden = (trader: string | null) => trader !== null && hidden.has(trader as Address)
  return copies.map((copy) => (isHidden(copy.trader) ? { ...copy, trader: null, username: null } : copy))
}

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** A part of an answer as it is stored. */
export function packed(part: LabReport | readonly ReportedCopy[]): Promise<Buffer> {
  return compress(JSON.stringify(part))
}

async function unpacked<Part>(bytes: Uint8Array | null | undefined): Promise<Part | null> {
  return bytes ? JSON.parse((await decompress(bytes)).toString()) : null
}
