import { meets } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import { plural } from '../../formats.ts'
import type { LotMethod } from '../../ledger/lot-heap.ts'
import { isLongTerm } from '../../ledger/lots.ts'
import type { MicroUsd } from '../../ledger/quantities.ts'
import { type StoredDisposal, yearOf } from '../../store/trades/lot-record.ts'
import { MOST_SENDERS } from '../../store/trades/wallet-steps.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOTS_REPLAYED } from '../kit/cost/query-cost.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import type { YearOfLots } from '../kit/year-of-lots.ts'
import { addressesOf, traderOf } from '../traders/trader-query.ts'

// A year of disposals, and its sums.

/** Wallets that a caller may name beside the trader. */
export const MOST_OTHERS = 10

export interface LotSums {
  count: number
  proceeds: MicroUsd
  fee: MicroUsd
  basis: MicroUsd
  gain: MicroUsd
}

export interface LotsArguments {
  year?: number | null | undefined
  method?: LotMethod | null | undefined
  also?: readonly string[] | null | undefined
}

/**
 * Reads a year of a trader's lots.
 * @throws PequodError NOT_FOUND for another wallet without an event, QUERY_TOO_COSTLY for a record that is too long
 */
export async function readLots(
  trader: TraderProfile,
  asked: LotsArguments,
  context: RequestContext,
): Promise<YearOfLots> {
  const { snapshot } = trader
  const also = await addressesOf(asked.also ?? [], snapshot.asOf, context)
  const others = [...new Set(also)].filter((address) => address !== trader.row.address)
  const named = await Promise.all(others.map((address) => traderOf(address, snapshot.asOf, context)))
  const wallets = [trader, ...named]
  const isPro = meets(context.caller.tier, 'PRO')
  const most = isPro ? context.lotEvents : Math.min(LOTS_REPLAYED, context.lotEvents)
  const method = asked.method ?? 'fifo'
  const record = await context.reader.trades.lots({
    wallets: wallets.map(({ row }) => row.id),
    upTo: eventEnd(snapshot),
    method,
    snapshot,
    most,
  })
  if (record === null) throw tooLong(most, isPro)
  const year = asked.year ?? yearOf(snapshot.cutoff.time)
  const isOfYear = ({ time }: StoredDisposal) => yearOf(time) === year
  const years = new Set([
    ...record.disposals.map(({ time }) => yearOf(time)),
    ...record.income.map((one) => one.year),
  ])
  return {
    trader,
    wallets,
    method,
    year,
    years: [...years].sort((a, b) => b - a),
    disposals: record.disposals.filter(isOfYear),
    income: record.income.filter((one) => one.year === year),
    realized: record.realized.get(year) ?? 0,
  }
}

function tooLong(most: number, isPro: boolean): PequodError {
  const limits = `at most ${plural(most, 'event')}, with shares from at most ${MOST_SENDERS} other wallets`
  const help = isPro
    ? 'have the host run `pequod lots` on the store with more LOTS_MAX_EVENTS'
    : 'sign in with a Pro account for longer records'
  const message = `The record of these wallets is too long to replay: ${limits}. Ask for fewer wallets, or ${help}.`
  return new PequodError('QUERY_TOO_COSTLY', message)
}

/** The holding term; null for shares whose coming the ledger has not seen. */
export function termOf({ lot, time }: Pick<StoredDisposal, 'lot' | 'time'>): 'SHORT' | 'LONG' | null {
  if (lot === null) return null
  return isLongTerm(lot.time, time) ? 'LONG' : 'SHORT'
}

/** The sums of disposals with a gain; what has none is no part of them. @param term only those of one @default all */
export function sumsOf({ disposals }: YearOfLots, term?: 'SHORT' | 'LONG'): LotSums {
  const sums: LotSums = { count: 0, proceeds: 0, fee: 0, basis: 0, gain: 0 }
  for (const row of disposals) {
    if (row.gain === null || (term !== undefined && termOf(row) !== term)) continue
    sums.count += 1
    sums.proceeds += row.proceeds ?? 0
    sums.fee += row.fee
    sums.basis += row.basis ?? 0
    sums.gain += row.gain
  }
  return sums
}
