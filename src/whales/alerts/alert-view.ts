import { categoryNamed, type MarketCategory } from '../../ledger/market-category.ts'
import {
  type Address,
  type ConditionId,
  type Hash,
  MICRO,
  type MicroPrice,
  type MicroUsd,
  type Seconds,
  type TokenId,
} from '../../ledger/quantities.ts'
import { hashText } from '../../store/ledger/place.ts'
import { isQualifyingBoard, type QualifyingBoard } from '../config/alert-config.ts'
import type { AlertIds } from './alert-reader.ts'
import type { AlertRow } from './alert-row.ts'

/** The known facts of an alert's market. */
export interface AlertMarket {
  condition: ConditionId
  question: string | null
  slug: string | null
}

/** The later prices of an alert's token: dollars a share, null until known. */
export interface AlertMarks {
  afterHour: number | null
  afterDay: number | null
  /** The payout of a share. */
  payout: number | null
}

export interface AlertTrader {
  id: number
  address: Address
  username: string | null
  profileImage: string | null
  xUsername: string | null
  verified: boolean
}

/** The fields of an alert that only Pro callers see. */
export interface AlertIdentity {
  /** The fill's key in the ledger. */
  fillKey: number
  trader: AlertTrader
  tx: Hash | null
  orderHash: Hash | null
  token: TokenId
  shares: number
  role: 'MAKER' | 'TAKER' | null
  marks: AlertMarks
}

/** An alert as a caller sees it; dollars, shares and prices as decimals. */
export interface AlertView {
  id: string
  /** Null without Pro. */
  identity: AlertIdentity | null
  /** The trader's label where `identity` is null. */
  label: string | null
  side: 'BUY' | 'SELL'
  /** The outcome's name; null if unknown. */
  outcome: string | null
  /** Null while the token's market is unknown. */
  market: AlertMarket | null
  category: MarketCategory | null
  usd: number
  /** Dollars a share. */
  price: number
  time: Seconds
  /** The unit that `time` is floored to. */
  timePrecision: 'SECOND' | 'MINUTE'
  /** Ids of the boards that had the trader in their top 100 at the start of the week. */
  qualifying: readonly QualifyingBoard[]
}

/** Significant digits of the dollars that callers without Pro see. */
const USD_DIGITS = 2
const MINUTE = 60

/**
 * An alert for callers without Pro: everything but the trader and the exact amounts (methodology §8).
 * @param number the trader's within the UTC day of the alert
 */
export function publicView(row: AlertRow, ids: AlertIds, number: number): AlertView {
  const { usd, price, time, ...view } = proView(row, ids)
  return {
    ...view,
    identity: null,
    label: `Trader #${number}`,
    usd: shownUsd(usd),
    price: shownPrice(price),
    time: shownTime(time),
    timePrecision: 'MINUTE',
  }
}

/** Dollars with 2 significant digits, rounded towards zero. */
export function shownUsd(usd: number): number {
  const micro: MicroUsd = Math.round(Math.abs(usd) * MICRO)
  const unit = 10 ** Math.max(0, String(micro).length - USD_DIGITS)
  return (Math.sign(usd) * (micro - (micro % unit))) / MICRO
}

/** Dollars a share, rounded to the cent. */
export function shownPrice(price: number): number {
  return Math.round(price * 100) / 100
}

/** The start of the minute. */
export function shownTime(time: Seconds): Seconds {
  return time - (time % MINUTE)
}

/** An alert for Pro callers: everything in the ledger. */
export function proView(row: AlertRow, ids: AlertIds): AlertView {
  return {
    id: ids.of(row.seq),
    identity: identityOf(row),
    label: null,
    side: sideOf(row),
    outcome: row.outcomeName,
    market: marketOf(row),
    category: categoryNamed(row.category),
    usd: row.usd / MICRO,
    price: row.usd / row.shares,
    time: row.time,
    timePrecision: 'SECOND',
    qualifying: row.boards.split(' ').filter(isQualifyingBoard),
  }
}

export function sideOf({ side }: Pick<AlertRow, 'side'>): 'BUY' | 'SELL' {
  return side === 0 ? 'BUY' : 'SELL'
}

/** An alert's market, or null while no metadata links its token. */
function marketOf({ condition, question, slug }: AlertRow): AlertMarket | null {
  return condition === null ? null : { condition, question, slug }
}

function identityOf(row: AlertRow): AlertIdentity {
  return {
    fillKey: row.fillKey,
    trader: {
      id: row.trader,
      address: row.address,
      username: row.username,
      profileImage: row.profileImage,
      xUsername: row.xUsername,
      verified: row.verified === 1,
    },
    tx: hashText(row.tx),
    orderHash: hashText(row.orderHash),
    token: row.tokenName,
    shares: row.shares / MICRO,
    role: row.role === null ? null : row.role === 1 ? 'TAKER' : 'MAKER',
    marks: {
      afterHour: priceOf(row.afterHour),
      afterDay: priceOf(row.afterDay),
      payout: priceOf(row.payout),
    },
  }
}

function priceOf(micro: MicroPrice | null): number | null {
  return micro === null ? null : micro / MICRO
}
