import { DAY_SECONDS, type Day, dayOf, type MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type Condition, type Conditions, createConditions } from '../ingest/conditions.ts'
import { positionKey } from '../ingest/fold-entry.ts'
import { createFoldSession, type FoldFill } from '../ingest/fold-session.ts'
import { NOTHING_HELD } from '../ingest/held-state.ts'
import type { MovementRow } from '../ingest/movement-row.ts'
import { tokensOf } from '../ingest/tokens-of.ts'
import { roleOf } from '../ingest/volume-day-rows.ts'
import { infrastructureIds } from '../ledger/infrastructure-ids.ts'
import { comparePlaces, type Place } from '../ledger/place.ts'
import { lastDaysBefore } from '../ledger/position-days.ts'
import type { EventPage } from './event-pages.ts'
import type { StoredMovement, StoredTrade } from './stored-event.ts'

/** Events of each sort that are read for a page; what fills behind the last of them realized is not known. */
export const MOST_REPLAYED = 10_000

/** Reads of pages of events. */
export interface EventReader {
  fills(page: EventPage): Promise<StoredTrade[]>
  movements(page: EventPage): Promise<StoredMovement[]>
}

/** A trader's day with fills that are asked for. */
interface TraderDay {
  owner: number
  day: Day
  asked: StoredTrade[]
  movements: MovementRow[]
  /** Tokens of these fills, and those that a movement of the day moves together with them. */
  tokens: Set<number>
}

/**
 * What fills realized, by key: each position is folded from its close of the day before up to the fill. Null where shares of
 * the position, or of one that moves together with it, came from another wallet earlier on that day, for what those cost is of another position's day;
 * and behind the first {@link MOST_REPLAYED} events of the fills' traders on their days. A constant number of statements, but for two for each
 * neg-risk market of a conversion.
 */
export async function realizedOfFills(
  sql: Sql,
  { fills, movements }: EventReader,
  asked: readonly StoredTrade[],
): Promise<Map<number, MicroUsd | null>> {
  const owners = [...new Set(asked.map(({ owner }) => owner))]
  const times = asked.map(({ time }) => time)
  const filter = { days: [...new Set(times.map(dayOf))], before: Math.max(...times) + 1 }
  const page = { filter, newestFirst: false, limit: MOST_REPLAYED }
  const ofOwners = owners.map((id) => ({ column: 'owner_id', id }) as const)
  const moved = await movements({
    ...page,
    streams: [...ofOwners, ...owners.map((id) => ({ column: 'other_id', id }) as const)],
  })
  const conditions = await conditionsOf(sql, asked, moved)
  const days = traderDays(asked, moved, conditions)
  const tokens = [...new Set(days.flatMap((one) => [...one.tokens]))]
  const traded = await fills({ ...page, filter: { ...filter, tokens }, streams: ofOwners })
  const end = [moved, traded].flatMap((rows) => (rows.length < MOST_REPLAYED ? [] : (rows.at(-1) ?? [])))
  const conditionOf = await conditions.ofTokens(sql, tokens)
  const infrastructure = await infrastructureIds(sql)
  const positions = days.flatMap(({ owner, day, tokens: own }) =>
    [...own].map((token) => ({ trader: owner, token, before: day })),
  )
  const held = await lastDaysBefore(sql, ['shares', 'cost'], positions)
  const heldBy = new Map(
    positions.map(({ trader, token, before }, i) => [`${trader} ${token} ${before}`, held[i]]),
  )
  const fillsOf = Map.groupBy(traded, ({ owner, time }) => `${owner} ${dayOf(time)}`)
  const realized = new Map<number, MicroUsd | null>()
  for (const one of days) {
    const { owner, day } = one
    const start = { time: day * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER, item: 0 }
    const session = createFoldSession({
      condition: conditions.get,
      questionsAt: conditions.questionsAt,
      feeBipsOf: conditions.feeBipsOf,
      isInfrastructure: (trader) => infrastructure.has(trader),
      days: { add: () => undefined },
    })
    for (const token of one.tokens) {
      const [shares, cost] = (heldBy.get(`${owner} ${token} ${day}`) ?? [0, 0]).map(Number)
      session.load(token, owner, { ...NOTHING_HELD, ...start, shares: shares ?? 0, cost: cost ?? 0 })
    }
    const isAsked = new Set(one.asked.map(({ key }) => key))
    let isKnown = true
    for (const event of eventsOf(one, fillsOf.get(`${owner} ${day}`) ?? [], conditionOf)) {
      if (end.some((last) => comparePlaces(event, last) > 0)) isKnown = false
      if ('kind' in event) {
        session.movement(event)
        if (isFromAnother(event, owner, infrastructure)) isKnown = false
        continue
      }
      const { position } = session.entries.get(positionKey(event.token, owner)) ?? {}
      const before = position?.realized ?? 0
      session.fill(event)
      if (isAsked.has(event.key)) realized.set(event.key, isKnown ? (position?.realized ?? 0) - before : null)
    }
  }
  return realized
}

