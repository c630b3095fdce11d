import { keccak256 } from './ids.ts'

/** The signatures of the decoded events, by their names in the decoders. */
export const SIGNATURES = {
  orderFilledV1: 'OrderFilled(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)',
  orderFilledV2: 'OrderFilled(bytes32,address,address,uint8,uint256,uint256,uint256,uint256,bytes32,bytes32)',
  feeRefunded: 'FeeRefunded(bytes32,address,uint256,uint256,uint256)',
  conditionPreparation: 'ConditionPreparation(bytes32,address,bytes32,uint256)',
  conditionResolution: 'ConditionResolution(bytes32,address,bytes32,uint256,uint256[])',
  positionSplit: 'PositionSplit(address,address,bytes32,bytes32,uint256[],uint256)',
  positionsMerge: 'PositionsMerge(address,address,bytes32,bytes32,uint256[],uint256)',
  payoutRedemption: 'PayoutRedemption(address,address,bytes32,bytes32,uint256[],uint256)',
  transferSingle: 'TransferSingle(address,address,address,uint256,uint256)',
  transferBatch: 'TransferBatch(address,address,address,uint256[],uint256[])',
  marketPrepared: 'MarketPrepared(bytes32,address,uint256,bytes)',
  questionPrepared: 'QuestionPrepared(bytes32,bytes32,uint256,bytes)',
  negRiskSplit: 'PositionSplit(address,bytes32,uint256)',
  negRiskMerge: 'PositionsMerge(address,bytes32,uint256)',
  positionsConverted: 'PositionsConverted(address,bytes32,uint256,uint256)',
  negRiskRedemption: 'PayoutRedemption(address,bytes32,uint256[],uint256)',
  poolBuy: 'FPMMBuy(address,uint256,uint256,uint256,uint256)',
  poolSell: 'FPMMSell(address,uint256,uint256,uint256,uint256)',
  poolCreation: 'FixedProductMarketMakerCreation(address,address,address,address,bytes32[],uint256)',
  moduleResolved: 'ConditionResolved(bytes31,uint256[])',
  moduleSplit: 'PositionsSplit(address,bytes31,address,address,uint256)',
  moduleMerged: 'PositionsMerged(address,bytes31,address,uint256)',
  moduleRedeemed: 'PositionRedeemed(address,uint256,address,uint256,uint256)',
} as const

/** An event that moves a position or states a fact. */
export type EventName = keyof typeof SIGNATURES

/** Events that repeat another event: recognized, and not counted as skipped. */
export const SILENT_SIGNATURES = [
  'OrdersMatched(bytes32,address,uint256,uint256,uint256,uint256)',
  'OrdersMatched(bytes32,address,uint8,uint256,uint256,uint256)',
  'OrderCancelled(bytes32)',
  'TokenRegistered(uint256,uint256,bytes32)',
  'FeeCharged(address,uint256,uint256)',
  'FeeCharged(address,uint256)',
  'OutcomeReported(bytes32,bytes32,bool)',
  'ResultReported(address,bytes31,uint256[])',
  'ApprovalForAll(address,address,bool)',
  'Approval(address,address,uint256)',
  'Transfer(address,address,uint256)',
  'Wrapped(address,address,address,uint256)',
  'Unwrapped(address,address,address,uint256)',
] as const

const topicOf = (signature: string): string => keccak256(Buffer.from(signature))

/** Topic 0 of each decoded event, in lower case. */
const TOPICS = Object.fromEntries(
  Object.entries(SIGNATURES).map(([name, signature]) => [name, topicOf(signature)]),
) as Record<EventName, string>

/** Topic 0 of each decoded event, in lower case, to its name. */
export const EVENT_OF_TOPIC: ReadonlyMap<string, EventName> = new Map(
  Object.entries(TOPICS).map(([name, topic]) => [topic, name as EventName]),
)

/** Topic 0 of a decoded event. */
export function topicOfEvent(name: EventName): string {
  return TOPICS[name]
}

/** Topic 0 of the events of {@link SILENT_SIGNATURES}, in lower case. */
export const SILENT_TOPICS: ReadonlySet<string> = new Set(SILENT_SIGNATURES.map(topicOf))
