import { defined } from '../../checks.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table.ts'
import type { EventFilter } from '../ledger/event-filter.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { MOVEMENT_COLUMNS } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'
import { lastUndo, type UndoneEvent, undoneSince } from '../ledger/undone-events.ts'
import type { StoredMovement, StoredTrade } from './trade-filter.ts'
import { storedMovement, TRADE_COLUMNS, withFees } from './trade-filter.ts'

/** An event's place in the order of the chain. */
export type ChainPlace = Omit<Place, 'time'>

/** How far a reader has read the chain's events: every event up to a place, as the ledger was after a number of undos. */
export interface TailPlace extends ChainPlace {
  undone: number
}

/** An event that the ledger has since a reader's place, or one that it has no longer. */
export interface TailEvent {
  kind: 'ADDED' | 'RETRACTED'
  event: StoredTrade | StoredMovement
  /** A reader that got this event has read up to here. */
  at: TailPlace
}

export interface TailAsked {
  /** The last place that is read; null: the ledger's end. */
  upTo: ChainPlace | null
  /** The time of the last event that may be known; null: all may be. */
  until: Seconds | null
  /** Narrows fills, so that an index finds them; null: no fill is read. @default all */
  fills?: EventFilter | null
  /** The same for movements. */
  movements?: EventFilter | null
  /** Reading ends after at least this number of events. */
  limit: number
}

export interface TailPart {
  events: TailEvent[]
  at: TailPlace
  /** False: more follow. */
  isEnd: boolean
}

/** Comes after every event of its log. */
export const LAST_ITEM = 2 ** 20

/** Where the chain's events before a time end, or all of them. */
export async function chainEnd(sql: Sql, before?: Seconds): Promise<ChainPlace> {
  const last = await ledgerOf(sql).lastOfChain(before)
  return { key: last?.key ?? -1, item: LAST_ITEM }
}

/**
 * The place up to which the ledger has been read where it was read up to another one. It is no later than the last event:
 * blocks that were undone may come again, with other events at the same places.
 */
export async function tailEnd(
  sql: Sql,
  { upTo, until }: Pick<TailAsked, 'upTo' | 'until'>,
): Promise<TailPlace> {
  const end = await chainEnd(sql)
  const { key, item } = upTo === null || isBehind(upTo, end) ? end : upTo
  return { key, item, undone: await lastUndo(sql, until) }
}

/**
 * Reads on from a place: first it takes back what undos since then removed of the events up to it, the last one first, and
 * then it reads the events that follow, in the order of the chain. An event that was added and undone since is not
 * reported. Call it with a view, whose statements see one moment.
 */
export async function readTail(sql: Sql, from: TailPlace, asked: TailAsked): Promise<TailPart> {
  const events: TailEvent[] = []
  const at = await takeBack(sql, from, asked, events)
  const { upTo, limit } = asked
  if (upTo !== null && !isBehind(upTo, at)) return { events, at, isEnd: true }
  const bounds: EventFilter = { afterKey: at.key - 1, ...(upTo !== null && { upToKey: upTo.key }) }
  const { fills = {}, movements = {} } = asked
  const pages: Pages<TailEvent['event']>[] = [
    ...(fills === null ? [] : [fillPages(sql, { ...fills, ...bounds }, limit)]),
    ...(movements === null ? [] : [movementPages(sql, { ...movements, ...bounds }, limit)]),
  ]
  let last = at
  for await (const event of merged(pages)) {
    if (!isBehind(event, last) || (upTo !== null && isBehind(event, upTo))) continue
    if (events.length >= limit) return { events, at: last, isEnd: false }
    last = { key: event.key, item: event.item, undone: at.undone }
    events.push({ kind: 'ADDED', event, at: last })
  }
  return { events, at: await tailEnd(sql, asked), isEnd: true }
}

/** True for a place after another one in the order of the chain. */
export function isBehind(place: ChainPlace, other: ChainPlace): boolean {
  return place.key > other.key || (place.key === other.key && place.item > other.item)
}

/** Adds what was taken back, and returns the place after it. */
async function takeBack(
  sql: Sql,
  from: TailPlace,
  { fills, movements, until }: TailAsked,
  events: TailEvent[],
): Promise<TailPlace> {
  const undone = await lastUndo(sql, until)
  if (undone <= from.undone) return from
  let at: ChainPlace = from
  const undos = Map.groupBy(await undoneSince(sql, from.undone), (row) => row.undone)
  for (const [number, rows] of undos) {
    for (const row of rows.filter((one) => !isBehind(one, at))) {
      const event = eventOf(row)
      const kinds = 'side' in event ? fills : movements
      // A reader cut off here has yet to hear of the others of this undo.
      const rest = { key: row.key, item: row.item - 1, undone: number - 1 }
      if (kinds !== null) events.push({ kind: 'RETRACTED', event, at: rest })
    }
    const { first } = defined(rows[0])
    if (at.key >= first) at = { key: first - 1, item: LAST_ITEM }
  }
  return { key: at.key, item: at.item, undone }
}

function eventOf({ row }: UndoneEvent): StoredTrade | StoredMovement {
  return 'side' in row ? (row as unknown as StoredTrade) : storedMovement(row)
}

type Pages<Event> = AsyncGenerator<Event[]>

function fillPages(sql: Sql, filter: EventFilter, pageRows: number): Pages<StoredTrade> {
  return ledgerOf(sql).scan<StoredTrade>('FILLS', TRADE_COLUMNS, { filter, pageRows })
}

async function* movementPages(sql: Sql, filter: EventFilter, pageRows: number): Pages<StoredMovement> {
  const pages = ledgerOf(sql).scan<Record<string, Value> & { key: number; item: number }>(
    'MOVEMENTS',
    MOVEMENT_COLUMNS,
    { filter, pageRows },
  )
  for await (const page of pages) yield withFees(sql, page.map(storedMovement))
}

/** The events of several lists of pages, in the order of the chain. */
async function* merged<Event extends Place>(lists: readonly Pages<Event>[]): AsyncGenerator<Event> {
  const heads = lists.map((pages) => ({ pages, rows: [] as Event[], next: 0, isDone: false }))
  for (;;) {
    for (const head of heads) {
      while (!head.isDone && head.next >= head.rows.length) {
        const { done, value } = await head.pages.next()
        head.isDone = done === true
        head.rows = value ?? []
        head.next = 0
      }
    }
    const open = heads.filter(({ isDone }) => !isDone)
    const first = open.reduce<(typeof heads)[number] | null>(
      (best, head) =>
        best === null || isBehind(defined(best.rows[best.next]), defined(head.rows[head.next])) ? head : best,
      null,
    )
    if (first === null) return
    yield defined(first.rows[first.next++])
  }
}
