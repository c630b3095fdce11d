import { defined } from '../checks.ts'
import { CommandError } from '../errors.ts'
import { DAY_SECONDS, type Day, dayOf, dayText, type Seconds } from '../ledger/quantities.ts'
import { type LogKey, logKeyOf, newLogKey, signCheckpoint, verifierKey } from '../proofs/checkpoint.ts'
import { type DayLeaf, dayLeaf, ruleLeaf } from '../proofs/leaves.ts'
import { CHUNK, chunksOf, leafHash, leavesOf, rootOf } from '../proofs/merkle.ts'
import { type Database, insert, type Sql } from '../store/engine/database.ts'
import { lockTable } from '../store/engine/locks.ts'
import { statement } from '../store/engine/statement.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import { isUnfolded } from '../store/ledger/load-state.ts'
import { CHANGED_DAYS } from '../store/tables.ts'
import { eventHashes, type HashedTrader, hashedTraders } from './day-trees.ts'
import { LOG_CHUNKS, LOG_DAYS, LOG_KEY } from './root-tables.ts'

// The log of days. Entries are appended and never changed: a day whose events or state became others gets a further entry.

/** Entries whose leaves are kept: proofs of other days need a new pass. */
const KEPT_ENTRIES = 40
export const EVENTS_TREE = 0
export const TRADERS_TREE = 1
export const RULES_TREE = 2
export const ALERTS_TREE = 3

export interface LogEntry {
  /** From 0: the index of its leaf. */
  number: number
  day: Day
  leaf: string
}

/** The heads of the chains of records at a day's close. */
export interface RecordHeads {
  /** The last record of each chain: name, number and hash. */
  chains: DayLeaf['records']
  /** Hashes of the radar's records that no earlier entry has, as leaves. */
  alerts: readonly Uint8Array[]
  /** The last entry of the record of each registered rule, by rule: see {@link ruleLeaf}. */
  rules: readonly (readonly [rule: string, seq: number, hash: string])[]
}

const KEY = statement((from) => from(LOG_KEY).select('origin', 'secret').where('id', 1))
const ENTRIES = statement((from) => from(LOG_DAYS).select('number', 'day', 'leaf').orderBy('number'))
const LAST_OF = statement((from, { day }: { day: Day }) =>
  from(LOG_DAYS)
    .select('number', 'day', 'version', 'leaf')
    .where('day', day)
    .orderBy('number', 'desc')
    .limit(1),
)
const CHANGED = statement((from, { day, version }: { day: Day; version: number }) =>
  from(CHANGED_DAYS).select('day').where('day', '<=', day).where('version', '>', version).limit(1),
)
const DAYS = statement((from) => from(LOG_DAYS).select('day').distinct('day').orderBy('day'))
const COUNT = statement((from) => from(LOG_DAYS).count('* as entries'))
// An alert is in one entry alone, whose tree stays.
const FORGET = statement((from, { before }: { before: number }) =>
  from(LOG_CHUNKS).where('number', '<', before).where('tree', '<', ALERTS_TREE).delete(),
)
const KEPT = statement((from, { number }: { number: number }) =>
  from(LOG_CHUNKS).select('number').where('number', number).where('tree', TRADERS_TREE).limit(1),
)
const CONFIRM = statement((from, { number, version }: { number: number; version: number }) =>
  from(LOG_DAYS).where('number', number).update({ version }),
)

/** Roots of an entry's chunks with the names of their first leaves, in order. */
export const CHUNK_ROOTS = statement((from, { number, tree }: { number: number; tree: number }) =>
  from(LOG_CHUNKS)
    .select('chunk', 'first', 'root')
    .where('number', number)
    .where('tree', tree)
    .orderBy('chunk'),
)
export const CHUNK_HASHES = statement(
  (from, { number, tree, chunk }: { number: number; tree: number; chunk: number }) =>
    from(LOG_CHUNKS).select('hashes').where('number', number).where('tree', tree).where('chunk', chunk),
)

/** Every entry in order. */
export function readEntries(sql: Sql): Promise<LogEntry[]> {
  return ENTRIES.all(sql)
}

/** The name of a service's log: its host. */
export function logName(publicUrl: string | null): string {
  return publicUrl === null ? 'pequod' : new URL(publicUrl).host
}

/** The key that a host gives in the environment; null for the one in its store. */
export function givenKey(given: { publicUrl: string | null; logKey: Uint8Array | null }): LogKey | null {
  return given.logKey === null ? null : logKeyOf(logName(given.publicUrl), given.logKey)
}