/** The conditions of everything that the events are of. */
async function conditionsOf(
  sql: Sql,
  asked: readonly StoredTrade[],
  moved: readonly MovementRow[],
): Promise<Conditions> {
  const conditions = createConditions()
  await conditions.load(
    sql,
    moved.flatMap(({ condition }) => condition ?? []),
  )
  await conditions.loadNegRisk(
    sql,
    moved.flatMap(({ negRisk }) => negRisk ?? []),
  )
  await conditions.ofTokens(
    sql,
    asked.map(({ token }) => token),
  )
  return conditions
}

function traderDays(
  asked: readonly StoredTrade[],
  moved: readonly MovementRow[],
  conditions: Conditions,
): TraderDay[] {
  const days = new Map<string, TraderDay>()
  for (const fill of asked) {
    const { owner, token } = fill
    const day = dayOf(fill.time)
    const name = `${owner} ${day}`
    const one = days.get(name) ?? { owner, day, asked: [], movements: [], tokens: new Set<number>() }
    days.set(name, one)
    one.asked.push(fill)
    one.tokens.add(token)
  }
  for (const row of moved)
    for (const trader of new Set([row.owner, row.other]))
      days.get(`${trader} ${dayOf(row.time)}`)?.movements.push(row)
  for (const one of days.values()) {
    const touched = one.movements.map((row) => ({ row, tokens: tokensOf(row, conditions) }))
    // A movement can tie tokens to those that another one tied.
    for (let size = 0; size !== one.tokens.size; ) {
      size = one.tokens.size
      for (const { tokens } of touched)
        if (tokens.some((token) => one.tokens.has(token))) for (const token of tokens) one.tokens.add(token)
    }
    one.movements = touched.flatMap(({ row, tokens }) =>
      tokens.some((token) => one.tokens.has(token)) ? row : [],
    )
  }
  return [...days.values()]
}

/** What happened to a trader's tokens on a day, in the ledger's order. */
function eventsOf(
  { day, tokens, movements }: TraderDay,
  traded: readonly StoredTrade[],
  conditionOf: ReadonlyMap<number, Condition | null>,
): (FoldFill | MovementRow)[] {
  const conditions = new Set([...tokens].flatMap((token) => conditionOf.get(token) ?? []))
  const resolutions = [...conditions].flatMap(({ id, resolved, pricesAt }) =>
    resolved !== null && dayOf(resolved.time) === day ? resolutionOf(id, resolved, pricesAt(resolved)) : [],
  )
  const fills = traded.filter(({ token }) => tokens.has(token)).map(foldFillOf)
  return [...fills, ...movements, ...resolutions].sort(comparePlaces)
}

function resolutionOf(condition: number, place: Place, payouts: MovementRow['payouts']): MovementRow {
  const nothing = { owner: null, other: null, negRisk: null, token: null, amount: null, amounts: null }
  return { ...place, ...nothing, kind: 'RESOLVE', condition, payouts, indexSet: null, feeBips: null }
}

function foldFillOf({ role, side, feeIn, ...rest }: StoredTrade): FoldFill {
  return {
    ...rest,
    role: roleOf(role),
    side: side === 0 ? 'BUY' : 'SELL',
    feeIn: feeIn === 0 ? 'USD' : 'SHARES',
  }
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
