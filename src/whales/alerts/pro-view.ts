import { categoryNamed } from '../../ledger/market-category.ts'
import { type Hash, MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import { isQualifyingBoard } from '../config/qualifying-board.ts'
import type { AlertIds } from './alert-reader.ts'
import type { AlertRow } from './alert-row.ts'
import type { AlertIdentity, AlertMarket, AlertView } from './alert-view.ts'

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
export function marketOf({ condition, question, slug }: AlertRow): AlertMarket | null {
  return condition === null ? null : { condition, question, slug }
}

function identityOf(row: AlertRow): AlertIdentity {
  return {
    trader: {
      id: row.trader,
      address: row.address,
      username: row.username,
      profileImage: row.profileImage,
      xUsername: row.xUsername,
      verified: row.verified === 1,
    },
    tx: hashOf(row.tx),
    orderHash: hashOf(row.orderHash),
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

export function hashOf(bytes: Uint8Array | null): Hash | null {
  return bytes === null ? null : (`0x${Buffer.from(bytes).toString('hex')}` as Hash)
}

function priceOf(micro: MicroPrice | null): number | null {
  return micro === null ? null : micro / MICRO
}