/**
 * The head of the log, signed now; null while the log is empty.
 * @param given the key that signs; null for the one in the store
 */
export async function readHead(sql: Sql, given: LogKey | null) {
  const entries = await readEntries(sql)
  const key = given ?? (await KEY.get(sql))
  if (key === undefined || entries.length === 0) return null
  const root = rootOf(entries.map(({ leaf }) => leafHash(leaf)))
  return { key: verifierKey(key), checkpoint: signCheckpoint(key, entries.length, root), entries }
}

/** The roots of an entry's chunks in hex; empty where its trees are not kept. */
export async function chunkRoots(sql: Sql, number: number, tree: number): Promise<string[]> {
  const rows = await CHUNK_ROOTS.all(sql, { number, tree })
  return rows.map(({ root }) => hexOf(root))
}

/** The hashes of a chunk's leaves in hex; empty where it is not kept. */
export async function chunkHashes(
  sql: Sql,
  chunk: { number: number; tree: number; chunk: number },
): Promise<string[]> {
  const row = await CHUNK_HASHES.get(sql, chunk)
  return row === undefined ? [] : leavesOf(row.hashes).map(hexOf)
}

/** Seconds after a day's close at which an event shows that it is over: two hours, or the delay for others than Pro. */
function settling(delayMinutes: number): Seconds {
  return Math.max(7_200, 60 * delayMinutes)
}

/** The last day that is over by the ledger's events. @throws CommandError for a ledger without one */
export async function lastClosedDay(sql: Sql, delayMinutes: number): Promise<Day> {
  const { lastTime, firstTime } = await readLedgerState(sql)
  const last = lastTime === null ? null : dayOf(lastTime - settling(delayMinutes)) - 1
  if (last === null || firstTime === null || last < dayOf(firstTime))
    throw new CommandError(
      'No day of the ledger is over yet: a day is over once an event two hours after its close is there.',
    )
  return last
}

function entryIn({ number, day, leaf }: LogEntry): LogEntry {
  return { number, day, leaf }
}

/** Facts for sealing a day that the ledger does not hold. */
export interface Sealing {
  /** The name of the log, for the key that is drawn at the first use. */
  origin: string
  /** The key that signs instead. */
  key: LogKey | null
  now: Seconds
  /** Minutes that others withhold events for. */
  delayMinutes: number
  /**
   * @param before the end of the day
   * @param logged records of the radar that the log has
   */
  records(sql: Sql, before: Seconds, logged: number): Promise<RecordHeads>
}

/** How many of the radar's records an entry has, and the root over them. */
export function alertsIn({ leaf }: Pick<LogEntry, 'leaf'>): readonly [count: number, root: string] {
  const records: DayLeaf['records'] = JSON.parse(leaf)[8]
  const [, count, root] = defined(records.find(([name]) => name === 'alerts'))
  return [count, root]
}

/**
 * Appends a closed day to the log where it is missing, or where its roots are others than the log has. A day that is as it was
 * costs one statement.
 * @returns the day's newest entry
 * @throws CommandError for a day that is not over, or while a load is unfinished
 */
export async function sealDay(db: Database, day: Day, sealing: Sealing): Promise<LogEntry> {
  const known = await LAST_OF.get(db, { day })
  const isKept = known !== undefined && (await KEPT.get(db, { number: known.number })) !== undefined
  if (known && isKept && !(await CHANGED.get(db, { day, version: known.version }))) return entryIn(known)
  const made = await db.view((sql) => makeTrees(sql, day, sealing.delayMinutes))
  return db.transaction(async (tx) => {
    await lockTable(tx, LOG_DAYS)
    if (sealing.key === null) await drawKey(tx, sealing.origin)
    const before = await LAST_OF.get(tx, { day })
    const number = (await COUNT.get(tx))?.entries ?? 0
    const roots = rootsOf(made)
    const reason = before === undefined ? null : reasonOf(before.leaf, roots)
    if (before !== undefined && reason === null) {
      await CONFIRM.run(tx, { number: before.number, version: made.version })
      if (!isKept) await keepTrees(tx, before.number, made)
      return entryIn(before)
    }
    const replaces = before?.number ?? null
    const logged = (await readEntries(tx)).reduce((sum, entry) => sum + alertsIn(entry)[0], 0)
    const { chains, alerts, rules } = await sealing.records(tx, (day + 1) * DAY_SECONDS, logged)
    const hashes = rules.map((head) => leafHash(ruleLeaf(...head)))
    // By hash: a place tells nothing of the order of alerts.
    const own = alerts.toSorted(Buffer.compare)
    const records = [rooted('alerts', own), ...chains, rooted('rules', hashes)]
    const leaf = dayLeaf({ day, ...roots, replaces, reason, records })
    await insert(tx, LOG_DAYS, [{ number, day, version: made.version, made: sealing.now, leaf }])
    await keepTrees(tx, number, made)
    await keepTree(tx, { number, tree: RULES_TREE }, hashes, (index) => defined(rules[index])[0])
    await keepTree(tx, { number, tree: ALERTS_TREE }, own, (index) => hexOf(defined(own[index])))
    await FORGET.run(tx, { before: number + 1 - KEPT_ENTRIES })
    return { number, day, leaf }
  })
}

