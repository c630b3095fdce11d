import { mulDivFloor } from '../../ledger/quantities.ts'
import type { Condition } from '../ingest/conditions.ts'
import { positionKey } from '../ingest/fold-state.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'

export interface MovedFill extends Place {
  owner: number
  token: number
  isBuy: boolean
  /** Gross micro-shares. */
  shares: number
  /** The part of them that is taken as a fee; 0 where the fee is dollars. */
  feeShares: number
}

/** Shares of one token that entered and left one wallet, in micro-shares. */
export interface Balance {
  token: number
  trader: number
  /** In less out; below 0 if more left than the ledger has arrivals of. */
  shares: number
  /** The least that `shares` has been. */
  lowest: number
  /** Whether an ERC-1155 transfer was among them. */
  transferred: boolean
}

/** Facts about markets that balances depend on. */
export interface BalanceContext {
  /** Tokens by outcome; none while unknown. */
  tokensOf(condition: number): readonly number[]
  /** A neg-risk market's questions at a conversion, by index; null while some are unknown. */
  questionsAt(market: number, key: number): readonly Pick<Condition, 'tokens'>[] | null
  /** The fee of a conversion, in 1/10,000. */
  feeBipsOf(row: MovementRow): number
  isInfrastructure(trader: number): boolean
}

const BIPS = 10_000

/**
 * Adds up shares, and nothing but shares, in the ledger's order, without cost, without a floor at 0, and without the
 * fold's code. The balance of a position without untracked shares equals the fold's; other balances differ from it by the
 * untracked shares at most.
 */
export function createSignedBalances(context: BalanceContext) {
  const balances = new Map<number, Balance>()
  const balanceOf = (token: number, trader: number): Balance => {
    const key = positionKey(token, trader)
    const known = balances.get(key)
    if (known) return known
    const fresh = { token, trader, shares: 0, lowest: 0, transferred: false }
    balances.set(key, fresh)
    return fresh
  }
  const move = (token: number, trader: number, shares: number) => {
    const balance = balanceOf(token, trader)
    balance.shares += shares
    balance.lowest = Math.min(balance.lowest, balance.shares)
    return balance
  }

  const redeem = (row: MovementRow, owner: number, tokens: readonly number[]) => {
    tokens.forEach((token, i) => {
      if (row.amounts !== null) move(token, owner, -(row.amounts[i] ?? 0))
      // Without amounts it is the whole holding.
      else balanceOf(token, owner).shares = 0
    })
  }
  const convert = (row: MovementRow, owner: number) => {
    const amount = row.amount ?? 0
    const received = amount - mulDivFloor(amount, context.feeBipsOf(row), BIPS)
    const questions = context.questionsAt(row.negRisk ?? 0, row.key) ?? []
    const mask = BigInt(row.indexSet ?? '0')
    const isConverted = (i: number) => ((mask >> BigInt(i)) & 1n) === 1n
    if (!questions.some((_, i) => isConverted(i))) return
    questions.forEach(({ tokens: [yes = 0, no = 0] }, i) => {
      if (isConverted(i)) move(no, owner, -amount)
      else move(yes, owner, received)
    })
  }
  const transfer = (row: MovementRow) => {
    if (row.owner === row.other) return
    const sides = [
      { trader: row.owner, shares: -(row.amount ?? 0) },
      { trader: row.other, shares: row.amount ?? 0 },
    ]
    for (const { trader, shares } of sides) {
      if (trader === null || context.isInfrastructure(trader)) continue
      move(row.token ?? 0, trader, shares).transferred = true
    }
  }

  return {
    balances: balances as ReadonlyMap<number, Balance>,
    fill({ token, owner, isBuy, shares, feeShares }: MovedFill) {
      move(token, owner, isBuy ? shares - feeShares : -shares)
    },
    movement(row: MovementRow) {
      if (row.kind === 'TRANSFER') return transfer(row)
      if (row.owner === null || context.isInfrastructure(row.owner)) return
      if (row.kind === 'CONVERT') return convert(row, row.owner)
      if (row.condition === null) return
      const tokens = context.tokensOf(row.condition)
      if (row.kind === 'REDEEM') return redeem(row, row.owner, tokens)
      const amount = row.kind === 'SPLIT' ? (row.amount ?? 0) : row.kind === 'MERGE' ? -(row.amount ?? 0) : 0
      if (amount !== 0) for (const token of tokens) move(token, row.owner, amount)
    },
  }
}
