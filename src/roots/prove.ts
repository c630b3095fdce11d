import { defined } from '../checks.ts'
import { PequodError } from '../errors.ts'
import type { LedgerEvent } from '../ledger/event.ts'
import { type Address, DAY_SECONDS, type Day, dayOf, dayText, type Seconds } from '../ledger/quantities.ts'
import type { LogKey } from '../proofs/checkpoint.ts'
import { eventLeaf, ruleLeaf } from '../proofs/leaves.ts'
import { CHUNK, leafHash, leavesOf, pathInChunks, pathOf } from '../proofs/merkle.ts'
import type { EventUse, Included, ProvenEvent } from '../proofs/verify-proof.ts'
import { proofText } from '../proofs/write-proof.ts'
import type { Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { eventsOfTrader, type PlacedEvent, type TraderEvent } from '../store/export/export-events.ts'
import { type Conditions, createConditions, isResolutionOf } from '../store/ingest/conditions.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import type { MovementRow } from '../store/ledger/movement-row.ts'
import { namesOf } from '../store/ledger/names.ts'
import { hiddenAmong } from '../store/opted-out.ts'
import { TRADERS } from '../store/tables.ts'
import { type EventStep, stepsOfDay } from '../store/trades/day-steps.ts'
import {
  ALERTS_TREE,
  alertsIn,
  CHUNK_HASHES,
  CHUNK_ROOTS,
  EVENTS_TREE,
  hexOf,
  type LogEntry,
  RULES_TREE,
  readEntries,
  readHead,
  TRADERS_TREE,
} from './day-log.ts'
import { readTraderState } from './day-trees.ts'

/** Events that a full proof holds at most. */
const MOST_EVENTS = 20_000
/** Entries of the log in which a rule is looked for. */
const TRIED_ENTRIES = 5

type Head = NonNullable<Awaited<ReturnType<typeof readHead>>>

const TRADER = statement((from, { address }: { address: Address }) =>
  from(TRADERS).select('id').where('address', address),
)
export interface ProofAsked {
  address: Address
  day: Day
  /** With all positions and events. */
  full: boolean
}

/**
 * The file of a proof of a trader's state at a day's close.
 * @param key that signs the head; null for the one in the store
 * @throws PequodError NOT_FOUND for a day without an entry whose trees are kept, or a trader without an event by then;
 * BAD_USER_INPUT for a full proof that would be too long
 */
export async function prove(
  sql: Sql,
  { address: given, day, full }: ProofAsked,
  key: LogKey | null,
): Promise<string> {
  const address = given.toLowerCase() as Address
  const head = await readHead(sql, key)
  const entry = head?.entries.findLast((own) => own.day === day)
  if (!head || !entry) throw unknownDay(day)
  const trader = await TRADER.get(sql, { address })
  const isHidden = (await hiddenAmong(sql, [address])).size > 0
  const state = trader && !isHidden ? await readTraderState(sql, { trader: trader.id, address, day }) : null
  if (!trader || !state) throw new PequodError('NOT_FOUND', `${address} has no event up to ${dayText(day)}.`)
  const short = {
    format: 'pequod-proof/1',
    ...inLogOf(head, entry),
    trader: await traderPlace(sql, entry, { address, leaf: state.leaf }),
  } as const
  if (!full) return proofText(short)
  return proofText({
    ...short,
    positions: state.positions,
    events: await provenEvents(sql, entry, trader.id),
  })
}

/** Reads of the log for callers. @param key that signs the head; null for the one in the store */
export function createDayLog(sql: Sql, key: LogKey | null) {
  return {
    async prove({ address, day, full }: Omit<ProofAsked, 'day'> & { day: Day | null }) {
      const asked = day ?? (await newestDay(sql))
      return { day: asked, file: await prove(sql, { address, day: asked, full }, key) }
    },
    alert: (alert: LoggedAlert) => proveAlert(sql, alert, key),
    async head(most: number) {
      const head = await readHead(sql, key)
      return head && { ...head, entries: head.entries.slice(-most).reverse() }
    },
  }
}

/** Said of an empty log. */
export function noLog(): PequodError {
  return new PequodError('NOT_FOUND', 'This service keeps no log of days.')
}

/** The last day of the log. @throws PequodError NOT_FOUND for an empty log */
async function newestDay(sql: Sql): Promise<Day> {
  const days = (await readEntries(sql)).map(({ day }) => day)
  if (days.length === 0) throw noLog()
  return days.reduce((last, day) => Math.max(last, day))
}

function unknownDay(day: Day): PequodError {
  const text = dayText(day)
  return new PequodError(
    'NOT_FOUND',
    `${text} is not in the log of days, or its trees are not kept: run \`pequod record seal --day ${text}\`.`,
  )
}

async function traderPlace(
  sql: Sql,
  { number, day }: LogEntry,
  { address, leaf }: { address: string; leaf: string },
): Promise<Included> {
  const of = { number, tree: TRADERS_TREE }
  const chunks = await CHUNK_ROOTS.all(sql, of)
  if (chunks.length === 0) throw unknownDay(day)
  const chunk = chunks.findLastIndex(({ first }) => first <= address)
  const place = await placeIn(sql, { ...of, chunk, chunks }, leaf)
  if (place === null) throw changed(day)
  return place
}

/** A chunk of a tree by its place among all chunks, with the roots of these. */
interface ChunkOf {
  number: number
  tree: number
  chunk: number
  chunks: readonly { root: Uint8Array }[]
}

/** A leaf's place in a chunk of a tree; null where it is not there. */
async function placeIn(
  sql: Sql,
  { number, tree, chunk, chunks }: ChunkOf,
  leaf: string,
): Promise<Included | null> {
  const hashes = (await CHUNK_HASHES.get(sql, { number, tree, chunk }))?.hashes ?? new Uint8Array()
  const wanted = leafHash(leaf)
  const place = leavesOf(hashes).findIndex((own) => wanted.equals(own))
  if (place < 0) return null
  const index = chunk * CHUNK + place
  const path = pathInChunks(
    chunks.map(({ root }) => root),
    hashes,
    index,
  )
  return { leaf, index, path: path.map(hexOf) }
}

/** The last entry of a rule's record before a time; null where it has none. */
export type RuleHeadBefore = (before: Seconds) => Promise<{ seq: number; hash: string } | null>

/**
 * The file of a rule's record, at the newest close whose log entry has it.
 * @param given the key that signs the head; null for the one in the store
 * @param entriesUpTo the record's texts, of hidden entries the hashes
 * @throws PequodError NOT_FOUND where no kept entry of the log has the rule
 */
export async function proveRecord(
  sql: Sql,
  rule: string,
  {
    key: given,
    headBefore,
    entriesUpTo,
  }: { key: LogKey | null; headBefore: RuleHeadBefore; entriesUpTo(seq: number): Promise<string[]> },
): Promise<string> {
  const head = await readHead(sql, given)
  const newest = head?.entries.toSorted((a, b) => b.day - a.day || b.number - a.number) ?? []
  for (const entry of newest.slice(0, TRIED_ENTRIES)) {
    const own = await headBefore((entry.day + 1) * DAY_SECONDS)
    const place = own && (await rulePlace(sql, entry.number, ruleLeaf(rule, own.seq, own.hash)))
    if (!head || !place) continue
    const inLog = inLogOf(head, entry)
    return proofText({
      format: 'pequod-record/1',
      ...inLog,
      rule: place,
      entries: await entriesUpTo(own.seq),
    })
  }
  throw new PequodError(
    'NOT_FOUND',
    'The log of days does not have this record yet: it does after the close of the day of its first entry.',
  )
}

/** An alert of the radar, as the log has it. */
export interface LoggedAlert {
  /** Its number in the radar's chain, from 1. */
  seq: number
  time: Seconds
  leaf: string
  /** Its hidden facts, for callers who may know them; otherwise null. */
  opened: string | null
}

/**
 * The file of an alert, null while no entry of the log has it, and the day of the entry that has it or will.
 * @param given the key that signs; null for the one in the store
 */
export async function proveAlert(sql: Sql, { seq, time, leaf, opened }: LoggedAlert, given: LogKey | null) {
  const head = await readHead(sql, given)
  let logged = 0
  const entry = head?.entries.find((own) => {
    logged += alertsIn(own)[0]
    return logged >= seq
  })
  const hash = hexOf(leafHash(leaf))
  const newest = Math.max(...(head?.entries ?? []).map(({ day }) => day))
  if (!head || !entry) return { hash, day: Math.max(dayOf(time), newest + 1), file: null }
  const of = { number: entry.number, tree: ALERTS_TREE }
  const chunks = await CHUNK_ROOTS.all(sql, of)
  const chunk = chunks.findLastIndex(({ first }) => first <= hash)
  const call = await placeIn(sql, { ...of, chunk, chunks }, leaf)
  if (call === null) throw new Error(`the log of days has another alert ${seq}`)
  const file = proofText({ format: 'pequod-call/1', ...inLogOf(head, entry), call, opened })
  return { hash, day: entry.day, file }
}

/** The fields of a file that lead from a day's entry to the signed head. */
function inLogOf({ key, checkpoint, entries }: Head, { number, leaf }: LogEntry) {
  const path = pathOf(
    entries.map((entry) => leafHash(entry.leaf)),
    number,
  )
  return { key, checkpoint, day: { leaf, index: number, path: path.map(hexOf) } }
}

async function rulePlace(sql: Sql, number: number, leaf: string): Promise<Included | null> {
  const of = { number, tree: RULES_TREE }
  const chunks = await CHUNK_ROOTS.all(sql, of)
  for (const chunk of chunks.keys()) {
    const place = await placeIn(sql, { ...of, chunk, chunks }, leaf)
    if (place !== null) return place
  }
  return null
}

function changed(day: Day): PequodError {
  return new PequodError(
    'NOT_FOUND',
    `The ledger changed since ${dayText(day)} was entered: run \`pequod record seal\`, which enters what it is now.`,
  )
}

/** All events of a trader up to a day, those of the day with their place in its tree. */
async function provenEvents(sql: Sql, { number, day }: LogEntry, trader: number): Promise<ProvenEvent[]> {
  const before = (day + 1) * DAY_SECONDS
  const sums = await ledgerOf(sql).sum({ traders: [trader], upTo: day, columns: ['fills'] })
  const conditions = createConditions()
  const known = await conditions.ofTokens(
    sql,
    sums.map(({ token }) => token),
  )
  const ids = [...new Set([...known.values()].flatMap((condition) => condition?.id ?? []))]
  const events = await eventsOfTrader(sql, trader, { before, conditions: ids, most: MOST_EVENTS })
  if (events === null) throw tooMany()
  await refuseHidden(sql, events)
  await conditions.loadNamed(
    sql,
    events.flatMap(({ row }) => row ?? []),
  )
  const proofs = await placesInDay(sql, number)
  const uses = await usesOf(sql, { events, trader, conditions })
  return events.flatMap(({ event }, i): ProvenEvent[] => {
    const { use } = defined(uses[i])
    if (use === 'NONE') return []
    const leaf = eventLeaf(event)
    if (dayOf(event.time) !== day) return [{ leaf, index: null, path: null, use }]
    const place = proofs(leaf)
    if (place === null) throw changed(day)
    return [{ leaf, ...place, use }]
  })
}

function tooMany(): PequodError {
  return new PequodError(
    'BAD_USER_INPUT',
    `A full proof holds at most ${MOST_EVENTS} events, and this trader has more: ask for the short one.`,
  )
}

/** Events whose other side opted out are shown to nobody. */
async function refuseHidden(sql: Sql, events: readonly PlacedEvent[]): Promise<void> {
  const named = events.flatMap(({ event }) => othersOf(event))
  const hidden = await hiddenAmong(sql, [...new Set(named)])
  if (hidden.size > 0)
    throw new PequodError(
      'BAD_USER_INPUT',
      'A full proof would name an address that opted out: ask for the short one.',
    )
}

function othersOf(event: LedgerEvent): Address[] {
  if (event.kind === 'TRANSFER') return [event.from, event.to]
  return event.kind === 'FILL' && event.counterparty !== null ? [event.counterparty] : []
}

/** Finds leaves in the tree of a day's events. */
async function placesInDay(sql: Sql, number: number) {
  const of = { number, tree: EVENTS_TREE }
  const chunks = await CHUNK_ROOTS.all(sql, of)
  const hashes: Uint8Array[] = []
  for (const { chunk } of chunks) hashes.push(defined(await CHUNK_HASHES.get(sql, { ...of, chunk })).hashes)
  const roots = chunks.map(({ root }) => root)
  const places = new Map<string, number>()
  for (const [chunk, own] of hashes.entries())
    for (const [i, hash] of leavesOf(own).entries()) places.set(hexOf(hash), chunk * CHUNK + i)
  return (leaf: string) => {
    const index = places.get(leafHash(leaf).toString('hex'))
    if (index === undefined) return null
    const chunk = defined(hashes[Math.floor(index / CHUNK)])
    return { index, path: pathInChunks(roots, chunk, index).map(hexOf) }
  }
}

interface UsesAsked {
  events: readonly TraderEvent[]
  trader: number
  conditions: Conditions
}

/** The facts that each event is folded with; NONE for a resolution that its condition does not keep. */
async function usesOf(
  sql: Sql,
  { events, trader, conditions }: UsesAsked,
): Promise<{ use: EventUse | null | 'NONE' }[]> {
  const uses: { use: EventUse | null | 'NONE' }[] = []
  const brought = createBrought(sql, trader)
  const ids = new Set<number>()
  const found = events.map(({ row }) => {
    const tokens = row === null ? null : foldedTokens(row, conditions)
    for (const token of tokens?.all ?? []) ids.add(token)
    return tokens
  })
  const names = await namesOf(sql, 'tokens', ids)
  for (const [i, { row }] of events.entries()) {
    const own = found[i]
    if (!row || row.kind === 'INCOME') uses.push({ use: null })
    else if (row.kind === 'TRANSFER') uses.push({ use: await brought(row) })
    else if (row.kind === 'RESOLVE' && !isResolutionOf(conditions.get(row.condition ?? 0), row))
      uses.push({ use: 'NONE' })
    else {
      const tokens = (own?.all ?? []).map((token) => defined(names.get(token)))
      const isPriced = row.kind === 'RESOLVE' || row.kind === 'REDEEM'
      const prices = isPriced ? conditions.get(row.condition ?? 0).pricesAt(row) : null
      uses.push({
        use: {
          tokens,
          ...(row.kind === 'CONVERT' && { no: own?.no ?? 0 }),
          ...(isPriced && { prices: prices && [...prices] }),
        },
      })
    }
  }
  return uses
}

/** The tokens that a movement is folded into, of a conversion first those that left. */
function foldedTokens(row: MovementRow, conditions: Conditions): { all: readonly number[]; no: number } {
  if (row.kind !== 'CONVERT') {
    const isTied = row.condition !== null && row.kind !== 'TRANSFER'
    return { all: isTied ? conditions.get(row.condition ?? 0).tokens : [], no: 0 }
  }
  const questions = conditions.questionsAt(row.negRisk ?? 0, row.key) ?? []
  const isConverted = (i: number) => ((BigInt(row.indexSet ?? '0') >> BigInt(i)) & 1n) === 1n
  const no = questions.flatMap((question, i) => (isConverted(i) ? question.tokens.slice(1, 2) : []))
  const yes = questions.flatMap((question, i) => (isConverted(i) ? [] : question.tokens.slice(0, 1)))
  return { all: [...no, ...yes], no: no.length }
}

/** Shares of known cost that transfers brought, each day of a position replayed once. */
function createBrought(sql: Sql, trader: number) {
  const replayed = new Map<string, EventStep[]>()
  return async (row: MovementRow): Promise<EventUse | null> => {
    if (row.other !== trader || row.owner === trader || row.token === null) return null
    const day = dayOf(row.time)
    const name = `${row.token} ${day}`
    const upTo = { time: (day + 1) * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER }
    const steps =
      replayed.get(name) ?? (await stepsOfDay(sql, { trader, token: row.token, day, version: null, upTo }))
    if (steps === null) throw tooMany()
    replayed.set(name, steps)
    const step = steps.find(({ event }) => event.key === row.key && event.item === row.item)
    return { shares: step?.change.shares ?? 0, cost: step?.change.cost ?? 0 }
  }
}
