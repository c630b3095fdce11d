import { CommandError } from '../errors.ts'
import { type Day, dayOfText, dayText } from '../ledger/quantities.ts'
import { requestJson } from '../net/request-json.ts'
import { eventLeaf } from '../proofs/leaves.ts'
import { CHUNK, leafHash, rootOf } from '../proofs/merkle.ts'
import { ProofError, verifyCheckpoint } from '../proofs/verify-proof.ts'
import type { Database } from '../store/engine/database.ts'
import { eventsOfDay } from '../store/export/export-events.ts'
import { comparePlaces } from '../store/ledger/place.ts'
import { chunkHashes, chunkRoots, EVENTS_TREE, type LogEntry, readEntries, TRADERS_TREE } from './day-log.ts'
import { hashedTraders } from './day-trees.ts'

// Comparing this store's log of days with another service's: roots first, and leaves only of the first day that differs.

/** Where two ledgers part. */
export interface Difference {
  day: string
  /** The first trader by address whose state differs; null where only the other has one. */
  trader: string | null
  /** The first event of the day that one of them lacks, as its leaf, or as its hash where only the other has it. */
  event: string | null
  /** Whether this store has the event. */
  isOurs: boolean
}

const PLACE = { day: 1, events: 2, eventsRoot: 3, traders: 4, tradersRoot: 5 } as const

/**
 * Finds the first day on which two logs differ, and in it the first trader and event.
 * @param url of the other service
 * @param trusted the key that must have signed the other log; null takes the one that it names
 * @throws CommandError where it does not answer as a service with a log does, or its days are not those that it signed
 */
export async function firstDifference(
  db: Database,
  url: string,
  trusted: string | null,
): Promise<{ compared: number; difference: Difference | null; key: string }> {
  const ours = byDay(await readEntries(db))
  const { entries, key } = await signedLog(url, trusted)
  const theirs = byDay(entries)
  const days = [...ours.keys()].filter((day) => theirs.has(day)).sort((a, b) => a - b)
  for (const [i, day] of days.entries()) {
    const [own, other] = [partsOf(ours.get(day)), partsOf(theirs.get(day))]
    const differs = (tree: 'events' | 'traders') =>
      own[PLACE[tree]] !== other[PLACE[tree]] || own[PLACE[`${tree}Root`]] !== other[PLACE[`${tree}Root`]]
    if (!differs('events') && !differs('traders')) continue
    const pair = { db, url, day, ours: ours.get(day)?.number ?? 0, theirs: theirs.get(day)?.number ?? 0 }
    const trader = differs('traders') ? await differentTrader(pair) : null
    const event = differs('events') ? await differentEvent(pair) : { event: null, isOurs: true }
    return { compared: i + 1, difference: { day: dayText(day), trader, ...event }, key }
  }
  return { compared: days.length, difference: null, key }
}

function byDay(entries: readonly LogEntry[]): Map<Day, LogEntry> {
  return new Map(entries.map((entry) => [entry.day, entry]))
}

function partsOf(entry: LogEntry | undefined): readonly unknown[] {
  return JSON.parse(entry?.leaf ?? '[]') as unknown[]
}

interface Pair {
  db: Database
  url: string
  day: Day
  ours: number
  theirs: number
}

async function differentTrader({ db, day, ...pair }: Pair): Promise<string | null> {
  const place = await firstDifferentLeaf({ db, day, ...pair }, TRADERS_TREE)
  return place === null ? null : ((await hashedTraders(db, day))[place.index]?.address ?? null)
}

async function differentEvent(pair: Pair): Promise<Pick<Difference, 'event' | 'isOurs'>> {
  const place = await firstDifferentLeaf(pair, EVENTS_TREE)
  if (place === null) return { event: null, isOurs: true }
  if (place.theirs !== null) return { event: place.theirs, isOurs: false }
  const events = []
  for await (const page of eventsOfDay(pair.db, pair.day)) events.push(...page)
  const own = events.sort((a, b) => comparePlaces(a.place, b.place))[place.index]
  return { event: own ? eventLeaf(own.event) : null, isOurs: true }
}

/** The index of the first leaf that differs; `theirs` is its hash where the other has a leaf more there. */
async function firstDifferentLeaf(
  { db, url, ours, theirs }: Pair,
  tree: number,
): Promise<{ index: number; theirs: string | null } | null> {
  const [own, other] = [await chunkRoots(db, ours, tree), await rootsOf(url, `${theirs}/tree/${tree}`)]
  const chunk = own.concat(other).findIndex((_, i) => own[i] !== other[i])
  if (chunk < 0) return null
  const left = await chunkHashes(db, { number: ours, tree, chunk })
  const right = chunk < other.length ? await hashesOf(url, `${theirs}/tree/${tree}/chunk/${chunk}`) : []
  const first = left.concat(right).findIndex((_, i) => left[i] !== right[i])
  const isMissing = left[first] === undefined || right.includes(left[first])
  return { index: chunk * CHUNK + first, theirs: isMissing ? (right[first] ?? null) : null }
}

/** The entries of a service's log, which its signed head covers. */
async function signedLog(url: string, trusted: string | null): Promise<{ entries: LogEntry[]; key: string }> {
  const answer = await answerOf(new URL('/.well-known/pequod.json', url))
  const { days, key, checkpoint } = answer as { days?: unknown; key?: unknown; checkpoint?: unknown }
  if (!Array.isArray(days) || typeof key !== 'string' || typeof checkpoint !== 'string') throw unlike(url)
  if (trusted !== null && trusted !== key)
    throw new CommandError(`${url} is signed by ${key}, and not by the key that you trust.`)
  const { size, root } = await verifyCheckpoint(checkpoint, key).catch((error: unknown) => {
    if (error instanceof ProofError) throw new CommandError(`${url}: ${error.message}`)
    throw error
  })
  const entries = days.map((leaf, number) => {
    const day =
      typeof leaf === 'string' ? dayOfText(String((JSON.parse(leaf) as unknown[])[PLACE.day])) : null
    if (day === null) throw unlike(url)
    return { number, day, leaf: String(leaf) }
  })
  if (size !== entries.length || root !== rootOf(entries.map(({ leaf }) => leafHash(leaf))).toString('hex'))
    throw new CommandError(`${url} signed another log than the days that it lists.`)
  return { entries, key }
}

async function rootsOf(url: string, path: string): Promise<string[]> {
  const { roots } = (await answerOf(new URL(`/log/entry/${path}`, url))) as { roots?: unknown }
  if (!Array.isArray(roots)) throw unlike(url)
  return roots.map(String)
}

async function hashesOf(url: string, path: string): Promise<string[]> {
  const { hashes } = (await answerOf(new URL(`/log/entry/${path}`, url))) as { hashes?: unknown }
  if (!Array.isArray(hashes)) throw unlike(url)
  return hashes.map(String)
}

async function answerOf(url: URL): Promise<object> {
  const answer = await requestJson({
    url: url.href,
    method: 'GET',
    headers: { Accept: 'application/json' },
    timeoutMs: 30_000,
    maxBytes: 16_000_000,
  }).catch((error: unknown) => {
    throw new CommandError(
      `${url.origin} does not answer: ${error instanceof Error ? error.message : error}.`,
    )
  })
  if (typeof answer !== 'object' || answer === null) throw unlike(url.href)
  return answer
}

function unlike(url: string): CommandError {
  return new CommandError(`${url} has no log of days.`)
}
