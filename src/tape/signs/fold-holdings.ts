import { addTotals, type ExactTotal } from '../../metrics/running-sum.ts'
import { type Condition, isResolutionOf } from '../../store/ingest/conditions.ts'
import { createFoldSession } from '../../store/ingest/fold-session.ts'
import { type FoldContext, type FoldFill, positionKey } from '../../store/ingest/fold-state.ts'
import { tokensOf, tradersOf } from '../../store/ingest/replay.ts'
import type { MovementRow } from '../../store/ledger/movement-row.ts'
import { comparePlaces } from '../../store/ledger/place.ts'
import type { Holdings, SignEvent, SignTokens } from './sign-pass.ts'

/** An event with the row that the ledger's fold takes; null for one that moves no position. */
export type FoldedEvent = SignEvent & { row: FoldFill | MovementRow | null }

/** Positions as data, from which {@link createHoldings} goes on. */
export interface HeldPositions {
  open: { token: number; trader: number; shares: number; cost: number }[]
  /** Shares that are left of positions in resolved conditions, by {@link positionKey}. */
  settled: Map<number, number>
  /** The cost of each trader's open positions. */
  openCost: Map<number, ExactTotal>
  /** Traders with shares of unknown origin, or with an event that moved a position which the ledger cannot name. */
  partial: Set<number>
  /** Tokens of resolved conditions. */
  closed: Set<number>
}

/** Facts of the tokens and conditions of the events at hand. */
export interface FoldFacts {
  conditions: FoldContext['conditions']
  /** A token's condition; null while unknown. */
  conditionOf(token: number): Condition | null
  /** Tokens of a neg-risk market. */
  tokensOfNegRisk(id: number): readonly number[]
  isInfrastructure(trader: number): boolean
}

/** Open positions and what they cost, by the ledger's fold. */
export interface FoldHoldings extends Holdings<FoldedEvent> {
  /** Positions in memory, those that are over included. */
  size(): number
  /** Positions as data; what is over leaves memory. */
  take(): HeldPositions
}

/** No positions. */
export function noPositions(): HeldPositions {
  return { open: [], settled: new Map(), openCost: new Map(), partial: new Set(), closed: new Set() }
}

/** Holdings that go on from some positions. */
export function createHoldings(facts: FoldFacts, from: HeldPositions): FoldHoldings {
  const { conditions, isInfrastructure } = facts
  const { settled, openCost, partial, closed } = from
  const session = createFoldSession<FoldFill, MovementRow>({
    conditions,
    isInfrastructure,
    onEvent({ token, trader, position }, event, before) {
      if (position.untracked !== before.untracked) partial.add(trader)
      if (closed.has(token)) return
      const isSettled = 'kind' in event && event.kind === 'RESOLVE'
      const change = (isSettled ? 0 : position.cost) - before.cost
      if (change !== 0) openCost.set(trader, addTotals(openCost.get(trader) ?? 0, change))
    },
  })
  const load = (token: number, trader: number, shares: number, cost: number) => {
    const held = { shares, cost, officialAmount: 0, officialAvg: 0, time: 0, key: 0, item: 0 }
    session.load(token, trader, held)
  }
  for (const { token, trader, shares, cost } of from.open) load(token, trader, shares, cost)
  // Nearly all settled positions wait for nothing: those that an event touches are folded, so that shares of unknown origin show.
  const loadSettled = (token: number, trader: number | null) => {
    if (trader === null || !closed.has(token)) return
    const key = positionKey(token, trader)
    const shares = settled.get(key)
    if (shares !== undefined && !session.entries.has(key)) load(token, trader, shares, 0)
  }
  const entryOf = (token: number, trader: number) =>
    closed.has(token) ? undefined : session.entries.get(positionKey(token, trader))?.position
  return {
    tokens: signTokens(facts),
    apply({ row }) {
      if (row === null) return
      if ('side' in row) {
        loadSettled(row.token, row.owner)
        return session.fill(row)
      }
      if (row.kind !== 'RESOLVE')
        for (const token of tokensOf(row, conditions))
          for (const trader of tradersOf(row)) loadSettled(token, trader)
      session.movement(row)
      if (!isNamed(row, conditions) && row.owner !== null) partial.add(row.owner)
      if (row.kind !== 'RESOLVE' || row.condition === null) return
      const condition = conditions.get(row.condition)
      if (isResolutionOf(condition, row)) for (const token of condition.tokens) closed.add(token)
    },
    shares: (token, trader) => entryOf(token, trader)?.shares ?? 0,
    costIn: (tokens, trader) =>
      tokens.reduce((sum: ExactTotal, token) => addTotals(sum, entryOf(token, trader)?.cost ?? 0), 0),
    openCost: (trader) => openCost.get(trader) ?? 0,
    isPartial: (trader) => partial.has(trader),
    size: () => session.entries.size,
    take() {
      const open: HeldPositions['open'] = []
      for (const [key, { token, trader, position }] of session.entries)
        if (closed.has(token)) {
          if (position.shares > 0) settled.set(key, position.shares)
          else settled.delete(key)
        } else if (position.shares > 0)
          open.push({ token, trader, shares: position.shares, cost: position.cost })
      session.clear()
      for (const { token, trader, shares, cost } of open) load(token, trader, shares, cost)
      return { open, settled, openCost, partial, closed }
    },
  }
}

/** False for a movement of a condition whose tokens, or of a neg-risk market whose questions, are unknown. */
function isNamed(row: MovementRow, conditions: FoldContext['conditions']): boolean {
  if (row.kind === 'CONVERT') return conditions.questionsAt(row.negRisk ?? 0, row.key) !== null
  if (row.kind === 'SPLIT' || row.kind === 'MERGE' || row.kind === 'REDEEM')
    return row.condition !== null && conditions.get(row.condition).tokens.length > 0
  return true
}

/** Ids of tokens, conditions and neg-risk markets in one space. */
function signTokens({ conditionOf, tokensOfNegRisk }: FoldFacts): SignTokens {
  const market = (token: number) => {
    const condition = conditionOf(token)
    return condition === null ? 4 * token + 1 : 4 * condition.id
  }
  const ofMarket = (token: number) => {
    const tokens = conditionOf(token)?.tokens ?? []
    return tokens.includes(token) ? tokens : [token]
  }
  return {
    market,
    event(token) {
      const negRisk = conditionOf(token)?.negRisk ?? null
      return negRisk === null ? market(token) : 4 * negRisk + 2
    },
    ofMarket,
    ofEvent(token) {
      const negRisk = conditionOf(token)?.negRisk ?? null
      return negRisk === null ? ofMarket(token) : tokensOfNegRisk(negRisk)
    },
    payout(token, before) {
      const condition = conditionOf(token)
      if (condition === null || condition.resolved === null) return null
      if (comparePlaces(condition.resolved, before) >= 0) return null
      return condition.pricesAt(before)?.[condition.tokens.indexOf(token)] ?? null
    },
  }
}
