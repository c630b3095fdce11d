import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces, type Place } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import type { Conditions } from './conditions.ts'
import { createFoldSession, type FoldSession } from './fold-session.ts'
import type { FoldContext, FoldFill, HeldState } from './fold-state.ts'
import type { PositionDayRows } from './position-day-rows.ts'
import { heldBefore } from './read-positions.ts'

/** A replay from the first event on. Only this one writes days. */
export interface FirstEvent {
  days: Pick<PositionDayRows, 'add'>
}

/** A replay from the close before a day on: for what events do, since a close keeps no lots to write days from. */
export interface DayClose {
  day: Day
  /** Positions that held something then, or had held it; any other begins with nothing. */
  held: readonly (PositionId & HeldState)[]
}

/** Events of a scope that is closed, each list in any order. */
export interface ScopeEvents<Fill extends FoldFill, Movement extends MovementRow> {
  scope: Scope
  fills: readonly Fill[]
  movements: readonly Movement[]
}

/** How events of some positions are read. */
export interface ScopeReader<Fill extends FoldFill, Movement extends MovementRow> {
  conditions: Conditions
  isInfrastructure(trader: number): boolean
  /** The movements that tie positions of a scope; what they name is loaded into the conditions. */
  movements(scope: Scope): Promise<readonly Movement[]>
  /** The fills of a closed scope, and movements that tie nothing. */
  others(scope: Scope): Promise<{ fills: readonly Fill[]; movements?: readonly Movement[] }>
}

/** Folds events in the ledger's order. */
export interface EventFold<Fill extends FoldFill> {
  /** Folds a fill, after the movements that come before it. */
  fill(fill: Fill): void
  /** Folds the movements that are left. */
  end(): void
}

/**
 * The ledger's one loop: movements take their turn among fills as these come. It goes on from what the session holds.
 * @param movements in the ledger's order
 * @param onMovement runs after each movement, also one that changes nothing
 */
export function foldInOrder<Fill extends FoldFill, Movement extends MovementRow>(
  session: FoldSession<Fill, Movement>,
  movements: readonly Movement[],
  onMovement?: (row: Movement) => void,
): EventFold<Fill> {
  let next = 0
  const foldBefore = (place: Place | null) => {
    for (let row = movements[next]; row !== undefined; row = movements[++next]) {
      if (place !== null && comparePlaces(row, place) >= 0) return
      session.movement(row)
      onMovement?.(row)
    }
  }
  return {
    fill(fill) {
      foldBefore(fill)
      session.fill(fill)
    },
    end: () => foldBefore(null),
  }
}

/** A session in which positions are as a start has them. */
export function sessionFrom<Fill extends FoldFill = FoldFill, Movement extends MovementRow = MovementRow>(
  start: FirstEvent | DayClose,
  context: Omit<FoldContext<Fill, Movement>, 'days'>,
): FoldSession<Fill, Movement> {
  if ('days' in start) return createFoldSession<Fill, Movement>({ ...context, days: start.days })
  const session = createFoldSession<Fill, Movement>(context)
  // The latest place before the day: an event of the day is not late, however the close came about.
  const place = { time: start.day * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER, item: 0 }
  for (const { token, trader, ...state } of start.held) session.load(token, trader, { ...state, ...place })
  return session
}

/** Folds the events of a scope from a start on. */
export function replay<Fill extends FoldFill, Movement extends MovementRow>(
  start: FirstEvent | DayClose,
  { scope, fills, movements }: ScopeEvents<Fill, Movement>,
  context: Omit<FoldContext<Fill, Movement>, 'days' | 'inScope'>,
): FoldSession<Fill, Movement> {
  const inScope = (token: number, trader: number) => isInScope(scope, token, trader)
  const session = sessionFrom<Fill, Movement>(start, { ...context, inScope })
  const fold = foldInOrder(session, movements.toSorted(comparePlaces))
  for (const fill of fills.toSorted(comparePlaces)) fold.fill(fill)
  fold.end()
  return session
}

/** The close of positions before a day. @param at a pinned version; null reads them as they are */
export async function closeBefore(
  sql: Sql,
  positions: readonly PositionId[],
  day: Day,
  at: number | null = null,
): Promise<DayClose> {
  const states = await heldBefore(
    sql,
    positions.map((position) => ({ ...position, before: day })),
    at,
  )
  const held = positions.flatMap((position, i) => {
    const state = states[i]
    return state ? { ...position, ...state } : []
  })
  return { day, held }
}

