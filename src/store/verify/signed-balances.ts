import { mulDivFloor } from '../../ledger/quantities.ts'
import type { Condition } from '../ingest/conditions.ts'
import { positionKey } from '../ingest/fold-entry.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'

/** What a fill moves. */
export interface MovedFill extends Place {
  owner: number
  token: number
  isBuy: boolean
  /** Gross micro-shares. */
  shares: number
  /** The part of them that is taken as a fee; 0 where the fee is dollars. */
  feeShares: number
}

/** What came and went of one token in one wallet, in micro-shares. */
export interface Balance {
  token: number
  trader: number
  /** In less out; below 0 where more left than the ledger saw come. */
  shares: number
  /** The least that `shares` has been. */
  lowest: number
  /** An ERC-1155 transfer was among it. */
  transferred: boolean
}

/** What the balances need to know of the world. */
export interface BalanceContext {
  /** Tokens by outcome; none while unknown. */
  tokensOf(condition: number): readonly number[]
  /** What a neg-risk market's questions were at a conversion, by index; null while some are unknown. */
  questionsAt(market: number, key: number): readonly Pick<Condition, 'tokens'>[] | null
  /** The fee of a conversion, in 1/10,000. */
  feeBipsOf(row: MovementRow): number
  isInfrastructure(trader: number): boolean
}

const BIPS = 10_000

/**
 * Adds up shares, and nothing but shares, in the ledger's order: an account of the ledger that knows no cost, no
 * holding that stops at 0, and none of the fold's code. Where a position has nothing untracked, its balance here is
 * what the fold says it holds; elsewhere the two differ by the untracked shares at most.
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
      // Without amounts it is the whole holding, whatever that was.
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
