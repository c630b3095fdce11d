import { z } from 'zod'
import type { AlertChannel } from '../../delivery/channel.ts'
import { channelsOf } from '../../delivery/channel-input.ts'
import { FILL_USD } from '../../ledger/bounds.ts'
import { MARKET_CATEGORIES, type MarketCategory } from '../../ledger/market-category.ts'
import { type Address, isAddress, MICRO, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { limitWords } from '../../value-limits.ts'

/** The filter of the alerts that an account receives. An empty list matches everything. */
export interface AlertFilter {
  minUsd: MicroUsd
  /** Null: both. */
  side: 'BUY' | 'SELL' | null
  categories: readonly MarketCategory[]
  /** Alerts that qualify by one of these boards. */
  qualifying: readonly QualifyingBoard[]
  traders: readonly Address[]
}

export interface AlertConfig extends AlertFilter {
  accountId: number
  channels: readonly AlertChannel[]
  updatedAt: Seconds
}

/** The boards that make a fill of their top 100 an alert (methodology §8), by id. */
export const QUALIFYING_BOARDS = ['consistent-all', 'copyable-all', 'prescience-all'] as const

export type QualifyingBoard = (typeof QUALIFYING_BOARDS)[number]

const BOARDS: ReadonlySet<string> = new Set(QUALIFYING_BOARDS)

/** Whether an id is one of {@link QUALIFYING_BOARDS}; the chain of alerts can hold boards of other versions. */
export function isQualifyingBoard(id: string | null): id is QualifyingBoard {
  return id !== null && BOARDS.has(id)
}

/** The most traders that one config may name. */
export const MAX_TRADERS = 100
const AMOUNT = `must be from ${limitWords(FILL_USD)}`

/** Dollars with up to 6 decimals, as the exact amount. */
const dollars = z
  .number()
  .min(FILL_USD.minimum, AMOUNT)
  .max(FILL_USD.maximum, AMOUNT)
  .transform((amount): MicroUsd => Math.round(amount * MICRO))

const trader = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i, 'must be an address: 0x and 40 hex digits, in any case')
  .transform((text) => text.toLowerCase())
  .refine(isAddress)

function setOf<Value>(value: z.ZodType<Value>, most: number) {
  return z
    .array(value)
    .max(most, `must have at most ${most} entries`)
    .transform((list) => [...new Set(list)])
}

/** The lists of a config; an omitted one matches everything. */
const lists = {
  categories: setOf(
    z.enum(MARKET_CATEGORIES, `must be one of ${MARKET_CATEGORIES.join(', ')}`),
    MARKET_CATEGORIES.length,
  ),
  qualifying: setOf(
    z.enum(QUALIFYING_BOARDS, `must be one of ${QUALIFYING_BOARDS.join(', ')}`),
    QUALIFYING_BOARDS.length,
  ),
  traders: setOf(trader, MAX_TRADERS),
}

/**
 * A notification config as its owner writes it, the only place of its limits: arguments in GraphQL and REST derive from
 * it. Amounts become exact, wallets lower case, and duplicates in a list go.
 * @param allowPrivate whether webhooks may be plain http: for tests and closed networks
 */
export function alertConfigInput({ allowPrivate = false }: { allowPrivate?: boolean } = {}) {
  return z.strictObject({
    minUsd: dollars.default(0),
    side: z.enum(['BUY', 'SELL'], 'must be BUY or SELL').nullable().default(null),
    categories: lists.categories.default([]),
    qualifying: lists.qualifying.default([]),
    traders: lists.traders.default([]),
    channels: channelsOf(allowPrivate),
  })
}

export type AlertConfigInput = z.output<ReturnType<typeof alertConfigInput>>