/** Reads the events of a scope, and of the positions that movements change together with it. */
export async function readScope<Fill extends FoldFill, Movement extends MovementRow>(
  asked: Scope,
  reader: ScopeReader<Fill, Movement>,
): Promise<ScopeEvents<Fill, Movement>> {
  const scope = copyOfScope(asked)
  let tying = await reader.movements(scope)
  while (closeOver(scope, tiesOf(tying, reader))) tying = await reader.movements(scope)
  const { fills, movements = [] } = await reader.others(scope)
  return { scope, fills, movements: [...tying, ...movements] }
}

/** The positions that each of some movements ties. */
export function tiesOf(
  rows: readonly MovementRow[],
  known: Pick<FoldContext, 'conditions' | 'isInfrastructure'>,
): PositionId[][] {
  return rows.map((row) => tiedBy(row, known))
}

/** A contract owns nothing, so it ties nobody. */
function tiedBy(
  row: MovementRow,
  { conditions, isInfrastructure }: Pick<FoldContext, 'conditions' | 'isInfrastructure'>,
): PositionId[] {
  const traders = row.kind === 'TRANSFER' ? [row.owner, row.other] : [row.owner]
  return tiedTokens(row, conditions).flatMap((token) =>
    traders.flatMap((trader) => (trader === null || isInfrastructure(trader) ? [] : { token, trader })),
  )
}

function tiedTokens(row: MovementRow, conditions: FoldContext['conditions']): readonly number[] {
  if (row.kind === 'TRANSFER') return [row.token ?? 0]
  // Also of questions prepared later: before that was known, the conversion counted them.
  if (row.kind === 'CONVERT')
    return conditions.negRisk(row.negRisk ?? 0).flatMap((question) => question.tokens)
  // Splits, merges and redemptions apply to the owner's outcomes together.
  return row.kind === 'RESOLVE' || row.condition === null ? [] : conditions.get(row.condition).tokens
}

/**
 * Positions that must be folded again: by token, the traders, or null for every trader of the token.
 */
export type Scope = Map<number, Set<number> | null>

/** Adds a position, or all of a token's when `trader` is null. @returns whether that was new */
export function addToScope(scope: Scope, token: number, trader: number | null): boolean {
  const traders = scope.get(token)
  if (traders === null) return false
  if (trader === null) {
    scope.set(token, null)
    return true
  }
  if (traders === undefined) {
    scope.set(token, new Set([trader]))
    return true
  }
  if (traders.has(trader)) return false
  traders.add(trader)
  return true
}

/** True for a position of the scope. */
export function isInScope(scope: Scope, token: number, trader: number): boolean {
  const traders = scope.get(token)
  return traders === null || (traders?.has(trader) ?? false)
}

/** The same positions, apart. */
export function copyOfScope(scope: Scope): Scope {
  return new Map([...scope].map(([token, traders]) => [token, traders && new Set(traders)]))
}

/**
 * Widens a scope until no tie leads out of it.
 * @param ties positions that one event changes together
 * @returns whether the scope grew
 */
export function closeOver(scope: Scope, ties: readonly (readonly PositionId[])[]): boolean {
  let hasGrown = false
  for (let grows = true; grows; ) {
    grows = false
    for (const tied of ties) {
      if (!tied.some(({ token, trader }) => isInScope(scope, token, trader))) continue
      for (const { token, trader } of tied) if (addToScope(scope, token, trader)) grows = true
    }
    hasGrown ||= grows
  }
  return hasGrown
}

/** The positions of a scope that it names one by one. */
export function positionsOfScope(scope: Scope): PositionId[] {
  return [...scope].flatMap(([token, traders]) => Array.from(traders ?? [], (trader) => ({ token, trader })))
}

/** Every token whose positions a movement can change. Its condition or neg-risk market must be loaded. */
export function tokensOf(
  row: MovementRow,
  conditions: Pick<Conditions, 'get' | 'questionsAt'>,
): readonly number[] {
  if (row.token !== null) return [row.token]
  if (row.negRisk !== null)
    return (conditions.questionsAt(row.negRisk, row.key) ?? []).flatMap((question) => question.tokens)
  return row.condition === null ? [] : conditions.get(row.condition).tokens
}

/** Traders whose positions a movement changes; null stands for all holders of its tokens. */
export function tradersOf(row: MovementRow): readonly (number | null)[] {
  return row.kind === 'RESOLVE' ? [null] : [row.owner, row.other].filter((trader) => trader !== null)
}
