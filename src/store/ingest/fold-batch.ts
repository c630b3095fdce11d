import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { markUnfolded, markUnsettled } from '../ledger/load-state.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import { type Condition, type Conditions, isResolutionOf } from './conditions.ts'
import type { FoldSession } from './fold-session.ts'
import { type FoldFill, isLate, positionKey } from './fold-state.ts'
import { changedAfter, readHolders, readPositions } from './read-positions.ts'
import { countPositions } from './refold.ts'
import { addToScope, closeOver, foldInOrder, isInScope, type Scope, tokensOf } from './replay.ts'
import { settleRead } from './settle-resolved.ts'
import { readLots } from './write-positions.ts'

/** Events new to the ledger, each list in the ledger's order. */
export interface NewEvents {
  fills: readonly FoldFill[]
  movements: readonly MovementRow[]
}

/** Positions that a batch found to need a fold from an earlier day on. */
export interface LatePositions {
  scope: Scope
  /** The first day to make again. */
  from: Day
  /** Of a resolution of more positions most are settled by later transactions. */
  mostPositions: number
}

/**
 * Folds a batch's new events over the positions they touch, from the present state on. A position for which an event came
 * late is noted in `late`, which the session leaves out: its events are in the ledger, and a re-fold reads them from there.
 */
export async function foldBatch(
  tx: Sql,
  session: FoldSession,
  conditions: Conditions,
  events: NewEvents,
  late: LatePositions,
): Promise<void> {
  const byToken = await conditions.ofTokens(tx, [...new Set(events.fills.map((fill) => fill.token))])
  await conditions.loadNamed(tx, events.movements)
  const touched = events.movements.map((row) => touchedBy(row, conditions))
  const resolvedNow = resolvedBy(events.movements, conditions)
  const resolved = await resolvedPositions(tx, events.movements, conditions, late)
  const filled = events.fills.map(({ token, owner }) => ({ token, trader: owner }))
  const read = await readPositions(tx, session, [...filled, ...touched.flat(), ...resolved.later])
  read.push(...(await readHolders(tx, session, resolved.tokens)))
  await settleRead(tx, session, conditions, read, (condition) => resolvedNow.has(condition))
  addLate(session, events, touched, { byToken, conditions, resolvedNow }, late)
  widenDays(events, touched, conditions, late)
  await readClosingLots(tx, session, events, touched, conditions)
  const fold = foldInOrder(session, events.movements)
  for (const fill of events.fills) fold.fill(fill)
  fold.end()
}

/** Marks the tokens of a batch's new events as unfolded, in place of folding the events. */
export async function leaveUnfolded(
  tx: Sql,
  conditions: Conditions,
  { fills, movements }: NewEvents,
): Promise<void> {
  await conditions.loadNamed(tx, movements)
  const tokens = new Set(fills.map(({ token }) => token))
  for (const row of movements) for (const token of tokensOf(row, conditions)) tokens.add(token)
  if (tokens.size > 0) await markUnfolded(tx, [...tokens])
}

/** Positions that a movement changes together; RESOLVE, which changes every holder's, is looked up by token. */
function touchedBy(row: MovementRow, conditions: Conditions): PositionId[] {
  const pairs = (tokens: readonly number[], trader: number | null) =>
    trader === null ? [] : tokens.map((token) => ({ token, trader }))
  if (row.kind === 'TRANSFER')
    return [...pairs([row.token ?? 0], row.owner), ...pairs([row.token ?? 0], row.other)]
  if (row.kind === 'CONVERT') {
    const questions = conditions.questionsAt(row.negRisk ?? 0, row.key) ?? []
    return pairs(
      questions.flatMap((question) => question.tokens),
      row.owner,
    )
  }
  if (row.kind === 'RESOLVE' || row.condition === null) return []
  return pairs(conditions.get(row.condition).tokens, row.owner)
}

/** The positions that resolutions change as far as a batch must know them. */
interface Resolved {
  /** Tokens whose every holder is settled by the batch. */
  tokens: number[]
  /** Where more hold a token than one transaction settles: positions with an event after the resolution. */
  later: PositionId[]
}

/** The positions that resolutions settle now: those of every holder, or few where very many hold the tokens. */
async function resolvedPositions(
  tx: Sql,
  movements: readonly MovementRow[],
  conditions: Conditions,
  { mostPositions }: LatePositions,
): Promise<Resolved> {
  const resolved: Resolved = { tokens: [], later: [] }
  for (const row of movements) {
    if (row.kind !== 'RESOLVE' || row.condition === null) continue
    const { tokens } = conditions.get(row.condition)
    if ((await countPositions(tx, tokens)) <= mostPositions) resolved.tokens.push(...tokens)
    else {
      await markUnsettled(tx, row.condition)
      resolved.later.push(...(await changedAfter(tx, tokens, row)))
    }
  }
  return resolved
}

