import fc from 'fast-check'
import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../../src/ledger/quantities.ts'

/** Seconds of the first block, a block's length, and how many there are: about nine days. */
const START = 1_770_000_000
const BLOCK_SECONDS = 8_000
const BLOCKS = 100
const UNIT = 1_000_000

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
/** Wallets of the small world. */
export const WALLETS = [1, 2, 3].map((n) => hex(40, n) as Address)
const EXCHANGE = '0xe111180000d2663c0091e4f400237545b87b996b' as Address
const NEG_RISK = hex(64, 900) as Hash

/** Two plain conditions and a neg-risk market of three questions. */
export const MARKET_LINES: MarketInfo[] = [0, 1, 2, 3, 4].map((n) => ({
  kind: 'MARKET',
  condition: hex(64, 100 + n) as ConditionId,
  tokens: [`${1000 + 2 * n}` as TokenId, `${1001 + 2 * n}` as TokenId],
  outcomes: ['Yes', 'No'],
  question: `Question ${n}`,
  slug: `question-${n}`,
  category: null,
  tags: [],
  event: null,
  negRisk: n < 2 ? null : { market: NEG_RISK, index: n - 2, questions: 3 },
  ...(n === 1 && { endsAt: 1_893_456_000 }),
}))

/** A purchase at 50¢ by a taker on the first outcome of a market, in a block and a transaction of its own; its second is given. */
export function takerPurchase(block: number, time: number, market: number, dollars: number) {
  return {
    kind: 'FILL',
    exchange: EXCHANGE,
    owner: WALLETS[block % WALLETS.length],
    counterparty: null as Address | null | undefined,
    role: 'TAKER',
    side: 'BUY',
    token: MARKET_LINES[market]?.tokens[0],
    shares: 2 * dollars * UNIT,
    usd: dollars * UNIT,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
    block,
    logIndex: 1,
    tx: hex(64, block),
    time,
  }
}

const placeUpTo = (block: number) =>
  fc.option(fc.record({ block: fc.integer({ min: 0, max: block }), logIndex: fc.nat(60) }), { freq: 3 })

/** The markets, with the places where the neg-risk questions were prepared, one after the other; some are unknown. */
export const randomMarkets: fc.Arbitrary<MarketInfo[]> = fc
  .tuple(placeUpTo(20), placeUpTo(50), placeUpTo(BLOCKS))
  .map((drawn) => {
    const places = drawn
      .filter((place) => place !== null)
      .sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
    return MARKET_LINES.map((line) => {
      const prepared = line.negRisk && drawn[line.negRisk.index] !== null ? places.shift() : undefined
      return line.negRisk && prepared ? { ...line, negRisk: { ...line.negRisk, prepared } } : line
    })
  })

/** The questions of the neg-risk market at a conversion, as far as these lines tell; null while one is unknown. */
export function questionsSeen(
  lines: readonly MarketInfo[],
  { block, logIndex }: Pick<LedgerEvent, 'block' | 'logIndex'>,
): MarketInfo[] | null {
  const questions = lines.flatMap((line) => (line.negRisk ? [{ line, ...line.negRisk }] : []))
  const isLater = (place: { block: number; logIndex: number }) =>
    place.block > Number(block) || (place.block === block && place.logIndex > Number(logIndex))
  const later = questions.filter(({ prepared }) => prepared && isLater(prepared)).map(({ index }) => index)
  const count = Math.min(3, ...later)
  const seen = questions.filter(({ index }) => index < count).sort((a, b) => a.index - b.index)
  return count > 0 && seen.length === count ? seen.map(({ line }) => line) : null
}

const CONDITIONS = MARKET_LINES.map((market) => market.condition)
const TOKENS = MARKET_LINES.flatMap((market) => [...market.tokens])

const shares = fc.integer({ min: 1, max: 40 }).map((n) => n * (UNIT / 4))
const wallet = fc.constantFrom(...WALLETS)
const condition = fc.constantFrom(...CONDITIONS)
const token = fc.constantFrom(...TOKENS)

const fill = fc
  .record({
    owner: wallet,
    token,
    shares,
    price: fc.integer({ min: 1, max: 99 }),
    isBuy: fc.boolean(),
    isTaker: fc.boolean(),
    fee: fc.integer({ min: 0, max: 900 }),
  })
  .map(({ owner, token, shares, price, isBuy, isTaker, fee }) => ({
    kind: 'FILL' as const,
    exchange: EXCHANGE,
    owner,
    counterparty: isTaker ? EXCHANGE : (WALLETS.find((address) => address !== owner) ?? EXCHANGE),
    role: isTaker ? ('TAKER' as const) : ('MAKER' as const),
    side: isBuy ? ('BUY' as const) : ('SELL' as const),
    token,
    shares,
    usd: (shares / 100) * price,
    fee,
    feeIn: 'USD' as const,
    orderHash: null,
  }))
