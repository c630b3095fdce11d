import { type Day, dayOf as dayOfSecond, type MicroShares, type MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type Condition, type Conditions, createConditions } from '../ingest/conditions.ts'
import { heldBefore } from '../ingest/read-positions.ts'
import {
  addToScope,
  closeOver,
  foldInOrder,
  positionsOfScope,
  type Scope,
  sessionFrom,
  tokensOf,
} from '../ingest/replay.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import type { EventPage } from '../ledger/ledger.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces, type Place, type PlaceBound } from '../ledger/place.ts'
import type { StoredTrade } from './trade-filter.ts'
import { foldFillOf, pageOfFills, pageOfMovements } from './whole-reads.ts'

/** Events of a position, and of those that move together with it, on a day up to a fill; effects of later fills are unknown. */
export const MOST_REPLAYED = 10_000
/** Movements of a trader on a day up to a fill, likewise: the positions that move together after them are unknown. */
const MOST_MOVED = 100_000

/** The effect of a fill on its trader's position in the outcome. */
export interface FillEffect {
  /** Profit that it realized. */
  realized: MicroUsd
  /** Shares held before and after it, of those whose cost the ledger knows. */
  before: MicroShares
  after: MicroShares
}

/** A trader's day with requested fills. */
interface TraderDay {
  owner: number
  day: Day
  asked: StoredTrade[]
  movements: MovementRow[]
  /** The end of the movements that were read; null if all movements up to the last requested fill were. */
  movedUpTo: Place | null
  /** The positions of these fills, and positions that a movement of the day moves together with them. */
  scope: Scope
}

/** Positions of a trader that move together, up to a moment of a day. */
interface Group {
  tokens: Set<number>
  /** Events of the day. */
  events: number
  /** Whether shares came from another wallet, whose cost is of another position's day. */
  isForeign: boolean
}

/**
 * Returns the effects of fills, by key: each position is folded from its close of the day before up to the fill.
 * Null if shares of the position, or of one that moved together with it until then, came from another wallet earlier on
 * that day, because their cost belongs to another position's day; and after the first {@link MOST_REPLAYED} events of these
 * positions on that day. The answer for a fill does not depend on the other requested fills. The number of statements is
 * constant, plus two for each neg-risk market of a conversion, and a few for each day of traders with many events.
 */
export async function effectsOfFills(
  sql: Sql,
  asked: readonly StoredTrade[],
): Promise<Map<number, FillEffect | null>> {
  const days = traderDays(asked)
  await readMovements(sql, days)
  const conditions = await conditionsOf(
    sql,
    asked,
    days.flatMap(({ movements }) => movements),
  )
  for (const one of days) narrow(one, conditions)
  const tokens = [...new Set(days.flatMap((one) => [...one.scope.keys()]))]
  const conditionOf = await conditions.ofTokens(sql, tokens)
  const infrastructure = await infrastructureIds(sql)
  const positions = days.flatMap(({ day, scope }) =>
    positionsOfScope(scope).map((position) => ({ ...position, before: day })),
  )
  const held = await heldBefore(sql, positions)
  const heldOn = Map.groupBy(
    positions.flatMap((position, i) => (held[i] ? { ...position, ...held[i] } : [])),
    ({ trader, before }) => nameOf(trader, before),
  )
  const fillsOf = await readFills(sql, days, tokens)
  const effects = new Map<number, FillEffect | null>()
  for (const one of days) {
    const { owner, day, scope, asked: own } = one
    const isAsked = new Set(own.map(({ key }) => key))
    const groups = createGroups(scope.keys())
    const start = { day, held: heldOn.get(nameOf(owner, day)) ?? [] }
    const session = sessionFrom(start, {
      conditions,
      isInfrastructure: (trader) => infrastructure.has(trader),
      onEvent({ position }, event, before) {
        if (!('side' in event)) return
        const isKnown = groups.trade(event.token) && !isBehind(event, one.movedUpTo)
        if (isAsked.has(event.key))
          effects.set(
            event.key,
            isKnown
              ? {
                  realized: position.realized - before.realized,
                  before: before.shares,
                  after: position.shares,
                }
              : null,
          )
      },
    })
    const fold = foldInOrder(session, movementsIn(one, conditionOf), (row) => {
      const isForeign = isFromAnother(row, owner, infrastructure)
      for (const moved of movedTogether(row, conditions)) groups.move(moved, isForeign)
    })
    for await (const fill of fillsOf(one, groups.open)) if (scope.has(fill.token)) fold.fill(foldFillOf(fill))
  }
  return effects
}

