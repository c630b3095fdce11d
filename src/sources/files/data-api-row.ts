import { MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { EventPlace, LedgerEvent, MarketInfo, TraderInfo } from '../../ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../ledger/quantities.ts'
import {
  amountOf,
  type Decimal,
  decimalOf,
  decimalText,
  lower,
  micro,
  timeOf,
  timesMicro,
  toMicro,
} from '../decimal.ts'
import {
  addressField,
  conditionField,
  hashField,
  refusedField,
  textField,
  tokenField,
} from '../field-checks.ts'
import { apiText, apiTrader, describingText, INCOME_REASONS } from './api-row.ts'

/** The content of one row of the Data API. */
export interface ApiRow {
  /** The event, without block, log index and row identity; null for a type that is not an event. */
  record: LedgerEvent | null
  /** The market's names in the row, never its tokens in their order; null if the row names no condition. */
  market: MarketInfo | null
  /** The wallet's profile in the row; null without one. */
  trader: TraderInfo | null
  /** The row's token and what is known of its place in the market; null if the row names no token or condition. */
  token: RowToken | null
  /** The row's number in its file, from 1. */
  row: number
  /** The row's type: TRADE, SPLIT, REDEEM, … */
  type: string
  /** Identifies the same event in another file; identical twins in one file share it. */
  identity: string
  /** HISTORY for a row of a History CSV. @default the Data API */
  source?: 'HISTORY'
  /** The reasons for omitting descriptive texts beyond a bound. */
  leftOut: string[]
}

/** A token's condition and outcome, as far as a row names them. */
export interface RowToken {
  token: TokenId
  condition: ConditionId
  outcome: string | null
  /** From 0; null if the row says 999 or nothing. */
  outcomeIndex: number | null
}

/** A parsed row: JSON values, or the texts of a CSV file. */
export type RawRow = Record<string, unknown>

/**
 * Types that become no event, and why. CONVERSION would move positions, but its row does not say which questions
 * were converted.
 */
export const SKIPPED_TYPES: ReadonlyMap<string, string> = new Map([
  ['CONVERSION', 'the row does not say which questions were converted: ingest conversions from the chain'],
  ['MIGRATION', 'shares change their contract, not their owner'],
  ['DEPOSIT', 'money only, no position'],
  ['WITHDRAWAL', 'money only, no position'],
  ['TIP', 'money only, no position'],
])

/** The API's mark for an outcome that it does not know. */
const UNKNOWN_OUTCOME = 999

/**
 * Reads one row of `/activity` or `/trades`; `type` is the row's own, or TRADE for `/trades`. Amounts are rounded
 * half up to millionths; "", 999 and price 0 are absent. Throws Refused where the row cannot be used.
 */
export function dataApiRow(raw: RawRow, type: string, row: number): ApiRow {
  const owner = addressField('proxyWallet', lower(raw.proxyWallet))
  const tx =
    apiText(raw.transactionHash) === null ? null : hashField('transactionHash', lower(raw.transactionHash))
  const place: ApiPlace = { block: null, logIndex: null, tx, time: timeOf(raw.timestamp ?? raw.time) }
  const condition =
    apiText(raw.conditionId) === null ? null : conditionField('conditionId', lower(raw.conditionId))
  const token = apiText(raw.asset) === null ? null : tokenField('asset', raw.asset)
  const leftOut: string[] = []
  return {
    record: recordOf(raw, type, { place, owner, condition, token }),
    market: condition && marketOf(raw, condition, leftOut),
    trader: apiTrader(raw, owner, leftOut),
    token: token && condition && rowTokenOf(raw, token, condition, leftOut),
    row,
    type,
    identity: identityOf(raw, type, { place, owner, condition, token }),
    leftOut,
  }
}

type ApiPlace = EventPlace & { tx: Hash | null }

interface Parties {
  place: ApiPlace
  owner: Address
  condition: ConditionId | null
  token: TokenId | null
}

function recordOf(raw: RawRow, type: string, parties: Parties): LedgerEvent | null {
  const { place, owner } = parties
  if (SKIPPED_TYPES.has(type)) return null
  if (type === 'TRADE') return fillOf(raw, parties)
  if (INCOME_REASONS.has(type)) return { kind: 'INCOME', ...place, owner, amount: moneyOf(raw), reason: type }
  const { condition } = parties
  if (type !== 'SPLIT' && type !== 'MERGE' && type !== 'REDEEM')
    throw refusedField('type', type, 'a type of the Data API (TRADE, SPLIT, MERGE, REDEEM, …)')
  if (condition === null) throw refusedField('conditionId', raw.conditionId, `the condition of the ${type}`)
  if (type === 'REDEEM') {
    const payout = amountOf('usdcSize', raw.usdcSize)
    return { kind: type, ...place, owner, condition, amounts: null, payout }
  }
  return { kind: type, ...place, owner, condition, amount: amountOf('size', raw.size) }
}

function fillOf(raw: RawRow, { place, owner, token }: Parties): LedgerEvent {
  if (token === null) throw refusedField('asset', raw.asset, 'the token that was traded')
  const shares = amountOf('size', raw.size)
  if (shares === 0) throw refusedField('size', raw.size, 'at least one millionth of a share')
  return {
    kind: 'FILL',
    ...place,
    exchange: null,
    owner,
    counterparty: null,
    role: null,
    side: sideOf(raw),
    token,
    shares,
    usd: usdOf(raw, shares),
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

function sideOf(raw: RawRow): 'BUY' | 'SELL' {
  const side = typeof raw.side === 'string' ? raw.side.toUpperCase() : raw.side
  if (side === 'BUY' || side === 'SELL') return side
  throw refusedField('side', raw.side, 'BUY or SELL')
}

/** The paid amount: the API's own figure, which includes fees and rounding, or else shares at the price. */
function usdOf(raw: RawRow, shares: number): number {
  const stated = presentDecimal('usdcSize', raw.usdcSize)
  if (stated !== null) return micro('usdcSize', raw.usdcSize, toMicro(stated))
  const price = presentDecimal('price', raw.price)
  if (price === null) throw refusedField('price', raw.price, 'a price, or the amount paid as usdcSize,')
  if (toMicro(price) > 1_000_000n)
    throw refusedField('price', raw.price, 'a price of at most 1 dollar a share')
  return micro('size times price', raw.size, timesMicro(BigInt(shares), price))
}

/** The dollars of a row that pays: usdcSize, or size where that is absent or 0. */
function moneyOf(raw: RawRow): number {
  const stated = presentDecimal('usdcSize', raw.usdcSize)
  return stated === null ? amountOf('size', raw.size) : micro('usdcSize', raw.usdcSize, toMicro(stated))
}

/** The decimal, or null if it is absent or 0, which the API writes for absent. */
function presentDecimal(name: string, value: unknown): Decimal | null {
  if (value === undefined || value === null || value === '') return null
  const decimal = decimalOf(name, value)
  return decimal.digits === 0n ? null : decimal
}

const nameField = textField(TEXT_BOUNDS.name)
const titleField = textField(TEXT_BOUNDS.question)
const slugField = textField(TEXT_BOUNDS.slug)

function marketOf(raw: RawRow, condition: ConditionId, leftOut: string[]): MarketInfo {
  const eventSlug = describingText(raw, 'eventSlug', slugField, leftOut)
  return {
    kind: 'MARKET',
    condition,
    tokens: [],
    outcomes: [],
    question: describingText(raw, 'title', titleField, leftOut),
    slug: describingText(raw, 'slug', slugField, leftOut),
    category: null,
    tags: [],
    event: eventSlug === null ? null : { id: eventSlug, title: null, slug: eventSlug },
    negRisk: null,
  }
}

function rowTokenOf(raw: RawRow, token: TokenId, condition: ConditionId, leftOut: string[]): RowToken {
  const index = raw.outcomeIndex === '' ? Number.NaN : Number(raw.outcomeIndex ?? Number.NaN)
  const known = Number.isInteger(index) && index >= 0 && index < MAX_OUTCOMES && index !== UNKNOWN_OUTCOME
  const outcome = describingText(raw, 'outcome', nameField, leftOut)
  return { token, condition, outcome, outcomeIndex: known ? index : null }
}

/** README of the data: (transaction or, without one, time; owner; token or condition; side or type; size; price). */
function identityOf(raw: RawRow, type: string, { place, owner, condition, token }: Parties): string {
  const price = presentDecimal('price', raw.price)
  const size = apiText(raw.size) === null && typeof raw.size !== 'number' ? '' : amountOf('size', raw.size)
  return [
    place.tx ?? place.time,
    owner,
    token ?? condition ?? '',
    type === 'TRADE' ? sideOf(raw) : type,
    size,
    price === null ? '' : decimalText(price),
  ].join(' ')
}
