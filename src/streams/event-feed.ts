import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { StreamSlots } from '../access/limits/stream-slots.ts'
import { PequodError, wrongArgument } from '../errors.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { readLedgerState, undoneCount } from '../store/ledger/ledger-state.ts'
import { chainKey, LOGS_PER_BLOCK } from '../store/ledger/place.ts'
import { lastUndo, NEWS_SECONDS } from '../store/ledger/undone-events.ts'
import {
  type ChainPlace,
  chainEnd,
  isBehind,
  LAST_ITEM,
  readTail,
  type TailPlace,
  tailEnd,
} from '../store/trades/event-tail.ts'
import { nameEvents } from '../store/trades/trade-filter.ts'
import { signsOfTrade } from '../tape/signs/sign-record.ts'
import { createEventStream, type EventStream, type LiveStream } from './event-stream.ts'
import { createInterestIndex, type Interest, type StreamedEvent } from './interest.ts'
import { cursorOf, placeOfCursor } from './stream-cursor.ts'

/** The last event that subscribers may know: the cutoff of what they read. */
export interface FeedCutoff {
  block: number | null
  time: Seconds
}

export interface EventFeedOptions {
  db: Database
  /** Null while subscribers may know nothing. @default everything is known when it is in the ledger */
  cutoff?: (sql: Sql) => Promise<FeedCutoff | null>
  /** True: events have their signs, which are computed with each snapshot. @default false */
  isSigned?: boolean
  /** Milliseconds between two looks at the ledger. */
  pollMs: number
  slots: StreamSlots
  /** Called with failures of the store; the feed continues. @default ignored */
  onError?(error: unknown): void
}

/** A subscriber's start and interest. */
export interface Subscription {
  interest: Interest
  /** The cursor of the last event received; null: the stream begins with the next event. */
  after: string | null
  /** The subscriber's key in the limiter; null: this process itself. */
  caller: string | null
}

/** A process's single reader of new events, which serves all of its subscribers of one clock. */
export interface EventFeed {
  /**
   * Opens a stream; from then on it misses no event.
   * @throws PequodError BAD_USER_INPUT for a cursor that is none or too old, SERVICE_UNAVAILABLE and RATE_LIMITED at the
   * limits of open streams, SERVICE_UNAVAILABLE while nothing is public and during shutdown
   */
  subscribe(subscription: Subscription): Promise<EventStream>
  /** The cursor after which a stream goes on behind the events up to a cutoff, or behind the ledger's where these end before it. */
  cursorAt(cutoff: FeedCutoff): Promise<string>
  /** Whether there are events at or after a time up to a cursor. */
  isAfter(cursor: string, time: Seconds): Promise<boolean>
  /** Ends every stream, after its waiting events, and the reader. */
  close(): Promise<void>
}

const PAGE = 500
const ENDING = 'This process is shutting down: subscribe again after the last cursor you received.'
/** The names of an event whose names were not read. */
const NAMELESS = { traders: [], market: null, outcome: null, change: null, packedSigns: null, signs: null }

/**
 * Makes a feed; it reads nothing without a subscriber. It looks at the ledger's version, reads the events since its place
 * once, names them, and hands each to the interests that match it.
 */
