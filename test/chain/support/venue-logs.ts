import { NO_TOKEN_BURN_ADDRESS, ZERO_ADDRESS } from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/fact.ts'
import { conditionIdOf, questionIdOf, tokensOfCondition } from '../../../src/chain/ids.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../../src/ledger/quantities.ts'
import { address, encode, move } from './encoded-logs.ts'

/*
 * The logs of the venue's contracts, call by call, as their sources emit them: every function returns the logs of one
 * call, those of inner contracts included. Written independently of the decoder, which must make one event of each
 * call.
 */

export const CTF = address('ConditionalTokens')
export const NEG_RISK = address('NegRiskAdapter')
export const USDC = address('USDC.e')
export const WCOL = address('WCOL')
const PUSD = address('pUSD')
const VAULT = address('NegRiskVault')
export const TOP = `0x${'0'.repeat(64)}`

/** A condition, and the collateral of its shares. */
export interface Market {
  condition: ConditionId
  negRisk: boolean
}

export const tokensOf = ({ condition, negRisk }: Market): [TokenId, TokenId] =>
  tokensOfCondition(condition, negRisk ? 'WCOL' : 'USDC.e')

/** Question `index` of a neg-risk market. */
export function questionOf(market: Hash, index: number): Market {
  return { condition: conditionIdOf(NEG_RISK, questionIdOf(market, index), 2), negRisk: true }
}

/** One call of safeBatchTransferFrom. */
export function moveMany(from: string, to: string, items: readonly (readonly [string, number])[]): ChainLog {
  return encode('TransferBatch', CTF, {
    operator: from,
    from,
    to,
    ids: items.map(([token]) => BigInt(token)),
    values: items.map(([, amount]) => BigInt(amount)),
  })
}

const both = (tokens: readonly string[], amount: number) => tokens.map((token) => [token, amount] as const)

/** PositionSplit or PositionsMerge as the conditional tokens, or an adapter that repeats them, write it. */
export function setsEvent(
  event: 'PositionSplit' | 'PositionsMerge',
  emitter: string,
  stakeholder: string,
  changes: {
    collateral: string
    condition: string
    amount: number | bigint
    parent?: string
    partition?: bigint[]
  },
): ChainLog {
  return encode(event, emitter, {
    stakeholder,
    collateralToken: changes.collateral,
    parentCollectionId: changes.parent ?? TOP,
    conditionId: changes.condition,
    partition: changes.partition ?? [1n, 2n],
    amount: BigInt(changes.amount),
  })
}

/** splitPosition of the conditional tokens. */
export function ctfSplit(owner: string, market: Market, amount: number, collateral?: string): ChainLog[] {
  const coin = collateral ?? (market.negRisk ? WCOL : USDC)
  const tokens = tokensOfCondition(market.condition, coin as Address)
  const { condition } = market
  return [
    moveMany(ZERO_ADDRESS, owner, both(tokens, amount)),
    setsEvent('PositionSplit', CTF, owner, { collateral: coin, condition, amount }),
  ]
}

/** mergePositions of the conditional tokens. */
export function ctfMerge(owner: string, market: Market, amount: number): ChainLog[] {
  const collateral = market.negRisk ? WCOL : USDC
  return [
    moveMany(owner, ZERO_ADDRESS, both(tokensOf(market), amount)),
    setsEvent('PositionsMerge', CTF, owner, { collateral, condition: market.condition, amount }),
  ]
}

export type Amounts = readonly [number, number]

function redemption(emitter: string, redeemer: string, coin: string, condition: string, payout: number) {
  return encode('PayoutRedemption', emitter, {
    redeemer,
    collateralToken: coin,
    parentCollectionId: TOP,
    conditionId: condition,
    indexSets: [1n, 2n],
    payout: BigInt(payout),
  })
}

/** redeemPositions of the conditional tokens: each outcome's whole balance is burnt. */
export function ctfRedeem(owner: string, market: Market, amounts: Amounts, payout: number): ChainLog[] {
  const tokens = tokensOf(market)
  const burns = tokens.flatMap((token, i) =>
    (amounts[i] ?? 0) > 0 ? [move(owner, ZERO_ADDRESS, token, amounts[i] ?? 0)] : [],
  )
  return [...burns, redemption(CTF, owner, market.negRisk ? WCOL : USDC, market.condition, payout)]
}

/** splitPosition of the neg-risk adapter. */
export function negRiskSplit(owner: string, market: Market, amount: number): ChainLog[] {
  return [
    ...ctfSplit(NEG_RISK, market, amount),
    moveMany(NEG_RISK, owner, both(tokensOf(market), amount)),
    encode('NegRiskSplit', NEG_RISK, {
      stakeholder: owner,
      conditionId: market.condition,
      amount: BigInt(amount),
    }),
  ]
}

/** mergePositions of the neg-risk adapter. */
export function negRiskMerge(owner: string, market: Market, amount: number): ChainLog[] {
  return [
    moveMany(owner, NEG_RISK, both(tokensOf(market), amount)),
    ...ctfMerge(NEG_RISK, market, amount),
    encode('NegRiskMerge', NEG_RISK, {
      stakeholder: owner,
      conditionId: market.condition,
      amount: BigInt(amount),
    }),
  ]
}

/** redeemPositions of the neg-risk adapter. */
export function negRiskRedeem(owner: string, market: Market, amounts: Amounts, payout: number): ChainLog[] {
  const [yes, no] = tokensOf(market)
  return [
    moveMany(owner, NEG_RISK, [
      [yes, amounts[0]],
      [no, amounts[1]],
    ]),
    ...ctfRedeem(NEG_RISK, market, amounts, payout),
    encode('NegRiskRedemption', NEG_RISK, {
      redeemer: owner,
      conditionId: market.condition,
      amounts: amounts.map(BigInt),
      payout: BigInt(payout),
    }),
  ]
}

