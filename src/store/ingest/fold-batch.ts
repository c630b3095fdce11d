import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table-types.ts'
import { inTurn } from '../ledger/event-order.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { HELD_COLUMNS } from '../ledger/position-day.ts'
import { POSITIONS } from '../tables.ts'
import { type Condition, type Conditions, isResolutionOf } from './conditions.ts'
import { isLate, positionKey, positionOf } from './fold-entry.ts'
import type { FoldFill, FoldSession } from './fold-session.ts'
import { heldStateOf } from './held-state.ts'
import { addToScope, isInScope, type Scope } from './scope.ts'

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
}

/**
 * Folds a batch's new events over the positions they touch. A position for which an event came late is left out and
 * noted in `late`: its events are in the ledger, and a re-fold reads them from there.
 */
export async function foldBatch(
  tx: Sql,
  session: FoldSession,
  conditions: Conditions,
  events: NewEvents,
  late: LatePositions,
): Promise<void> {
  const byToken = await conditions.ofTokens(tx, [...new Set(events.fills.map((fill) => fill.token))])
  await loadConditions(tx, conditions, events.movements)
  const touched = events.movements.map((row) => touchedBy(row, conditions))
  await loadPositions(tx, session, events.fills, touched.flat(), wholeTokens(events.movements, conditions))
  addLateFills(session, events, byToken, conditions, late)
  addLateMovements(session, events.movements, touched, conditions, late)
  widenDays(events, conditions, late)
  foldInOrder(session, events, touched, late)
}

/** A position by its ids. */
interface Pair {
  token: number
  trader: number
}

async function loadConditions(
  tx: Sql,
  conditions: Conditions,
  movements: readonly MovementRow[],
): Promise<void> {
  await conditions.load(
    tx,
    movements.flatMap((row) => row.condition ?? []),
  )
  await conditions.loadNegRisk(
    tx,
    movements.flatMap((row) => row.negRisk ?? []),
  )
}

