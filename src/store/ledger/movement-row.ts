import type { LedgerEvent } from '../../ledger/event.ts'
import { payoutPrices } from '../../ledger/holding.ts'
import type { MicroPrice } from '../../ledger/quantities.ts'
import type { Value } from '../engine/table.ts'
import type { Place } from './place.ts'

export type MovementKind = Exclude<LedgerEvent['kind'], 'FILL'>

/** How a kind is written in the store. A number, once released, keeps its meaning. */
export const MOVEMENT_CODES: Readonly<Record<MovementKind, number>> = {
  SPLIT: 1,
  MERGE: 2,
  CONVERT: 3,
  RESOLVE: 4,
  REDEEM: 5,
  TRANSFER: 6,
  INCOME: 7,
}

const KINDS = new Map(Object.entries(MOVEMENT_CODES).map(([kind, code]) => [code, kind as MovementKind]))

/** The kind that a number in the store means. */
export function movementKind(code: number): MovementKind {
  const kind = KINDS.get(code)
  if (kind === undefined) throw new RangeError(`the store holds a movement of unknown kind ${code}`)
  return kind
}

/** A movement as the fold reads it: ids in place of names. The kind decides which fields are set. */
export interface MovementRow extends Place {
  kind: MovementKind
  owner: number | null
  /** TRANSFER: the receiver. */
  other: number | null
  condition: number | null
  negRisk: number | null
  token: number | null
  /** Shares, sets, a REDEEM's payout or an INCOME's dollars, in micro-units. */
  amount: number | null
  /** REDEEM: shares by outcome, or null for the whole holding. */
  amounts: readonly number[] | null
  /** RESOLVE: prices by outcome. */
  payouts: readonly MicroPrice[] | null
  indexSet: string | null
  feeBips: number | null
}

/** Values of a kind besides the columns. */
export interface MovementDetail {
  amounts?: readonly number[] | null
  payouts?: readonly string[]
  indexSet?: string
  feeBips?: number
  reason?: string
}

export const MOVEMENT_COLUMNS = [
  'key',
  'item',
  'kind',
  'time',
  'owner_id',
  'other_id',
  'condition_id',
  'neg_risk_id',
  'token_id',
  'amount',
  'detail',
] as const

/** A row of `movements` as the fold reads it. */
export function movementRowOf(row: Record<string, Value>): MovementRow {
  const detail = row.detail === null ? {} : (JSON.parse(String(row.detail)) as MovementDetail)
  return {
    key: Number(row.key),
    item: Number(row.item),
    time: Number(row.time),
    kind: movementKind(Number(row.kind)),
    owner: idOf(row.owner_id),
    other: idOf(row.other_id),
    condition: idOf(row.condition_id),
    negRisk: idOf(row.neg_risk_id),
    token: idOf(row.token_id),
    amount: idOf(row.amount),
    amounts: detail.amounts ?? null,
    payouts: detail.payouts ? payoutPrices(detail.payouts) : null,
    indexSet: detail.indexSet ?? null,
    feeBips: detail.feeBips ?? null,
  }
}

function idOf(value: Value | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}