/** Reads the open lots that a batch may close. */
async function readClosingLots(
  tx: Sql,
  session: FoldSession,
  { fills, movements }: NewEvents,
  touched: readonly PositionId[][],
  conditions: Conditions,
): Promise<void> {
  const leaving = new Map<number, number>()
  const add = (key: number, shares: number) => leaving.set(key, (leaving.get(key) ?? 0) + shares)
  for (const { side, token, owner, shares } of fills)
    if (side === 'SELL') add(positionKey(token, owner), shares)
  movements.forEach((row, n) => {
    // A redemption may be of the whole holding, and a resolution closes every lot.
    const shares = row.kind === 'REDEEM' ? Number.POSITIVE_INFINITY : (row.amount ?? 0)
    if (row.kind !== 'SPLIT')
      for (const { token, trader } of touched[n] ?? []) add(positionKey(token, trader), shares)
    if (row.kind !== 'RESOLVE' || row.condition === null) return
    for (const token of conditions.get(row.condition).tokens)
      for (const { trader } of session.holders(token))
        add(positionKey(token, trader), Number.POSITIVE_INFINITY)
  })
  await readLots(
    tx,
    [...leaving].map(([key, shares]) => ({ entry: session.entries.get(key), shares })),
  )
}

/** The conditions whose resolution is among these movements. */
function resolvedBy(movements: readonly MovementRow[], conditions: Conditions): ReadonlySet<number | null> {
  const resolutions = movements.filter(
    (row) =>
      row.kind === 'RESOLVE' && row.condition !== null && isResolutionOf(conditions.get(row.condition), row),
  )
  return new Set(resolutions.map((row) => row.condition))
}

/** The conditions of a batch's events. */
interface KnownConditions {
  conditions: Conditions
  byToken: ReadonlyMap<number, Condition | null>
  /** Those that the batch resolves. */
  resolvedNow: ReadonlySet<number | null>
}

/**
 * Adds the positions for which an event is late: it comes before the position's last event, or before a resolution of an
 * earlier batch, or is a fill of the second of the last event, whose whole trade an earlier batch may have begun. Positions that a movement of the batch changes together are late together.
 */
function addLate(
  session: FoldSession,
  { fills, movements }: NewEvents,
  touched: readonly PositionId[][],
  { byToken, conditions, resolvedNow }: KnownConditions,
  { scope }: LatePositions,
): void {
  const isSettledBefore = (event: Place, condition: Condition | null) => {
    const settled = condition && !resolvedNow.has(condition.id) ? condition.resolved : null
    return settled !== null && isLate(event, settled)
  }
  const isBeforeLast = (event: Place, token: number, trader: number) => {
    const entry = session.entries.get(positionKey(token, trader))
    return entry !== undefined && isLate(event, entry)
  }
  for (const fill of fills)
    if (
      isBeforeLast(fill, fill.token, fill.owner) ||
      session.isSplit(fill) ||
      isSettledBefore(fill, byToken.get(fill.token) ?? null)
    )
      addToScope(scope, fill.token, fill.owner)
  movements.forEach((row, n) => {
    const pairs = touched[n] ?? []
    const condition = row.condition === null ? null : conditions.get(row.condition)
    if (
      isSettledBefore(row, condition) ||
      pairs.some(({ token, trader }) => isBeforeLast(row, token, trader))
    )
      for (const { token, trader } of pairs) addToScope(scope, token, trader)
    if (row.kind !== 'RESOLVE') return
    for (const token of condition?.tokens ?? [])
      for (const entry of session.holders(token))
        if (isLate(row, entry)) addToScope(scope, token, entry.trader)
  })
  closeOver(scope, touched)
}

/**
 * Includes the days of every excluded event: an event on time is excluded too where another one, of a later day,
 * brought its position into the scope.
 */
function widenDays(
  { fills, movements }: NewEvents,
  touched: readonly PositionId[][],
  conditions: Conditions,
  late: LatePositions,
): void {
  const isLeftOut = ({ token, trader }: PositionId) => isInScope(late.scope, token, trader)
  for (const { token, owner, time } of fills)
    if (isLeftOut({ token, trader: owner })) late.from = Math.min(late.from, dayOf(time))
  movements.forEach((row, n) => {
    const isOfToken =
      row.kind === 'RESOLVE' &&
      row.condition !== null &&
      conditions.get(row.condition).tokens.some((token) => late.scope.has(token))
    if (isOfToken || touched[n]?.some(isLeftOut)) late.from = Math.min(late.from, dayOf(row.time))
  })
}
