import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { inTurn } from '../ledger/event-order.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import { POSITIONS } from '../tables.ts'
import type { Conditions } from './conditions.ts'
import type { Entry } from './fold-entry.ts'
import { createFoldSession, type FoldFill, type FoldSession } from './fold-session.ts'
import { type HeldState, heldBefore } from './held-state.ts'
import type { PositionDayRows } from './position-day-rows.ts'
import { addToScope, isInScope, type Scope } from './scope.ts'

/** The events and states that a replay reads of the ledger, from the start on. */
export interface ReplaySource<Fill extends FoldFill, Movement extends MovementRow> {
  /** The movements that tie positions of a scope, in any order; what they name is loaded into the conditions. */
  movements(scope: Scope): Promise<Movement[]>
  /** The fills of a scope that is closed, and movements that tie nothing, in any order. */
  others(scope: Scope): Promise<{ fills: Fill[]; movements?: Movement[] }>
}

/** How events are replayed. */
export interface ReplayOptions<Fill extends FoldFill, Movement extends MovementRow> {
  source: ReplaySource<Fill, Movement>
  conditions: Conditions
  isInfrastructure(trader: number): boolean
  /** Takes the days that the fold makes. @default nobody */
  days?: Pick<PositionDayRows, 'add'>
  /** Runs before the first event, when what positions held is loaded. */
  onStart?(
    session: FoldSession,
    positions: readonly PositionId[],
    held: readonly (HeldState | undefined)[],
  ): Promise<void> | void
  /** Runs after each event on a position. */
  onEvent?(entry: Entry, event: Fill | Movement): void
}

/**
 * Folds the events of some positions again from a day on: closes the scope over positions that move together, starts from
 * what they held at the close before the day, and folds fills and movements in the ledger's order.
 * @param scope it is widened
 * @param from 0: from the first event
 * @returns the fold, and the positions of the closed scope
 */
export async function replay<Fill extends FoldFill, Movement extends MovementRow>(
  sql: Sql,
  scope: Scope,
  from: Day,
  options: ReplayOptions<Fill, Movement>,
): Promise<{ session: FoldSession; positions: PositionId[] }> {
  const { source, conditions, isInfrastructure, days, onStart, onEvent } = options
  const tying = await closeOver(scope, options)
  const { fills, movements: others = [] } = await source.others(scope)
  const movements = [...tying, ...others].sort(comparePlaces)
  const positions = await positionsOf(sql, scope, fills, movements)
  let current: Fill | Movement | null = null
  const session = createFoldSession({
    condition: conditions.get,
    questionsAt: conditions.questionsAt,
    feeBipsOf: conditions.feeBipsOf,
    isInfrastructure,
    days: days ?? { add: () => undefined },
    inScope: (token, trader) => isInScope(scope, token, trader),
    ...(onEvent && { onEvent: (entry: Entry) => current && onEvent(entry, current) }),
  })
  const held = await heldBefore(sql, positions, () => from)
  positions.forEach(({ token, trader }, i) => {
    const state = held[i]
    if (state) session.load(token, trader, { ...state, ...closeBefore(from) })
  })
  await onStart?.(session, positions, held)
  const turns = inTurn(movements, (row) => {
    current = row
    session.movement(row)
  })
  for (const fill of fills.sort(comparePlaces)) {
    turns.before(fill)
    current = fill
    session.fill(fill)
  }
  turns.rest()
  return { session, positions }
}

/**
 * Where the last event before a day is placed: late enough, so that an event from before it is folded from its own day on,
 * whatever the position had seen.
 */
export function closeBefore(day: Day) {
  return { time: day * DAY_SECONDS - 1, key: Number.MAX_SAFE_INTEGER, item: 0 }
}

/** Widens the scope until no movement leads out of it; answers those movements. */
async function closeOver<Fill extends FoldFill, Movement extends MovementRow>(
  scope: Scope,
  { source, conditions, isInfrastructure }: ReplayOptions<Fill, Movement>,
): Promise<Movement[]> {
  for (;;) {
    const rows = await source.movements(scope)
    const grew = rows.map((row) => {
      const tied = tiedBy(row, conditions, isInfrastructure)
      const isConcerned = tied.some(({ token, trader }) => isInScope(scope, token, trader))
      return isConcerned && addAll(scope, tied)
    })
    if (!grew.some(Boolean)) return rows
  }
}

/** Adds positions to a scope; answers whether any was new. */
export function addAll(scope: Scope, positions: readonly PositionId[]): boolean {
  return positions.map(({ token, trader }) => addToScope(scope, token, trader)).some(Boolean)
}

/** The positions that a movement ties. A contract owns nothing, so it ties nobody. */
export function tiedBy(
  row: MovementRow,
  conditions: Conditions,
  isInfrastructure: (trader: number) => boolean,
): PositionId[] {
  const tokens =
    row.kind === 'TRANSFER'
      ? [row.token ?? 0]
      : row.kind === 'CONVERT'
        ? // Also of questions prepared later: before that was known, the conversion counted them.
          conditions.negRisk(row.negRisk ?? 0).flatMap((question) => question.tokens)
        : row.kind === 'RESOLVE' || row.condition === null
          ? []
          : // Splits, merges and redemptions apply to the owner's outcomes together.
            conditions.get(row.condition).tokens
  const traders = row.kind === 'TRANSFER' ? [row.owner, row.other] : [row.owner]
  return tokens.flatMap((token) =>
    traders.flatMap((trader) => (trader === null || isInfrastructure(trader) ? [] : { token, trader })),
  )
}

const HOLDERS = statement((from, { token }: { token: number }) =>
  from(POSITIONS).select('trader_id as trader').where('token_id', token),
)

/** The positions of a scope, one by one; a token's all are those that have a state, a fill or a movement. */
async function positionsOf(
  sql: Sql,
  scope: Scope,
  fills: readonly FoldFill[],
  movements: readonly MovementRow[],
): Promise<PositionId[]> {
  const positions: PositionId[] = []
  const ofFills = new Map<number, Set<number>>()
  for (const { token, owner } of fills) ofFills.set(token, (ofFills.get(token) ?? new Set()).add(owner))
  const owners = new Set(movements.flatMap((row) => [row.owner ?? [], row.other ?? []].flat()))
  for (const [token, known] of scope) {
    if (known !== null) {
      for (const trader of known) positions.push({ token, trader })
      continue
    }
    const rows = await HOLDERS.all(sql, { token })
    const traders = new Set([...rows.map((row) => row.trader), ...owners])
    for (const owner of ofFills.get(token) ?? []) traders.add(owner)
    for (const trader of traders) positions.push({ token, trader })
  }
  return positions
}
