import type { ContractSet } from '../chain/contracts.ts'
import type { ChainFact } from '../chain/fact.ts'
import { tokensOfCondition } from '../chain/ids.ts'
import type { LedgerEvent, MarketInfo } from '../ledger/event.ts'
import { createFillBatcher } from '../ledger/fill-batch.ts'
import type { ConditionId, Hash } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import type { Append, LedgerBatch } from '../store/ingest/ledger-writer.ts'
import type { KnownChain } from './known-chain.ts'
import type { BlockEvents, DecodedBlocks } from './rpc/block-events.ts'
import type { LogRefusal } from './rpc/check-logs.ts'

/** Options of appending decoded logs to the ledger, from any source. */
export interface ReadingOptions {
  contracts: ContractSet
  /** Called with each refused log, but not with those that anybody can cause. */
  onRefusal?(refusal: LogRefusal): void
  /** Called with each conversion of unknown fee, whose market was prepared before the first block read. */
  onUnknownFee?(market: Hash): void
}

export interface ReadingReport {
  events: number
  repeated: number
  refused: number
  /** Logs, by reason, of positions that no market knows, as anybody can make them: nothing is missing for them. */
  setAside: Map<string, number>
  /** Conversions whose fee was unknown as they were read: it counts as 0 until the log that prepared their market is read. */
  unknownFees: number
  /** Logs of no meaning to the ledger, by topic. */
  skipped: Map<Hash, number>
}

export interface Reading extends ReadingOptions {
  report: ReadingReport
  known: KnownChain
}

export function emptyReading(): ReadingReport {
  return { events: 0, repeated: 0, refused: 0, setAside: new Map(), unknownFees: 0, skipped: new Map() }
}

/** Counts the logs that decoding did not take, and reports the refused ones. */
export function recordSkipped(
  { refused, skipped }: Pick<DecodedBlocks, 'refused' | 'skipped'>,
  options: Omit<Reading, 'known'>,
): void {
  const { report } = options
  for (const refusal of refused) {
    if (refusal.strange) report.setAside.set(refusal.reason, (report.setAside.get(refusal.reason) ?? 0) + 1)
    else {
      report.refused++
      options.onRefusal?.(refusal)
    }
  }
  for (const [topic, count] of skipped) report.skipped.set(topic, (report.skipped.get(topic) ?? 0) + count)
}

/** Learns from decoded blocks and appends their events, within one transaction of the store. */
export async function appendBlocks(
  append: Append,
  tx: Sql,
  blocks: Pick<BlockEvents, 'to' | 'events' | 'facts'>,
  { report, known, contracts, onRefusal, onUnknownFee }: Reading,
): Promise<void> {
  const { events, unknownFees } = await known.learn(tx, blocks)
  const result = await append(batchOf(events, blocks.facts, contracts))
  report.unknownFees += unknownFees.length
  for (const market of unknownFees) onUnknownFee?.(market)
  report.events += result.events
  report.repeated += result.repeated
  for (const { reason } of [...result.clashes, ...result.refusedLinks]) {
    report.refused++
    onRefusal?.({ tx: null, logIndex: null, reason })
  }
}

function batchOf(
  events: readonly LedgerEvent[],
  facts: readonly ChainFact[],
  contracts: ContractSet,
): LedgerBatch {
  const fills = events.filter((event) => event.kind === 'FILL')
  const batcher = createFillBatcher()
  for (const fill of fills) batcher.add(fill, 0)
  const movements = events.flatMap((movement) => (movement.kind === 'FILL' ? [] : [{ movement, line: 0 }]))
  const batch = batcher.take()
  // Each window restarts the numbering of names.
  batch.restarted = true
  return {
    fills: fills.length > 0 ? batch : null,
    movements,
    markets: marketsOf(facts, contracts),
    fees: facts.filter((fact) => fact.kind === 'NEG_RISK_MARKET'),
  }
}

/** Market metadata from the chain: a condition's tokens, and its index in a neg-risk market. */
function marketsOf(facts: readonly ChainFact[], contracts: ContractSet): MarketInfo[] {
  const questions = facts.filter((fact) => fact.kind === 'NEG_RISK_QUESTION')
  const inNegRisk = new Set<ConditionId>(questions.map((fact) => fact.condition))
  const adapters = new Set(
    contracts.contracts
      .filter((contract) => contract.kind === 'NEG_RISK_ADAPTER')
      .map((contract) => contract.address),
  )
  const plain = facts.flatMap((fact) =>
    fact.kind === 'CONDITION' &&
    fact.outcomes === 2 &&
    !adapters.has(fact.oracle) &&
    !inNegRisk.has(fact.condition)
      ? [marketOf(fact.condition, tokensOfCondition(fact.condition, contracts.collateral), null)]
      : [],
  )
  const negRisk = questions.map((fact) =>
    marketOf(fact.condition, tokensOfCondition(fact.condition, contracts.wrappedCollateral), {
      market: fact.market,
      index: fact.index,
      questions: null,
      prepared: { block: fact.block, logIndex: fact.logIndex },
    }),
  )
  return [...plain, ...negRisk]
}

function marketOf(
  condition: ConditionId,
  tokens: MarketInfo['tokens'],
  negRisk: MarketInfo['negRisk'],
): MarketInfo {
  return {
    kind: 'MARKET',
    condition,
    tokens,
    outcomes: [],
    question: null,
    slug: null,
    category: null,
    tags: [],
    event: null,
    negRisk,
  }
}
