import type { ContractSet, GrowingContractSet } from '../chain/contracts.ts'
import { growingContractSet } from '../chain/contracts.ts'
import type { ChainFact } from '../chain/fact.ts'
import { tokensOfCondition } from '../chain/ids.ts'
import type { LedgerEvent } from '../ledger/event.ts'
import type { ConditionId, Hash, TokenId } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import {
  conversionFees,
  negRiskAmong,
  readPools,
  recordPools,
  recordStrangeTokens,
  strangeAmong,
} from '../store/ledger/chain-knowledge.ts'

/** Chain facts beside the ledger that decoding later blocks needs, kept in the store. */
export interface KnownChain {
  /** The contracts, with every pool that has been made. */
  contracts: GrowingContractSet
  /** A neg-risk market's conversion fee in 1/10,000; 0 if its preparation has not been read. */
  feeBipsOf(market: Hash): number
  /**
   * Learns from the facts of some blocks, in the transaction that takes them in.
   * @returns which of their events are the markets', and the markets whose conversions have an unknown fee
   */
  learn(tx: Sql, blocks: LearntBlocks): Promise<{ events: LedgerEvent[]; unknownFees: Hash[] }>
}

/** Facts and events of blocks, in chain order. */
export interface LearntBlocks {
  to: number
  events: readonly LedgerEvent[]
  facts: readonly ChainFact[]
}

/** Opens the store's known pools and fees. */
export async function openKnownChain(sql: Sql, set: ContractSet): Promise<KnownChain> {
  const contracts = growingContractSet(set)
  const fees = await conversionFees(sql)
  for (const { pool, collateral } of await readPools(sql)) contracts.addPool(pool, collateral)
  return {
    contracts,
    feeBipsOf: (market) => fees.get(market) ?? 0,
    async learn(tx, { to, events, facts }) {
      const pools = facts.filter((fact) => fact.kind === 'POOL')
      for (const { pool, collateral } of pools) contracts.addPool(pool, collateral)
      await recordPools(tx, pools)
      for (const fact of facts) if (fact.kind === 'NEG_RISK_MARKET') fees.set(fact.market, fact.feeBips)
      const misplaced = await onWrongCoin(tx, facts)
      const strange = facts.flatMap((fact) => (fact.kind === 'STRANGE_TOKENS' ? fact.tokens : []))
      const plain = misplaced.flatMap(({ condition }) => tokensOfCondition(condition, set.collateral))
      await recordStrangeTokens(tx, [...strange, ...plain], to)
      const kept = await marketEvents(tx, events, new Set(misplaced.map(placeOf)))
      const converted = kept.flatMap((event) => (event.kind === 'CONVERT' ? [event.market] : []))
      return { events: kept, unknownFees: converted.filter((market) => !fees.has(market)) }
    },
  }
}

interface Place {
  block: number | null
  logIndex: number | null
}

const placeOf = ({ block, logIndex }: Place): string => `${block} ${logIndex}`

/** Where shares on the plain collateral were split, merged or redeemed of a condition whose own are on the wrapped. */
async function onWrongCoin(
  tx: Sql,
  facts: readonly ChainFact[],
): Promise<(Place & { condition: ConditionId })[]> {
  const plain = facts.filter((fact) => fact.kind === 'ON_COLLATERAL')
  const negRisk = await negRiskAmong(
    tx,
    plain.map(({ condition }) => condition),
  )
  for (const fact of facts) if (fact.kind === 'NEG_RISK_QUESTION') negRisk.add(fact.condition)
  return plain.filter(({ condition }) => negRisk.has(condition))
}

/** Drops transfers of tokens that belong to no market: they are worth nothing to their receiver. */
async function marketEvents(
  tx: Sql,
  events: readonly LedgerEvent[],
  misplaced: ReadonlySet<string>,
): Promise<LedgerEvent[]> {
  const moved: TokenId[] = events.flatMap((event) => (event.kind === 'TRANSFER' ? [event.token] : []))
  const strange = await strangeAmong(tx, moved)
  return events.filter((event) => {
    if (event.kind === 'TRANSFER') return !strange.has(event.token)
    return !('condition' in event) || event.kind === 'RESOLVE' || !misplaced.has(placeOf(event))
  })
}