function isBehind(event: Place, end: Place | null): boolean {
  return end !== null && comparePlaces(event, end) > 0
}

/** Tokens that a movement moves together. A resolution settles each outcome by itself. */
function movedTogether(row: MovementRow, conditions: Conditions): (readonly number[])[] {
  const tokens = tokensOf(row, conditions)
  return row.kind === 'RESOLVE' ? tokens.map((token) => [token]) : [tokens]
}

/** Counts the events of positions that move together, and marks positions that received shares from another wallet. */
function createGroups(tokens: Iterable<number>) {
  const groups = new Map<number, Group>()
  for (const token of tokens) groups.set(token, { tokens: new Set([token]), events: 0, isForeign: false })
  return {
    /** Tokens whose further events still matter. */
    open: () => [...groups].flatMap(([token, { events }]) => (events < MOST_REPLAYED ? token : [])),
    move(moved: readonly number[], isForeign: boolean): void {
      const own = [...new Set(moved.flatMap((token) => groups.get(token) ?? []))]
      const [first, ...others] = own
      if (first === undefined) return
      for (const { tokens: joining, events, isForeign: wasForeign } of others) {
        first.events += events
        first.isForeign ||= wasForeign
        for (const token of joining) {
          first.tokens.add(token)
          groups.set(token, first)
        }
      }
      first.events++
      first.isForeign ||= isForeign
    },
    /** Counts a fill. @returns whether its effect is known */
    trade(token: number): boolean {
      const group = groups.get(token)
      if (group === undefined) return false
      group.events++
      return !group.isForeign && group.events <= MOST_REPLAYED
    },
  }
}

/** Up to the last requested fill on each day. */
function upTo({ asked }: TraderDay): Place {
  return asked.reduce((last: Place, fill) => (comparePlaces(fill, last) > 0 ? fill : last), asked[0] as Place)
}

/** Reads the movements of each trader's day: all days together if there are few, else day by day. */
async function readMovements(sql: Sql, days: readonly TraderDay[]): Promise<void> {
  const pageOf = (some: readonly TraderDay[], limit: number): EventPage => {
    const owners = [...new Set(some.map(({ owner }) => owner))]
    return {
      streams: owners.flatMap((id) => [
        { column: 'owner_id', id },
        { column: 'other_id', id },
      ]),
      filter: {
        days: [...new Set(some.map(({ day }) => day))],
        before: Math.max(...some.map((one) => upTo(one).time)) + 1,
      },
      newestFirst: false,
      limit,
    }
  }
  const together = await pageOfMovements(sql, pageOf(days, MOST_REPLAYED))
  const dayOf = new Map(days.map((one) => [nameOf(one.owner, one.day), one]))
  // A transfer between two of the owners is in the streams of both.
  const distinct = new Map(together.map((row) => [`${row.key} ${row.item}`, row]))
  if (together.length < MOST_REPLAYED)
    for (const row of distinct.values())
      for (const trader of new Set([row.owner, row.other]))
        dayOf.get(nameOf(trader, dayOfSecond(row.time)))?.movements.push(row)
  else
    for (const one of days) {
      one.movements = await pageOfMovements(sql, pageOf([one], MOST_MOVED))
      if (one.movements.length === MOST_MOVED) one.movedUpTo = one.movements.at(-1) ?? null
    }
}

/**
 * Reads the fills of days: all days together if there are few, else page by page, each page of the positions whose further
 * fills still matter, up to the last requested fill.
 */
