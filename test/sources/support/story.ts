import fc from 'fast-check'
import type { ChainFact } from '../../../src/chain/fact.ts'
import type { EventPlace, LedgerEvent } from '../../../src/ledger/event.ts'
import type { ConditionId, Hash, TokenId } from '../../../src/ledger/quantities.ts'
import { hash, wallet } from '../../chain/support/encoded-logs.ts'
import type { Anvil } from './anvil.ts'
import { COLLATERAL, type Venue, type VenueCall } from './venue.ts'

/** One log to emit, and its expected event or fact, written independently of the decoder. */
export interface Step {
  call: VenueCall
  events: (place: EventPlace, venue: Venue) => LedgerEvent[]
  /** Not decodable: refused. */
  refused?: boolean
}

const whole = (max: number) => fc.integer({ min: 1, max })
const someone = fc.integer({ min: 0, max: 60 }).map((i) => wallet(`trader ${i}`))
const amount = whole(9_000_000_000)
/** Up to 256 bits; what is transferred is never what is traded in the same transaction. */
const tokenOf = (purpose: string) =>
  whole(90).map((i) => BigInt(hash(`${purpose} ${i}`)).toString() as TokenId)
const condition = whole(90).map((i) => hash(`condition ${i}`) as string as ConditionId)

const fillV2 = fc
  .record({
    owner: someone,
    // None of the owners has a taker row, which this one would correct in the same transaction.
    taker: fc.option(whole(60).map((i) => wallet(`match ${i}`))),
    buys: fc.boolean(),
    token: tokenOf('traded'),
    usd: amount,
    shares: amount,
    order: whole(1e6),
  })
  .map(({ owner, taker, buys, token, usd, shares, order }) => (venue: Venue): Step => {
    const exchange = venue.addressOf('ExchangeV2')
    const counterparty = taker ?? exchange
    const orderHash = hash(`order ${order}`)
    const amounts = buys ? [usd, shares] : [shares, usd]
    return {
      call: {
        to: 'ExchangeV2',
        call: 'fill',
        args: [orderHash, owner, counterparty, buys ? 0 : 1, token, ...amounts, 1],
      },
      events: (place) => [
        {
          kind: 'FILL',
          ...place,
          exchange,
          owner,
          counterparty,
          role: taker === null ? 'TAKER' : 'MAKER',
          side: buys ? 'BUY' : 'SELL',
          token,
          shares,
          usd,
          fee: 1,
          feeIn: 'USD',
          orderHash,
        },
      ],
    }
  })

const fillV1 = fc
  .record({
    owner: someone,
    counterparty: someone,
    buys: fc.boolean(),
    token: tokenOf('traded'),
    usd: amount,
    shares: amount,
    order: whole(1e6),
  })
  .map(({ owner, counterparty, buys, token, usd, shares, order }) => (venue: Venue): Step => {
    const orderHash = hash(`order ${order}`)
    const terms = buys ? [0, token, usd, shares] : [token, 0, shares, usd]
    return {
      call: { to: 'ExchangeV1', call: 'fill', args: [orderHash, owner, counterparty, ...terms, 1] },
      events: (place) => [
        {
          kind: 'FILL',
          ...place,
          exchange: venue.addressOf('ExchangeV1'),
          owner,
          counterparty,
          role: 'MAKER',
          side: buys ? 'BUY' : 'SELL',
          token,
          shares,
          usd,
          fee: 1,
          feeIn: buys ? 'SHARES' : 'USD',
          orderHash,
        },
      ],
    }
  })

const sets = fc.record({ owner: someone, condition, amount, splits: fc.boolean() }).map(
  ({ owner, condition, amount, splits }) =>
    (venue: Venue): Step => ({
      call: {
        to: 'ConditionalTokens',
        call: splits ? 'split' : 'merge',
        args: [owner, venue.contracts.collateral, condition, amount],
      },
      events: (place) => [{ kind: splits ? 'SPLIT' : 'MERGE', ...place, owner, condition, amount }],
    }),
)

const resolution = fc.record({ condition, first: fc.boolean() }).map(({ condition, first }) => (): Step => {
  const payouts = first ? ['1', '0'] : ['0', '1']
  return {
    call: {
      to: 'ConditionalTokens',
      call: 'resolve',
      args: [condition, COLLATERAL, hash('question'), payouts],
    },
    events: (place) => [{ kind: 'RESOLVE', ...place, condition, payouts }],
  }
})

const redemption = fc
  .record({ owner: someone, condition, amounts: fc.tuple(amount, amount), payout: amount })
  .map(
    ({ owner, condition, amounts, payout }) =>
      (): Step => ({
        call: { to: 'NegRiskAdapter', call: 'redeem', args: [owner, condition, amounts, payout] },
        events: (place) => [{ kind: 'REDEEM', ...place, owner, condition, amounts, payout }],
      }),
  )