/** Seals a day and every day of the log that changed since. @returns the entries that are new, in order */
export async function sealUpTo(db: Database, day: Day, sealing: Sealing): Promise<LogEntry[]> {
  const before = (await COUNT.get(db))?.entries ?? 0
  const days = (await DAYS.all(db)).map((row) => row.day)
  for (const one of [...new Set([...days.filter((own) => own < day), day])])
    await sealChanged(db, one, sealing)
  return (await readEntries(db)).slice(before)
}

async function sealChanged(db: Database, day: Day, sealing: Sealing): Promise<void> {
  const known = await LAST_OF.get(db, { day })
  if (known === undefined || (await CHANGED.get(db, { day, version: known.version })))
    await sealDay(db, day, sealing)
}

interface MadeTrees {
  version: number
  events: Uint8Array[]
  traders: HashedTrader[]
}

async function makeTrees(sql: Sql, day: Day, delayMinutes: number): Promise<MadeTrees> {
  if (await isUnfolded(sql))
    throw new CommandError(
      'Loaded events are not in positions yet: run `pequod refresh`, or finish the load.',
    )
  const { version, lastTime, firstTime } = await readLedgerState(sql)
  if (
    lastTime === null ||
    firstTime === null ||
    day < dayOf(firstTime) ||
    day >= dayOf(lastTime - settling(delayMinutes))
  )
    throw new CommandError(`${dayText(day)} is no day of the ledger that is over.`)
  return { version, events: await eventHashes(sql, day), traders: await hashedTraders(sql, day) }
}

function rooted(name: string, hashes: readonly Uint8Array[]): DayLeaf['records'][number] {
  return [name, hashes.length, rootOf(hashes).toString('hex')]
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function rootsOf({ events, traders }: MadeTrees) {
  return {
    events: events.length,
    eventsRoot: rootOf(events).toString('hex'),
    traders: traders.length,
    tradersRoot: rootOf(traders.map(({ hash }) => hash)).toString('hex'),
  }
}

/** The reason why a day's roots are others than an entry has; null where they are the same. */
function reasonOf(leaf: string, roots: ReturnType<typeof rootsOf>): DayLeaf['reason'] {
  const [, , events, eventsRoot, traders, tradersRoot] = JSON.parse(leaf) as unknown[]
  if (events !== roots.events || eventsRoot !== roots.eventsRoot) return 'EVENTS'
  return traders !== roots.traders || tradersRoot !== roots.tradersRoot ? 'EARLIER' : null
}

async function keepTrees(tx: Sql, number: number, { events, traders }: MadeTrees): Promise<void> {
  await keepTree(tx, { number, tree: EVENTS_TREE }, events, () => '')
  const hashes = traders.map(({ hash }) => hash)
  await keepTree(tx, { number, tree: TRADERS_TREE }, hashes, (index) => defined(traders[index]).address)
}

async function keepTree(
  tx: Sql,
  of: { number: number; tree: number },
  hashes: readonly Uint8Array[],
  nameOf: (index: number) => string,
): Promise<void> {
  let chunk = 0
  for (const own of chunksOf(hashes)) {
    await insert(tx, LOG_CHUNKS, [{ ...of, chunk, first: nameOf(chunk * CHUNK), ...own }])
    chunk++
  }
}

async function drawKey(tx: Sql, origin: string): Promise<void> {
  if ((await KEY.get(tx)) === undefined) await insert(tx, LOG_KEY, [{ id: 1, ...newLogKey(origin) }])
}
