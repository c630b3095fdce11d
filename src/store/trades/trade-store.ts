import type { MicroShares, MicroUsd, Seconds, TokenId } from '../../ledger/quantities.ts'
import { readsOn, type Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { comparePlaces, type PlaceBound } from '../ledger/place.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'
import { positionDays, stepsOfDay } from './day-steps.ts'
import { effectsOfFills } from './fill-effects.ts'
import { createLotRecords } from './lot-record.ts'
import type { StoredTrade } from './trade-filter.ts'
import { TERMS } from './trade-filter.ts'
import { pageOfFills, pageOfMovements, readResolutions } from './whole-reads.ts'
import {
  pricesAround,
  type RecordedTrade,
  readTape,
  tapeMarkets,
  tokensOfEvents,
  tokensWhere,
  wholesOfFills,
} from './whole-trades.ts'

export interface TokenName {
  id: number
  token: TokenId
  /** Null while metadata does not link it; the condition's number. */
  condition: number | null
  /** Its place among the outcomes; null likewise. */
  outcome: number | null
  name: string | null
}

/** All buys of a trader in an outcome. */
export interface BuyTotals {
  trader: number
  token: number
  /** Time of the first of them. */
  time: Seconds
  shares: MicroShares
  usd: MicroUsd
}

/** Reads of single events. Each method takes a constant number of statements, regardless of the length of its list. */
export type TradeStore = ReturnType<typeof createTradeStore>

const TOKEN_NAMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(TOKENS)
    .select('id', 'token', 'condition_id as condition', 'outcome', 'outcome_name as name')
    .whereAnyOf('id', 'int', ids),
)
const TOKENS_OF = statement((from, { conditions }: { conditions: readonly string[] }) =>
  from(as(TOKENS, 't'))
    .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .select('t.id', 'c.condition')
    .whereAnyOf('c.condition', 'text', conditions),
)
const TOKENS_OF_CONDITION = statement((from, { condition }: { condition: number }) =>
  from(TOKENS).select('id').where('condition_id', condition),
)
const TOKEN_NUMBER = statement((from, { token }: { token: string }) =>
  from(TOKENS).select('id').where('token', token),
)

/** The reads on one connection. */
export function createTradeStore(sql: Sql) {
  const ledger = ledgerOf(sql)
  const fillsByKey = (keys: readonly number[]) =>
    ledger.events<StoredTrade>('FILLS', { keys }, { select: TERMS })
  return {
    ...readsOn(sql, {
      fills: pageOfFills,
      movements: pageOfMovements,
      positionDays,
      stepsOfDay,
      tape: readTape,
      boughtBy,
      wholesOf: wholesOfFills,
      pricesAround,
      tapeMarkets,
      tokensOfEvents,
      tokensWhere,
    }),
    /** Fills by their keys, in no order; unknown keys are skipped. */
    fillsByKey,
    lots: createLotRecords(sql),
    effectsOf: (asked: readonly StoredTrade[]) => effectsOfFills(sql, asked),
    /** Transactions of fills, by key. */
    hashes: (keys: readonly number[]) => ledger.fillHashes(keys),
    /** Transactions of movements, by key. */
    async movementHashes(keys: readonly number[]) {
      const rows = await ledger.events<{ key: number; tx: Uint8Array | null }>(
        'MOVEMENTS',
        { keys: [...new Set(keys)] },
        { select: 'key, tx', hashes: true },
      )
      return new Map(rows.map((row) => [row.key, row]))
    },
    /** The first fills of whole trades, by key. */
    async firstFills(wholes: readonly RecordedTrade[]) {
      const distinct = (of: (whole: RecordedTrade) => number) => [...new Set(wholes.map(of))]
      const filter = {
        keys: distinct(({ key }) => key),
        tokens: distinct(({ tokenId }) => tokenId),
        times: distinct(({ time }) => time),
      }
      const found = await ledger.events<StoredTrade>('FILLS', filter, { select: TERMS })
      return new Map(found.map((fill) => [fill.key, fill]))
    },
    /** A transaction's fills, `most` of them at most, in no order. @param tx its 32 bytes */
    async ofTransaction(tx: Uint8Array, most: number) {
      const keys = await ledger.fillsOfTransaction(tx, most)
      return keys.length === 0 ? [] : fillsByKey(keys)
    },
    async tokens(ids: readonly number[]): Promise<Map<number, TokenName>> {
      const rows = await TOKEN_NAMES.all(sql, { ids })
      return new Map(rows.map((row) => [row.id, row]))
    },
    /** Tokens of markets by their conditions; none where there is no such market. */
    tokensOf: (conditions: readonly string[]) => TOKENS_OF.all(sql, { conditions }),
    tokensOfCondition: (condition: number) => TOKENS_OF_CONDITION.all(sql, { condition }),
    /** The resolution of a condition by its number, if it is known up to a place; else null. */
    async resolutionOf(condition: number, upTo: PlaceBound) {
      return (await readResolutions(sql, [condition], { upTo })).sort(comparePlaces)[0] ?? null
    },
    /** A token's number; null for one that the ledger does not know. */
    async tokenNumber(token: string) {
      return (await TOKEN_NUMBER.get(sql, { token }))?.id ?? null
    },
  }
}

/** The buys of each outcome by some traders up to a place, added up, in no order. */
async function boughtBy(sql: Sql, traders: readonly number[], upTo: PlaceBound): Promise<BuyTotals[]> {
  const parts = await ledgerOf(sql).events<BuyTotals>(
    'FILLS',
    { owners: traders, side: 0, upTo },
    {
      select:
        'owner_id AS trader, token_id AS token, MIN(time) AS time, CAST(SUM(shares) AS BIGINT) AS shares, CAST(SUM(usd) AS BIGINT) AS usd',
      end: 'GROUP BY owner_id, token_id',
    },
  )
  // Rows and sealed fills are added up apart.
  return [...Map.groupBy(parts, ({ trader, token }) => `${trader} ${token}`).values()].map((all) =>
    all.reduce((one, other) => ({
      trader: one.trader,
      token: one.token,
      time: Math.min(one.time, other.time),
      shares: one.shares + other.shares,
      usd: one.usd + other.usd,
    })),
  )
}