export function createEventFeed(options: EventFeedOptions): EventFeed {
  const { db, cutoff, isSigned = false, pollMs, slots, onError = () => undefined } = options
  const ending = new AbortController()
  const index = createInterestIndex<LiveStream>()
  const streams = new Map<LiveStream, Interest>()
  let open = 0
  let head: TailPlace | null = null
  let seen: Sight | null = null
  let reading: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()

  const pause = () => sleep(pollMs, undefined, { signal: ending.signal }).catch(() => undefined)
  const readOn = async () => {
    const changed = await look(db, cutoff)
    if (changed === null || head === null || isSame(changed, seen)) return
    for (let isEnd = false; !isEnd; ) {
      const from: TailPlace = head
      const part = await readNamed(db, from, { see: (sql) => look(sql, cutoff), interest: null, isSigned })
      // The last subscriber left meanwhile: the next one begins at the end.
      if (head !== from) return
      for (const event of part.events) {
        const item = { kind: 'EVENT', event } as const
        for (const group of index.find(event)) for (const stream of group) stream.push(item)
      }
      head = part.at
      isEnd = part.isEnd
      if (isEnd) seen = part.sight
      // Subscribers read meanwhile.
      await setImmediate()
    }
  }
  const readOnce = () => {
    reading ??= readOn().finally(() => {
      reading = null
    })
    return reading
  }
  const tick = () => {
    if (head === null) return
    const item = { kind: 'POSITION', cursor: cursorOf(head) } as const
    const now = performance.now()
    for (const stream of [...streams.keys()]) stream.tick(item, now)
  }
  const run = async () => {
    while (open > 0 && !ending.signal.aborted) {
      await readOnce().catch(onError)
      tick()
      await pause()
    }
    head = null
  }
  const start = async (): Promise<TailPlace> => {
    const sight = await look(db, cutoff)
    if (sight === null) throw unavailable('No snapshot is public yet: subscribe again later.')
    const place = await db.view((sql) => tailEnd(sql, sight))
    head ??= place
    return head
  }
  const openStream = (interest: Interest, after: TailPlace | null, free: () => void) => {
    const stream = createEventStream({
      after,
      async readPast(at) {
        // Other work goes on between two parts.
        await setImmediate()
        if (head === null || isAhead(at, head)) await readOnce()
        if (head === null) throw unavailable(ENDING)
        const bound = head
        if (isAhead(at, bound)) {
          // The subscriber knows more than this clock: nothing is sent again before it has come as far.
          await pause()
          return { events: [], at }
        }
        const part = await readNamed(db, at, {
          see: async (sql) => nearer(await look(sql, cutoff), bound),
          interest,
          isSigned,
        })
        // The chain took back blocks before the head, and the rest is not public yet.
        if (cursorOf(part.at) === cursorOf(at) && cursorOf(at) !== cursorOf(bound)) await pause()
        // Before the first undone event there may be none up to the bound.
        const isBeyond = part.isEnd && isBehind(part.at, bound)
        const place = isBeyond ? { ...bound, undone: part.at.undone } : part.at
        return { events: part.events.filter(interest.matches), at: place }
      },
      join(at) {
        if (head === null || cursorOf(at) !== cursorOf(head)) return false
        index.add(interest, stream)
        return true
      },
      onLag: () => index.remove(interest, stream),
      onGone() {
        index.remove(interest, stream)
        streams.delete(stream)
        free()
      },
    })
    streams.set(stream, interest)
    if (after === null) index.add(interest, stream)
    return stream
  }

  return {
    async subscribe({ interest, after, caller }) {
      if (ending.signal.aborted) throw unavailable(ENDING)
      const slot = slots.take(caller)
      const free = () => {
        slot()
        open--
      }
      if (++open === 1) running = running.then(run)
      try {
        const place = head ?? (await start())
        const from = after === null ? null : await beginningOf(db, after, place)
        if (ending.signal.aborted) throw unavailable(ENDING)
        return openStream(interest, from, free)
      } catch (error) {
        free()
        throw error
      }
    },
    cursorAt: (last) => db.view(async (sql) => cursorOf(await tailEnd(sql, await sightUpTo(sql, last)))),
    async isAfter(cursor, time) {
      const place = placeOfCursor(cursor)
      // A place may be the end of its block, whose events have one time.
      const end = await chainEnd(db, time)
      return place !== null && Math.floor(place.key / LOGS_PER_BLOCK) > Math.floor(end.key / LOGS_PER_BLOCK)
    },
    async close() {
      ending.abort()
      for (const stream of [...streams.keys()]) stream.end(unavailable(ENDING))
      await running
    },
  }
}