const split = fc.record({
  kind: fc.constantFrom('SPLIT' as const, 'MERGE' as const),
  owner: wallet,
  condition,
  amount: shares,
})
const resolve = fc.record({
  kind: fc.constant('RESOLVE' as const),
  condition,
  payouts: fc.constantFrom(['1', '0'], ['0', '1'], ['1', '1']),
})
const redeem = fc.record({
  kind: fc.constant('REDEEM' as const),
  owner: wallet,
  condition,
  amounts: fc.oneof(fc.constant(null), fc.tuple(shares, shares)),
  payout: shares,
})
const transfer = fc.record({
  kind: fc.constant('TRANSFER' as const),
  from: wallet,
  to: wallet,
  token,
  amount: shares,
})
const convert = fc.record({
  kind: fc.constant('CONVERT' as const),
  owner: wallet,
  market: fc.constant(NEG_RISK),
  indexSet: fc.constantFrom('1', '2', '3', '5', '7'),
  amount: shares,
  feeBips: fc.constantFrom(0, 100),
})
const income = fc.record({
  kind: fc.constant('INCOME' as const),
  owner: wallet,
  amount: shares,
  reason: fc.constant('REWARD'),
})

const terms = fc.oneof(
  { weight: 12, arbitrary: fill },
  { weight: 3, arbitrary: split },
  { weight: 1, arbitrary: resolve },
  { weight: 2, arbitrary: redeem },
  { weight: 2, arbitrary: transfer },
  { weight: 2, arbitrary: convert },
  { weight: 1, arbitrary: income },
)

/**
 * A ledger of the small world in the chain's order: each event at a place of its own. A condition that resolves again,
 * which does not happen on a chain, keeps its first resolution.
 */
export const randomLedger: fc.Arbitrary<LedgerEvent[]> = ledgerOf(1)

/** The same, with a minimum number of events. */
export function ledgerOf(minLength: number): fc.Arbitrary<LedgerEvent[]> {
  const placed = fc.tuple(fc.integer({ min: 0, max: BLOCKS }), terms)
  return fc.array(placed, { minLength, maxLength: 60 }).map((drawn) => {
    const sorted = drawn
      .map(([block, event], i) => ({ block, event, i }))
      .sort((a, b) => a.block - b.block || a.i - b.i)
    return sorted.map(
      ({ block, event, i }) =>
        ({
          ...event,
          block,
          logIndex: i,
          tx: hex(64, 10_000 + i) as Hash,
          time: START + block * BLOCK_SECONDS,
        }) as LedgerEvent,
    )
  })
}

const ENLARGED = 400
/** Blocks of 20 are one, and fills are in four tokens: so that whole trades of several fills occur. */
const BLOCKS_IN_ONE = 20
const FEW_TOKENS = [0, 1, 4, 5].map((n) => TOKENS[n])

/** The same events for much more, in the chain's order: fills of up to $4,000, with two transactions a block, a few of them unknown. */
export function enlarged(events: readonly LedgerEvent[]): LedgerEvent[] {
  const amounts = ['shares', 'usd', 'amount', 'payout'] as const
  const all = events.map((event) => {
    const [block, logIndex] = [Number(event.block), Number(event.logIndex)]
    const over = block % BLOCKS_IN_ONE
    const many: Record<string, unknown> = { ...event }
    for (const name of amounts) if (name in event) many[name] = ENLARGED * Number(many[name])
    if (event.kind === 'REDEEM') many.amounts = event.amounts?.map((amount) => ENLARGED * amount) ?? null
    if (event.kind === 'FILL') many.token = FEW_TOKENS[Number(event.token) % 4]
    const isUnknown = event.kind === 'FILL' && logIndex % 7 === 0
    const tx = isUnknown ? null : hex(64, 50_000 + 2 * (block - over) + (logIndex % 2))
    const time = event.time - over * BLOCK_SECONDS
    return { ...many, block: block - over, time, tx } as unknown as LedgerEvent
  })
  return all.sort((a, b) => Number(a.block) - Number(b.block) || Number(a.logIndex) - Number(b.logIndex))
}