const moves = fc
  .record({
    ends: fc.uniqueArray(whole(60), { minLength: 2, maxLength: 2 }),
    moved: fc.array(fc.tuple(tokenOf('moved'), amount), { minLength: 1, maxLength: 3 }),
  })
  .map(({ ends: [a = 1, b = 2], moved }) => (): Step => {
    const [from, to] = [wallet(`trader ${a}`), wallet(`trader ${b}`)]
    const [tokens, amounts] = [moved.map(([token]) => token), moved.map(([, amount]) => amount)]
    const single = moved.length === 1
    const args = single ? [from, to, tokens[0], amounts[0]] : [from, to, tokens, amounts]
    return {
      call: { to: 'ConditionalTokens', call: single ? 'move' : 'moveMany', args },
      events: (place) =>
        moved.map(([token, amount], item) => ({
          kind: 'TRANSFER',
          ...place,
          ...(item > 0 ? { item } : {}),
          from,
          to,
          token,
          amount,
        })),
    }
  })

/** Each neg-risk market's fee, emitted once by {@link preparations} and needed by conversions much later. */
const MARKETS = [0, 25, 150].map((feeBips, i) => ({ market: hash(`market ${i}`), feeBips }))

const conversion = fc
  .record({ owner: someone, market: fc.constantFrom(...MARKETS), indexSet: whole(1000), amount })
  .map(
    ({ owner, market: { market, feeBips }, indexSet, amount }) =>
      (): Step => ({
        call: { to: 'NegRiskAdapter', call: 'convert', args: [owner, market, indexSet, amount] },
        events: (place) => [
          { kind: 'CONVERT', ...place, owner, market, indexSet: String(indexSet), amount, feeBips },
        ],
      }),
  )

const silence = fc.constantFrom(
  (): Step => ({ call: { to: 'ExchangeV1', call: 'unheard', args: [7] }, events: () => [] }),
  (): Step => ({
    call: { to: 'ExchangeV1', call: 'matched', args: [hash('order'), COLLATERAL] },
    events: () => [],
  }),
)

const undecodable = fc.constant(
  (): Step => ({
    call: { to: 'ConditionalTokens', call: 'move', args: [COLLATERAL, COLLATERAL, 5, 2n ** 200n] },
    events: () => [],
    refused: true,
  }),
)

const step = fc.oneof(
  { weight: 6, arbitrary: fillV2 },
  { weight: 6, arbitrary: fillV1 },
  { weight: 3, arbitrary: moves },
  ...[sets, resolution, redemption, conversion, silence].map((arbitrary) => ({ weight: 1, arbitrary })),
  { weight: 1, arbitrary: undecodable },
)

/** A number of random steps; the same seed gives the same ones. */
export function randomSteps(count: number, seed: number): ((venue: Venue) => Step)[] {
  return fc.sample(step, { numRuns: count, seed })
}

/** Steps that tell the neg-risk markets' fees. */
export function preparations(): ((venue: Venue) => Step)[] {
  return MARKETS.map(({ market, feeBips }) => () => ({
    call: { to: 'NegRiskAdapter', call: 'prepareMarket', args: [market, COLLATERAL, feeBips] },
    events: () => [],
  }))
}

/** The emitted logs, by block. */
export interface Told {
  events: LedgerEvent[]
  refused: { tx: string; logIndex: number }[]
}

interface Receipt {
  blockNumber: string
  status: string
  logs: { logIndex: string; blockTimestamp: string }[]
}

/** Emits the steps, `perTransaction` logs in each transaction and `perBlock` transactions in each block. */
export async function tell(
  anvil: Anvil,
  venue: Venue,
  steps: readonly ((venue: Venue) => Step)[],
  { perTransaction, perBlock }: { perTransaction: number; perBlock: number },
): Promise<Told> {
  const sent: { tx: string; steps: Step[] }[] = []
  for (let i = 0; i < steps.length; i += perTransaction) {
    const part = steps.slice(i, i + perTransaction).map((one) => one(venue))
    sent.push({ tx: await venue.send(part.map(({ call }) => call)), steps: part })
    if (sent.length % perBlock === 0) await anvil.call('anvil_mine', '0x1')
  }
  await anvil.call('anvil_mine', '0x1')
  const told: Told = { events: [], refused: [] }
  for (const { tx, steps } of sent) await write(told, anvil, venue, tx, steps)
  return told
}

async function write(
  told: Told,
  anvil: Anvil,
  venue: Venue,
  tx: string,
  steps: readonly Step[],
): Promise<void> {
  const { blockNumber, logs, status } = (await anvil.call('eth_getTransactionReceipt', tx)) as Receipt
  if (status !== '0x1' || logs.length !== steps.length)
    throw new Error(`transaction ${tx} did not emit its logs`)
  for (const [i, { events, refused }] of steps.entries()) {
    const log = logs[i]
    const place = {
      block: Number(blockNumber),
      logIndex: Number(log?.logIndex),
      tx: tx as Hash,
      time: Number(log?.blockTimestamp),
    }
    told.events.push(...events(place, venue))
    if (refused) told.refused.push({ tx, logIndex: place.logIndex })
  }
}

/** The markets that the facts tell of, with their fees. */
export function feesIn(facts: readonly ChainFact[]): Map<Hash, number> {
  return new Map(
    facts.flatMap((fact) => (fact.kind === 'NEG_RISK_MARKET' ? [[fact.market, fact.feeBips]] : [])),
  )
}
