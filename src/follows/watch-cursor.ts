import type { Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import type { SnapshotLook } from './follow.ts'
import { WATCH_CURSOR } from './follow-tables.ts'

const BEHIND = statement((from, { newest }: { newest: number }) =>
  from(WATCH_CURSOR).select('topic').whereNull('version').orWhere('version', '<>', newest).orderBy('topic'),
)

/** Topics whose followers know another snapshot than the newest. */
export async function topicsBehind(sql: Sql, newest: number): Promise<string[]> {
  return (await BEHIND.all(sql, { newest })).map(({ topic }) => topic)
}

const KNOWN = statement((from, { topics }: { topics: readonly string[] }) =>
  from(WATCH_CURSOR).select('topic', 'state', 'version').whereAnyOf('topic', 'text', topics).orderBy('topic'),
)

export interface Known<State> {
  topic: string
  /** Null if they know nothing, so the newest snapshot is taken as known. */
  state: State | null
  version: number | null
}

/** Returns the known states of some topics. */
export async function knownOf<State>(sql: Sql, topics: readonly string[]): Promise<Known<State>[]> {
  const rows = await KNOWN.all(sql, { topics })
  return rows.map(({ state, ...row }) => ({ ...row, state: JSON.parse(state ?? 'null') }))
}

const MOVE = statement(
  (from, given: { topic: string; known: number; version: number; state: string | null }) =>
    from(WATCH_CURSOR)
      .where('topic', given.topic)
      .where(from.raw('COALESCE(version, 0) = ?', [given.known]))
      .update({ version: given.version, state: given.state }),
)

/** Writes what followers know by a newer snapshot; false where another process has. */
export async function moveKnown(
  tx: Sql,
  { topic, version: known }: Known<unknown>,
  version: number,
  state: unknown,
): Promise<boolean> {
  const text = state === null ? null : JSON.stringify(state)
  return (await MOVE.run(tx, { topic, known: known ?? 0, version, state: text })) > 0
}

const PAGE = 500

/** Leaves what followers of some topics know as it is until the next snapshot. */
export async function passOver(
  { db, snapshot }: Pick<SnapshotLook, 'db' | 'snapshot'>,
  some: readonly Known<unknown>[],
): Promise<void> {
  for (let i = 0; i < some.length; i += PAGE)
    await db.transaction(async (tx) => {
      for (const one of some.slice(i, i + PAGE)) await moveKnown(tx, one, snapshot, one.state)
    })
}

/** Questions of followers that are answered by one snapshot at most; each reads every trader, or every trade since its last answer. */
const MOST_QUESTIONS = 100
/** Periods and categories of the screens of these questions at most: each is computed by one pass over the ledger. */
const MOST_TABLES = 6

/** The work that a topic's answer needs. */
export interface Work {
  /** Grows with its last answer: the smallest has waited longest. */
  answered: number
  /** Topics of one question cost one answer. */
  question: string
  /** The period and category of its screen; null without one. */
  table: string | null
}

/** Returns the topics that have waited longest, as many as the bounds allow, those of one table together, and the others. */
export function withinBounds<Of>(some: readonly Of[], workOf: (one: Of) => Work): { now: Of[]; later: Of[] } {
  const questions = new Set<string>()
  const tables = new Set<string>()
  const works = some.map((one) => ({ one, ...workOf(one) })).sort((a, b) => a.answered - b.answered)
  const isWithin = ({ question, table }: Work) => {
    const isRoom = questions.has(question) || questions.size < MOST_QUESTIONS
    if (!isRoom || !(table === null || tables.has(table) || tables.size < MOST_TABLES)) return false
    questions.add(question)
    if (table !== null) tables.add(table)
    return true
  }
  const { now = [], later = [] } = Object.groupBy(works, (work) => (isWithin(work) ? 'now' : 'later'))
  const tableNow = ({ table }: Work) => (table === null ? -1 : [...tables].indexOf(table))
  const onesOf = (all: typeof works) => all.map(({ one }) => one)
  return { now: onesOf(now.sort((a, b) => tableNow(a) - tableNow(b))), later: onesOf(later) }
}

const TAKE_NEWEST = statement((from, { topic }: { topic: string }) =>
  from(WATCH_CURSOR).where('topic', topic).whereNull('state').update({ version: null }),
)
const FORGET = statement((from, { topic }: { topic: string }) =>
  from(WATCH_CURSOR).where('topic', topic).update({ state: null }),
)

const DROP = statement((from, { topics }: { topics: readonly string[] }) =>
  from(WATCH_CURSOR).whereAnyOf('topic', 'text', topics).delete(),
)

/** Ends the watch of topics that nobody can follow any more. */
export async function forgetKnown(sql: Sql, topics: readonly string[]): Promise<void> {
  if (topics.length > 0) await DROP.run(sql, { topics })
}

/**
 * Begins to watch a topic, in the transaction that writes a follow: an unknown state is set to the newest
 * snapshot's.
 * @param isKnown false: forgets the known state, which nobody followed until now
 */
export async function beginKnown(tx: Sql, topic: string, isKnown: boolean): Promise<void> {
  await tx.insertNew(WATCH_CURSOR, { topic: [topic], state: [null], version: [null] }, 1)
  if (!isKnown) await FORGET.run(tx, { topic })
  await TAKE_NEWEST.run(tx, { topic })
}