/** The converted questions of a neg-risk market, and the fee. */
export interface Conversion {
  market: Hash
  questions: number
  converted: readonly number[]
  amount: number
  feeBips: number
}

const converted = ({ market, converted }: Conversion) =>
  converted.map((index) => tokensOf(questionOf(market, index))[1])

const received = ({ market, questions, converted }: Conversion) =>
  Array.from({ length: questions }, (_, index) => index)
    .filter((index) => !converted.includes(index))
    .map((index) => tokensOf(questionOf(market, index))[0])

/** A conversion's amount after its fee. */
export const netOf = ({ amount, feeBips }: Conversion): number =>
  amount - Math.floor((amount * feeBips) / 10_000)

/** PositionsConverted as the neg-risk adapter writes it. */
export function convertedEvent(owner: string, conversion: Conversion, emitter: string = NEG_RISK): ChainLog {
  return encode('PositionsConverted', emitter, {
    stakeholder: owner,
    marketId: conversion.market,
    indexSet: conversion.converted.reduce((set, index) => set | (1n << BigInt(index)), 0n),
    amount: BigInt(conversion.amount),
  })
}

/** convertPositions of the neg-risk adapter. */
export function negRiskConvert(owner: string, conversion: Conversion): ChainLog[] {
  const { market, questions, amount } = conversion
  const yes = received(conversion)
  const net = netOf(conversion)
  const splits = Array.from({ length: questions }, (_, index) => index)
    .filter((index) => !conversion.converted.includes(index))
    .flatMap((index) => ctfSplit(NEG_RISK, questionOf(market, index), amount))
  return [
    moveMany(owner, NO_TOKEN_BURN_ADDRESS, both(converted(conversion), amount)),
    ...splits,
    ...(yes.length > 0 && net < amount ? [moveMany(NEG_RISK, VAULT, both(yes, amount - net))] : []),
    ...(yes.length > 0 ? [moveMany(NEG_RISK, owner, both(yes, net))] : []),
    convertedEvent(owner, conversion),
  ]
}

/** How a collateral adapter is heard of. */
export interface Telling {
  generation: '' | 'Old'
  /** When it repeats its ledger's event with its user's name: never, before its last movement, or after it. */
  repeats: 'NEVER' | 'BEFORE' | 'AFTER'
  /** A batch, or a movement for each token. */
  batch: boolean
}

/** The adapter that a market's users call. */
export const adapterOf = (negRisk: boolean, { generation }: Pick<Telling, 'generation'>): Address =>
  address(`${negRisk ? 'NegRisk' : 'Ctf'}CollateralAdapter${generation}`)

function handed(
  from: string,
  to: string,
  items: readonly (readonly [string, number])[],
  { batch }: Telling,
): ChainLog[] {
  return batch ? [moveMany(from, to, items)] : items.map(([token, amount]) => move(from, to, token, amount))
}

const told = (telling: Telling, repeated: ChainLog, last: readonly ChainLog[]): ChainLog[] => {
  if (telling.repeats === 'NEVER') return [...last]
  return telling.repeats === 'BEFORE' ? [repeated, ...last] : [...last, repeated]
}

/** splitPosition of a collateral adapter. */
export function adapterSplit(owner: string, market: Market, amount: number, telling: Telling): ChainLog[] {
  const adapter = adapterOf(market.negRisk, telling)
  const terms = { collateral: PUSD, condition: market.condition, amount }
  return [
    ...(market.negRisk ? negRiskSplit : ctfSplit)(adapter, market, amount),
    ...told(
      telling,
      setsEvent('PositionSplit', adapter, owner, terms),
      handed(adapter, owner, both(tokensOf(market), amount), telling),
    ),
  ]
}

/** mergePositions of a collateral adapter. */
export function adapterMerge(owner: string, market: Market, amount: number, telling: Telling): ChainLog[] {
  const adapter = adapterOf(market.negRisk, telling)
  const terms = { collateral: PUSD, condition: market.condition, amount }
  return [
    ...handed(owner, adapter, both(tokensOf(market), amount), telling),
    ...told(
      telling,
      setsEvent('PositionsMerge', adapter, owner, terms),
      (market.negRisk ? negRiskMerge : ctfMerge)(adapter, market, amount),
    ),
  ]
}

/** redeemPositions of a collateral adapter: the user's whole balance. */
export function adapterRedeem(
  owner: string,
  market: Market,
  amounts: Amounts,
  payout: number,
  telling: Telling,
): ChainLog[] {
  const adapter = adapterOf(market.negRisk, telling)
  const items = tokensOf(market).map((token, i) => [token, amounts[i] ?? 0] as const)
  return [
    ...handed(owner, adapter, items, telling),
    ...told(
      telling,
      redemption(adapter, owner, PUSD, market.condition, payout),
      (market.negRisk ? negRiskRedeem : ctfRedeem)(adapter, market, amounts, payout),
    ),
  ]
}

/** convertPositions of the neg-risk collateral adapter. */
export function adapterConvert(owner: string, conversion: Conversion, telling: Telling): ChainLog[] {
  const adapter = adapterOf(true, telling)
  const yes = received(conversion)
  return [
    ...handed(owner, adapter, both(converted(conversion), conversion.amount), telling),
    ...negRiskConvert(adapter, conversion),
    ...told(
      telling,
      convertedEvent(owner, conversion, adapter),
      yes.length > 0 ? handed(adapter, owner, both(yes, netOf(conversion)), telling) : [],
    ),
  ]
}