/** Positions that a movement changes together; RESOLVE, which changes every holder's, is looked up by token. */
function touchedBy(row: MovementRow, conditions: Conditions): Pair[] {
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

function wholeTokens(movements: readonly MovementRow[], conditions: Conditions): number[] {
  return movements.flatMap((row) =>
    row.kind === 'RESOLVE' && row.condition !== null ? conditions.get(row.condition).tokens : [],
  )
}

async function loadPositions(
  tx: Sql,
  session: FoldSession,
  fills: readonly FoldFill[],
  pairs: readonly Pair[],
  tokens: readonly number[],
): Promise<void> {
  const missing = new Set<number>()
  const need = (token: number, trader: number) => {
    const key = positionKey(token, trader)
    if (!session.entries.has(key)) missing.add(key)
  }
  for (const fill of fills) need(fill.token, fill.owner)
  for (const pair of pairs) need(pair.token, pair.trader)
  const list = Array.from(Float64Array.from(missing).sort(), positionOf)
  const keys = { token_id: list.map((pair) => pair.token), trader_id: list.map((pair) => pair.trader) }
  const rows = await tx.find(POSITIONS, ['token_id', 'trader_id'], keys, list.length, STATE)
  rows.forEach((row, i) => {
    const pair = list[i]
    if (row && pair) session.load(pair.token, pair.trader, stateOf(row))
  })
  if (tokens.length > 0) await loadHolders(tx, session, tokens)
}

const STATE = [...HELD_COLUMNS, 'last_time', 'last_key']

function stateOf(row: readonly (Value | undefined)[]) {
  const [time, key] = row.slice(HELD_COLUMNS.length)
  return { ...heldStateOf(row), time: Number(time), key: Number(key), item: 0 }
}

async function loadHolders(tx: Sql, session: FoldSession, tokens: readonly number[]): Promise<void> {
  const rows = await tx.all<Record<string, number>>(
    `SELECT token_id, trader_id, ${STATE.join(', ')} FROM positions WHERE ${tx.isIn('token_id', 'int')}`,
    [tx.list([...new Set(tokens)])],
  )
  for (const row of rows) {
    const token = row.token_id ?? 0
    const trader = row.trader_id ?? 0
    if (session.entries.has(positionKey(token, trader))) continue
    session.load(token, trader, stateOf(STATE.map((column) => row[column])))
  }
}

function addLate(late: LatePositions, token: number, trader: number, time: number): void {
  addToScope(late.scope, token, trader)
  late.from = Math.min(late.from, dayOf(time))
}

/** The conditions whose resolution is among these movements. */
function resolvedBy(movements: readonly MovementRow[], conditions: Conditions): ReadonlySet<number | null> {
  const resolutions = movements.filter(
    (row) =>
      row.kind === 'RESOLVE' && row.condition !== null && isResolutionOf(conditions.get(row.condition), row),
  )
  return new Set(resolutions.map((row) => row.condition))
}

/** A fill is late behind its position's last event, or behind a resolution of an earlier batch. */
function addLateFills(
  session: FoldSession,
  events: NewEvents,
  byToken: ReadonlyMap<number, Condition | null>,
  conditions: Conditions,
  late: LatePositions,
): void {
  const resolvedNow = resolvedBy(events.movements, conditions)
  for (const fill of events.fills) {
    const entry = session.entries.get(positionKey(fill.token, fill.owner))
    const condition = byToken.get(fill.token) ?? null
    const settled = condition?.resolved && !resolvedNow.has(condition.id) ? condition.resolved : null
    if ((entry && isLate(fill, entry)) || (settled && isLate(fill, settled))) {
      addLate(late, fill.token, fill.owner, fill.time)
    }
  }
}

/** The same for movements; positions that one movement changes together are late together. */
function addLateMovements(
  session: FoldSession,
  movements: readonly MovementRow[],
  touched: readonly Pair[][],
  conditions: Conditions,
  late: LatePositions,
): void {
  const isLatePair = (row: MovementRow, { token, trader }: Pair) => {
    const entry = session.entries.get(positionKey(token, trader))
    return (entry !== undefined && isLate(row, entry)) || isInScope(late.scope, token, trader)
  }
  const resolvedNow = resolvedBy(movements, conditions)
  for (let grew = true; grew; ) {
    grew = false
    movements.forEach((row, i) => {
      const pairs = touched[i] ?? []
      const settled =
        row.condition !== null && !resolvedNow.has(row.condition)
          ? conditions.get(row.condition).resolved
          : null
      if (!(settled && isLate(row, settled)) && !pairs.some((pair) => isLatePair(row, pair))) return
      for (const { token, trader } of pairs) if (addToScope(late.scope, token, trader)) grew = true
      late.from = Math.min(late.from, dayOf(row.time))
    })
  }
  for (const row of movements) {
    if (row.kind !== 'RESOLVE' || row.condition === null) continue
    for (const token of conditions.get(row.condition).tokens) addLateHolders(session, row, token, late)
  }
}

function addLateHolders(
  session: FoldSession,
  resolution: MovementRow,
  token: number,
  late: LatePositions,
): void {
  for (const entry of session.holders(token)) {
    if (isLate(resolution, entry)) addLate(late, token, entry.trader, resolution.time)
  }
}

/**
 * What is left out must be in the days that are recomputed: an event on time is left out too where another one, of a
 * later day, brought its position into the scope.
 */
function widenDays(events: NewEvents, conditions: Conditions, late: LatePositions): void {
  for (const fill of events.fills) {
    if (isInScope(late.scope, fill.token, fill.owner)) late.from = Math.min(late.from, dayOf(fill.time))
  }
  for (const row of events.movements) {
    if (row.kind !== 'RESOLVE' || row.condition === null) continue
    const settled = conditions.get(row.condition).tokens
    if (settled.some((token) => late.scope.has(token))) late.from = Math.min(late.from, dayOf(row.time))
  }
}

function foldInOrder(
  session: FoldSession,
  events: NewEvents,
  touched: readonly Pair[][],
  late: LatePositions,
): void {
  const isLeftOut = ({ token, trader }: Pair) => isInScope(late.scope, token, trader)
  const turns = inTurn(events.movements, (row, n) => {
    const pairs = touched[n] ?? []
    if (!pairs.some(isLeftOut))
      session.movement(row, (token, trader) => !isInScope(late.scope, token, trader))
  })
  for (const fill of events.fills) {
    turns.before(fill)
    if (!isLeftOut({ token: fill.token, trader: fill.owner })) session.fill(fill)
  }
  turns.rest()
}
