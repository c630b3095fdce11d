import { LRUCache } from 'lru-cache'
import type { LotMethod } from '../../ledger/lot-heap.ts'
import { type Disposal, LotBook } from '../../ledger/lots.ts'
import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { StoredMovement, StoredTrade } from './trade-filter.ts'
import { type StoredEvent, type WalletsAsked, walkWallets } from './wallet-steps.ts'

/** A disposal with the events of its coming and going. */
export type StoredDisposal = Disposal<StoredEvent>

/** Rewards and rebates of a kind in a UTC year. */
export interface YearIncome {
  year: number
  /** The type of the Data API; null if its source does not say. */
  reason: string | null
  usd: MicroUsd
  count: number
}

/** Everything that some wallets disposed of, in the order of the events. */
export interface LotRecord {
  disposals: readonly StoredDisposal[]
  income: readonly YearIncome[]
  /** Realized profit of the position fold by UTC year. */
  realized: ReadonlyMap<number, MicroUsd>
}

/** Wallets that are one, and the snapshot whose events count. */
export interface LotsAsked extends WalletsAsked {
  method: LotMethod
  snapshot: { id: number; generatedAt: Seconds }
}

/** Disposals of all records that are kept: pages of a list read the same one, which takes up to seconds to make. */
const MOST_KEPT = 300_000

/** The UTC year of a time. */
export function yearOf(time: Seconds): number {
  return new Date(time * 1_000).getUTCFullYear()
}

/** Reads records of lots. Null where the replay would take more than its limits: see {@link walkWallets}. */
export function createLotRecords(sql: Sql): (asked: LotsAsked) => Promise<LotRecord | null> {
  const kept = new LRUCache<string, LotRecord>({
    maxSize: MOST_KEPT,
    // The longest records are kept alone: each page of a list would make them again.
    sizeCalculation: ({ disposals }) => Math.min(disposals.length + 1, MOST_KEPT),
  })
  const underway = new Map<string, Promise<LotRecord | null>>()
  return async (asked) => {
    const { id, generatedAt } = asked.snapshot
    const name = JSON.stringify([
      id,
      generatedAt,
      asked.method,
      asked.most,
      asked.wallets.toSorted((a, b) => a - b),
    ])
    const known = kept.get(name) ?? underway.get(name)
    if (known) return known
    const made = makeRecord(sql, asked).finally(() => underway.delete(name))
    underway.set(name, made)
    const record = await made
    if (record) kept.set(name, record)
    return record
  }
}

async function makeRecord(sql: Sql, { method, ...asked }: LotsAsked): Promise<LotRecord | null> {
  const own = new Set(asked.wallets)
  const book = new LotBook<StoredEvent>(method, own)
  const realized = new Map<number, MicroUsd>()
  const income = new Map<string, YearIncome>()
  const isWhole = await walkWallets(sql, asked, ({ kind, ...step }) => {
    const year = yearOf(step.time)
    if (kind === 'INCOME') {
      count(income, year, step.event)
      return
    }
    book.apply({ kind, ...step })
    for (const { trader, before, after } of step.legs)
      if (own.has(trader)) realized.set(year, (realized.get(year) ?? 0) + after.realized - before.realized)
  })
  return isWhole ? { disposals: book.disposals, income: [...income.values()], realized } : null
}

function count(income: Map<string, YearIncome>, year: number, event: StoredTrade | StoredMovement): void {
  if ('side' in event) return
  const { reason, amount } = event
  const known = income.get(`${year} ${reason}`) ?? { year, reason, usd: 0, count: 0 }
  income.set(`${year} ${reason}`, { ...known, usd: known.usd + (amount ?? 0), count: known.count + 1 })
}
