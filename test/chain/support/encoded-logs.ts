import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  keccak256,
  parseAbi,
  stringToBytes,
} from 'viem'
import { CONTRACTS } from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/fact.ts'
import type { Address, Hash } from '../../../src/ledger/quantities.ts'

const CTF_SHAPE =
  'bytes32 indexed parentCollectionId, bytes32 indexed conditionId, uint256[] partition, uint256 amount'

/** The events as their contracts declare them, written independently of the decoder's own list. */
const ABIS = {
  OrderFilledV1: parseAbi([
    'event OrderFilled(bytes32 indexed orderHash, address indexed maker, address indexed taker, uint256 makerAssetId, uint256 takerAssetId, uint256 makerAmountFilled, uint256 takerAmountFilled, uint256 fee)',
  ]),
  OrderFilledV2: parseAbi([
    'event OrderFilled(bytes32 indexed orderHash, address indexed maker, address indexed taker, uint8 side, uint256 tokenId, uint256 makerAmountFilled, uint256 takerAmountFilled, uint256 fee, bytes32 builder, bytes32 metadata)',
  ]),
  OrdersMatched: parseAbi([
    'event OrdersMatched(bytes32 indexed takerOrderHash, address indexed takerOrderMaker, uint256 makerAssetId, uint256 takerAssetId, uint256 makerAmountFilled, uint256 takerAmountFilled)',
  ]),
  FeeRefunded: parseAbi([
    'event FeeRefunded(bytes32 indexed orderHash, address indexed to, uint256 id, uint256 refund, uint256 indexed feeCharged)',
  ]),
  ConditionPreparation: parseAbi([
    'event ConditionPreparation(bytes32 indexed conditionId, address indexed oracle, bytes32 indexed questionId, uint256 outcomeSlotCount)',
  ]),
  ConditionResolution: parseAbi([
    'event ConditionResolution(bytes32 indexed conditionId, address indexed oracle, bytes32 indexed questionId, uint256 outcomeSlotCount, uint256[] payoutNumerators)',
  ]),
  PositionSplit: parseAbi([
    `event PositionSplit(address indexed stakeholder, address collateralToken, ${CTF_SHAPE})`,
  ]),
  PositionsMerge: parseAbi([
    `event PositionsMerge(address indexed stakeholder, address collateralToken, ${CTF_SHAPE})`,
  ]),
  PayoutRedemption: parseAbi([
    'event PayoutRedemption(address indexed redeemer, address indexed collateralToken, bytes32 indexed parentCollectionId, bytes32 conditionId, uint256[] indexSets, uint256 payout)',
  ]),
  TransferSingle: parseAbi([
    'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  ]),
  TransferBatch: parseAbi([
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  ]),
  MarketPrepared: parseAbi([
    'event MarketPrepared(bytes32 indexed marketId, address indexed oracle, uint256 feeBips, bytes data)',
  ]),
  QuestionPrepared: parseAbi([
    'event QuestionPrepared(bytes32 indexed marketId, bytes32 indexed questionId, uint256 index, bytes data)',
  ]),
  NegRiskSplit: parseAbi([
    'event PositionSplit(address indexed stakeholder, bytes32 indexed conditionId, uint256 amount)',
  ]),
  NegRiskMerge: parseAbi([
    'event PositionsMerge(address indexed stakeholder, bytes32 indexed conditionId, uint256 amount)',
  ]),
  PositionsConverted: parseAbi([
    'event PositionsConverted(address indexed stakeholder, bytes32 indexed marketId, uint256 indexed indexSet, uint256 amount)',
  ]),
  NegRiskRedemption: parseAbi([
    'event PayoutRedemption(address indexed redeemer, bytes32 indexed conditionId, uint256[] amounts, uint256 payout)',
  ]),
  PoolBuy: parseAbi([
    'event FPMMBuy(address indexed buyer, uint256 investmentAmount, uint256 feeAmount, uint256 indexed outcomeIndex, uint256 outcomeTokensBought)',
  ]),
  PoolSell: parseAbi([
    'event FPMMSell(address indexed seller, uint256 returnAmount, uint256 feeAmount, uint256 indexed outcomeIndex, uint256 outcomeTokensSold)',
  ]),
  PoolCreation: parseAbi([
    'event FixedProductMarketMakerCreation(address indexed creator, address fixedProductMarketMaker, address indexed conditionalTokens, address indexed collateralToken, bytes32[] conditionIds, uint256 fee)',
  ]),
  ModuleResolved: parseAbi(['event ConditionResolved(bytes31 indexed conditionId, uint256[] result)']),
  ModuleSplit: parseAbi([
    'event PositionsSplit(address indexed initiator, bytes31 indexed conditionId, address indexed recipient0, address recipient1, uint256 amount)',
  ]),
  ModuleMerged: parseAbi([
    'event PositionsMerged(address indexed initiator, bytes31 indexed conditionId, address indexed recipient, uint256 amount)',
  ]),
  ModuleRedeemed: parseAbi([
    'event PositionRedeemed(address indexed initiator, uint256 indexed positionId, address indexed recipient, uint256 amount, uint256 payout)',
  ]),
} satisfies Record<string, readonly AbiEvent[]>

export type EncodedEvent = keyof typeof ABIS

export const TX = hash('the transaction')
export const TIME = 1_771_269_605
export const BLOCK = 83_000_000

/** A hash derived from a name. */
export function hash(name: string): Hash {
  return keccak256(stringToBytes(name)) as string as Hash
}

/** A wallet derived from a name. */
export function wallet(name: string): Address {
  return `0x${hash(name).slice(26)}` as Address
}

/** The Polygon contract of the name, in lower case. */
export function address(name: string): Address {
  const found = CONTRACTS.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no contract ${name}`)
  return found.address
}

/** Encodes one event as viem does, with arguments by name. */
export function encode(
  event: EncodedEvent,
  emitter: string,
  args: Record<string, unknown>,
  logIndex = 0,
): ChainLog {
  const [abi] = ABIS[event] as readonly AbiEvent[]
  if (abi === undefined) throw new Error(event)
  const topics = encodeEventTopics({ abi: [abi], eventName: abi.name, args } as never) as string[]
  const plain = abi.inputs.filter((input) => !input.indexed)
  return {
    address: emitter,
    topics,
    data: encodeAbiParameters(
      plain,
      plain.map((input) => args[input.name ?? '']),
    ),
    blockNumber: BLOCK,
    logIndex,
    transactionHash: TX,
    blockTime: TIME,
  }
}

/** The logs as one transaction's: numbered from `first` in the order given. */
export function inOrder(logs: readonly ChainLog[], first = 10): ChainLog[] {
  return logs.map((log, i) => ({ ...log, logIndex: first + i }))
}

/** A row of a V1 exchange, in the words of its order. */
export interface Row {
  maker: Address
  taker: Address
  side: 'BUY' | 'SELL'
  token: string
  usd: number
  shares: number
  fee?: number
  order?: Hash
}

/** OrderFilled as a V1 exchange writes it. */
export function rowV1(row: Row, emitter: string = address('CTFExchange')): ChainLog {
  const buys = row.side === 'BUY'
  return encode('OrderFilledV1', emitter, {
    orderHash: row.order ?? hash('order'),
    maker: row.maker,
    taker: row.taker,
    makerAssetId: buys ? 0n : BigInt(row.token),
    takerAssetId: buys ? BigInt(row.token) : 0n,
    makerAmountFilled: BigInt(buys ? row.usd : row.shares),
    takerAmountFilled: BigInt(buys ? row.shares : row.usd),
    fee: BigInt(row.fee ?? 0),
  })
}

/** OrderFilled as a V2 or V3 exchange writes it. */
export function rowV2(row: Row, emitter: string = address('CTFExchangeV2')): ChainLog {
  const buys = row.side === 'BUY'
  return encode('OrderFilledV2', emitter, {
    orderHash: row.order ?? hash('order'),
    maker: row.maker,
    taker: row.taker,
    side: buys ? 0 : 1,
    tokenId: BigInt(row.token),
    makerAmountFilled: BigInt(buys ? row.usd : row.shares),
    takerAmountFilled: BigInt(buys ? row.shares : row.usd),
    fee: BigInt(row.fee ?? 0),
    builder: hash('builder'),
    metadata: hash('metadata'),
  })
}

/** One ERC-1155 movement on the conditional tokens. */
export function move(
  from: string,
  to: string,
  token: string,
  amount: number,
  emitter = address('ConditionalTokens'),
): ChainLog {
  return encode('TransferSingle', emitter, {
    operator: from,
    from,
    to,
    id: BigInt(token),
    value: BigInt(amount),
  })
}