/** The state of the ledger that a feed depends on: it reads on once this has changed. */
interface Sight {
  version: number
  undone: number
  /** The last place that is read; null: the ledger's end. */
  upTo: ChainPlace | null
  /** The cutoff's time; null: everything may be known. */
  until: Seconds | null
}

async function look(sql: Sql, cutoff: EventFeedOptions['cutoff']): Promise<Sight | null> {
  if (cutoff === undefined) {
    const { version } = await readLedgerState(sql)
    return { version, undone: await undoneCount(sql), upTo: null, until: null }
  }
  const last = await cutoff(sql)
  return last && sightUpTo(sql, last)
}

async function sightUpTo(sql: Sql, { block, time }: FeedCutoff): Promise<Sight> {
  const upTo =
    block === null
      ? await chainEnd(sql, time + 1)
      : { key: chainKey(block, LOGS_PER_BLOCK - 1), item: LAST_ITEM }
  return { version: 0, undone: await lastUndo(sql, time), upTo, until: time }
}

/** True for a place beyond the reader's, sent by another process or on another clock. */
function isAhead(at: TailPlace, head: TailPlace): boolean {
  return at.undone > head.undone || (at.undone === head.undone && isBehind(at, head))
}

/** A sight that ends at a place, unless it ends before. */
function nearer(sight: Sight | null, bound: ChainPlace): Sight | null {
  return sight && { ...sight, upTo: sight.upTo !== null && isBehind(bound, sight.upTo) ? sight.upTo : bound }
}

function isSame(sight: Sight, seen: Sight | null): boolean {
  const { version, undone, upTo } = sight
  return version === seen?.version && undone === seen.undone && upTo?.key === seen.upTo?.key
}

interface NamedAsked {
  /** Where reading ends, as the view sees it: blocks may be taken back before it begins. */
  see(sql: Sql): Promise<Sight | null>
  /** Null: everything is read. */
  interest: Interest | null
  isSigned: boolean
}

/** Reads a part of the ledger with its names: what an interest may match. */
async function readNamed(
  db: Database,
  from: TailPlace,
  { see, interest, isSigned }: NamedAsked,
): Promise<{ events: StreamedEvent[]; at: TailPlace; isEnd: boolean; sight: Sight | null }> {
  return db.view(async (sql) => {
    const asked = await see(sql)
    if (asked === null) return { events: [], at: from, isEnd: true, sight: null }
    const { upTo, until } = asked
    const part = await readTail(sql, from, { upTo, until, ...(await interest?.narrow(sql)), limit: PAGE })
    const names = await nameEvents(
      sql,
      part.events.map(({ event }) => event),
    )
    const events = part.events.map((one, i) => {
      const named = names[i] ?? NAMELESS
      const { packedSigns, market } = named
      const trade = { time: one.event.time, signs: packedSigns }
      const signs = isSigned && packedSigns !== null ? signsOfTrade(trade, market ?? undefined, null) : null
      return { ...one, ...named, signs, cursor: cursorOf(one.at) }
    })
    return { ...part, events, sight: asked }
  })
}

/** The place of a cursor. @throws PequodError BAD_USER_INPUT if no stream can begin there */
async function beginningOf(db: Database, after: string, head: TailPlace): Promise<TailPlace> {
  const place = placeOfCursor(after)
  if (place === null)
    throw wrongArgument('after', 'is not a cursor of this service’s streams: pass the last one you received')
  const newest = await ledgerOf(db).lastOfChain()
  const oldest = await chainEnd(db, (newest?.time ?? 0) - NEWS_SECONDS)
  if (!isBehind(oldest, place)) return place
  const first = cursorOf({ ...oldest, undone: head.undone })
  throw wrongArgument('after', `is too old: the oldest cursor is ${first}, and lists hold earlier events`)
}

function unavailable(message: string): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: 1 })
}
