import { randomBytes } from 'node:crypto'
import type { Seconds } from '../../ledger/quantities.ts'
import {
  addFault,
  type ChainFaults,
  type ChainHead,
  chained,
  checkChain,
  recordHash,
} from '../../ledger/record-hash.ts'
import { type Database, insert, type Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import type { RowOf } from '../../store/engine/table.ts'
import { type EntryContents, type EntryKind, entry, type NewEntry, type StandingEntry } from './entries.ts'
import { LAB_ENTRIES, LAB_RULES } from './forward-tables.ts'

export type RecordRow = Omit<RowOf<typeof LAB_ENTRIES>, 'ruleId'>

const ENTRIES = statement((from, given: { ruleId: string; upTo: Seconds; after: number; most: number }) =>
  from(LAB_ENTRIES)
    .select('seq', 'kind', 'time', 'at', 'trader_id', 'token_id', 'event', 'contents', 'nonce', 'hash')
    .where('rule_id', given.ruleId)
    .where('seq', '>', given.after)
    // A registration has nothing of the ledger.
    .where((rows) => rows.where('at', '<=', given.upTo).orWhere('seq', 1))
    .orderBy('seq')
    .limit(given.most),
)
const HEAD = statement((from, { ruleId }: { ruleId: string }) =>
  from(LAB_ENTRIES).select('seq', 'hash', 'at').where('rule_id', ruleId).orderBy('seq', 'desc').limit(1),
)
const HEAD_BEFORE = statement((from, { ruleId, before }: { ruleId: string; before: Seconds }) =>
  from(LAB_ENTRIES)
    .select('seq', 'hash')
    .where('rule_id', ruleId)
    .where('at', '<', before)
    .orderBy('seq', 'desc')
    .limit(1),
)
const RULE_IDS = statement((from) => from(LAB_RULES).select('id').orderBy('id'))

/**
 * The last entry of a rule's record.
 * @throws Error where the record is gone: each begins with its registration
 */
export async function recordHead(sql: Sql, ruleId: string): Promise<ChainHead & { at: Seconds }> {
  const head = await HEAD.get(sql, { ruleId })
  if (head === undefined) throw new Error(`rule ${ruleId} has lost its record`)
  return head
}

/** The last entry of each rule's record that was public before a time, by rule; rules that were registered later are omitted. */
export async function ruleHeads(sql: Sql, before: Seconds): Promise<(ChainHead & { rule: string })[]> {
  const heads: (ChainHead & { rule: string })[] = []
  for (const { id: ruleId } of await RULE_IDS.all(sql)) {
    const head = await headBefore(sql, ruleId, before)
    if (head !== null) heads.push({ rule: ruleId, ...head })
  }
  return heads
}

/** The last entry of a rule's record that was public before a time; null without one. */
export async function headBefore(sql: Sql, ruleId: string, before: Seconds): Promise<ChainHead | null> {
  return (await HEAD_BEFORE.get(sql, { ruleId, before })) ?? null
}

/** The hash of an entry: of the hash before, its kind, its number, its contents as they are stored, and its nonce. */
function entryHash(
  before: Uint8Array,
  seq: number,
  { kind, contents, nonce }: Pick<RecordRow, 'kind' | 'contents' | 'nonce'>,
) {
  return recordHash(before, [kind, seq, contents, nonce])
}

/**
 * Appends to a rule's record. The caller holds the rule's row.
 * @param at the ledger's time: the entries are public once it is
 * @returns the entries with their numbers
 */
export async function appendEntries(
  tx: Sql,
  { ruleId, head, at }: { ruleId: string; head: ChainHead; at: Seconds },
  entries: readonly NewEntry[],
): Promise<(NewEntry & ChainHead)[]> {
  const salted = entries.map((one) => ({ ...one, nonce: randomBytes(16).toString('base64url') }))
  const rows = chained(head, salted, entryHash)
  await insert(
    tx,
    LAB_ENTRIES,
    rows.map(({ trader, token, ...row }) => ({ ...row, ruleId, at, traderId: trader, tokenId: token })),
  )
  return rows
}

/** The entries that say that others no longer count. */
export function takenBack(
  gone: readonly number[],
  time: Seconds,
  reason: EntryContents['TAKEN_BACK']['reason'],
): NewEntry[] {
  return gone.map((seq) => entry('TAKEN_BACK', time, { entry: seq, reason }))
}

/** A rule's entries after one, in order. @param upTo the ledger's time up to which they are known */
export async function readEntries(
  sql: Sql,
  ruleId: string,
  { upTo = Number.MAX_SAFE_INTEGER, after = 0, most = Number.MAX_SAFE_INTEGER } = {},
): Promise<RecordRow[]> {
  return ENTRIES.all(sql, { ruleId, upTo, after, most })
}

/** An entry's contents, whose kind is known. */
export function contentsOf<Kind extends EntryKind>(
  _kind: Kind,
  { contents }: Pick<RecordRow, 'contents'>,
): EntryContents[Kind] {
  return JSON.parse(contents)
}

/** The entries that count: those that no later one took back. */
export function standing<Row extends StandingEntry & { kind: string }>(entries: readonly Row[]): Row[] {
  const gone = new Set(
    entries.flatMap((row) => (row.kind === 'TAKEN_BACK' ? contentsOf('TAKEN_BACK', row).entry : [])),
  )
  return entries.filter(({ seq, kind }) => kind !== 'TAKEN_BACK' && !gone.has(seq))
}

/** The result of checking the records of registered rules. */
export interface RulesReport extends ChainFaults {
  rules: number
  entries: number
}

/** Makes every hash of the records of registered rules again. */
export async function checkRules(db: Database): Promise<RulesReport> {
  const report: RulesReport = { rules: 0, entries: 0, wrong: [], failed: 0 }
  for (const { id } of await RULE_IDS.all(db)) {
    report.rules++
    const rows = await readEntries(db, id)
    if (rows.length === 0) addFault(report, `rule ${id} has lost its record`)
    await checkChain(each(rows), {
      found: report,
      name: `rule ${id}: entry`,
      hashOf: (before, row) => entryHash(before, row.seq, row),
      count: () => {
        report.entries++
      },
    })
  }
  return report
}

async function* each(rows: readonly RecordRow[]): AsyncGenerator<RecordRow> {
  yield* rows
}