async function readFills(sql: Sql, days: readonly TraderDay[], tokens: readonly number[]) {
  const filter = {
    tokens,
    days: [...new Set(days.map(({ day }) => day))],
    before: Math.max(...days.map((one) => upTo(one).time)) + 1,
  }
  const streams = [...new Set(days.map(({ owner }) => owner))].map(
    (id) => ({ column: 'owner_id', id }) as const,
  )
  const together = await pageOfFills(sql, { streams, filter, newestFirst: false, limit: MOST_REPLAYED })
  const known = Map.groupBy(together, ({ owner, time }) => nameOf(owner, dayOfSecond(time)))
  const isWhole = together.length < MOST_REPLAYED
  return async function* ofDay(one: TraderDay, open: () => number[]): AsyncGenerator<StoredTrade> {
    if (isWhole) return yield* known.get(nameOf(one.owner, one.day)) ?? []
    const end = upTo(one)
    for (let behind: PlaceBound | undefined; ; ) {
      const page = await pageOfFills(sql, {
        streams: [{ column: 'owner_id', id: one.owner }],
        filter: { tokens: open(), days: [one.day], before: end.time + 1, ...(behind && { behind }) },
        newestFirst: false,
        limit: MOST_REPLAYED,
      })
      yield* page
      const last = page.at(-1)
      if (last === undefined || page.length < MOST_REPLAYED || comparePlaces(last, end) >= 0) return
      behind = { time: last.time, key: last.key }
    }
  }
}

function nameOf(trader: number | null, day: Day): string {
  return `${trader} ${day}`
}

/** The conditions of all tokens and markets of the events. */
async function conditionsOf(
  sql: Sql,
  asked: readonly StoredTrade[],
  moved: readonly MovementRow[],
): Promise<Conditions> {
  const conditions = createConditions()
  await conditions.loadNamed(sql, moved)
  await conditions.ofTokens(
    sql,
    asked.map(({ token }) => token),
  )
  return conditions
}

function traderDays(asked: readonly StoredTrade[]): TraderDay[] {
  const days = new Map<string, TraderDay>()
  for (const fill of asked) {
    const { owner, token } = fill
    const day = dayOfSecond(fill.time)
    const name = nameOf(owner, day)
    const one = days.get(name) ?? newDay(owner, day)
    days.set(name, one)
    one.asked.push(fill)
    addToScope(one.scope, token, owner)
  }
  return [...days.values()]
}

function newDay(owner: number, day: Day): TraderDay {
  return { owner, day, asked: [], movements: [], movedUpTo: null, scope: new Map() }
}

/** Keeps the movements of positions that can matter to a requested fill, and adds these positions. */
function narrow(one: TraderDay, conditions: Conditions): void {
  const { owner: trader, scope } = one
  const tied = one.movements.map((row) => tokensOf(row, conditions).map((token) => ({ token, trader })))
  closeOver(scope, tied)
  one.movements = one.movements.filter((_, n) => tied[n]?.some(({ token }) => scope.has(token)))
}

/** The movements of a trader's tokens on a day, and the resolutions of their conditions, in the ledger's order. */
function movementsIn(
  { day, scope, movements }: TraderDay,
  conditionOf: ReadonlyMap<number, Condition | null>,
): MovementRow[] {
  const conditions = new Set([...scope.keys()].flatMap((token) => conditionOf.get(token) ?? []))
  const resolutions = [...conditions].flatMap(({ id, resolved, pricesAt }) =>
    resolved !== null && dayOfSecond(resolved.time) === day
      ? resolutionOf(id, resolved, pricesAt(resolved))
      : [],
  )
  return [...movements, ...resolutions].sort(comparePlaces)
}

function resolutionOf(condition: number, place: Place, payouts: MovementRow['payouts']): MovementRow {
  const nothing = { owner: null, other: null, negRisk: null, token: null, amount: null, amounts: null }
  return { ...place, ...nothing, kind: 'RESOLVE', condition, payouts, indexSet: null, feeBips: null }
}

/** Shares that a wallet sends: contracts that own nothing have none of a known cost. */
function isFromAnother(
  { kind, owner, other }: MovementRow,
  trader: number,
  infrastructure: ReadonlySet<number>,
): boolean {
  return (
    kind === 'TRANSFER' &&
    other === trader &&
    owner !== null &&
    owner !== trader &&
    !infrastructure.has(owner)
  )
}
