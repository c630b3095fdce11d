import fc from 'fast-check'
import { type Rule, type RuleText, readRule } from '../../../src/lab/rule.ts'
import { type Selection, type Tape, TapeBuilder, type TapeRow, type Tokens } from '../../../src/lab/tape.ts'
import { DAY_SECONDS } from '../../../src/ledger/quantities.ts'

/** The day of the small tapes, and its first second. */
export const DAY = 20_000
export const OPEN = DAY * DAY_SECONDS
/** The second from which on the first outcome's category is known. */
export const KNOWN = OPEN + 120

/** A small world: few traders and outcomes, some minutes. */
export interface SmallWorld {
  rows: TapeRow[]
  /** By outcome: when it was resolved, and what a share paid; null for an open one. */
  resolved: ({ time: number; price: number } | null)[]
  leaders: number[]
}

const OUTCOMES = 3

const row = (seconds: number): fc.Arbitrary<TapeRow> =>
  fc
    .record({
      time: fc.nat(seconds).map((at) => OPEN + at),
      owner: fc.integer({ min: 1, max: 5 }),
      token: fc.integer({ min: 1, max: OUTCOMES }),
      side: fc.constantFrom(0, 0, 1),
      role: fc.constantFrom(1, 1, 1, 0, 2),
      shares: fc.integer({ min: 0, max: 400_000_000 }),
      price: fc.oneof(fc.integer({ min: 20_000, max: 980_000 }), fc.integer({ min: 480_000, max: 520_000 })),
      feeBips: fc.constantFrom(0, 0, 100, 700),
      tx: fc.nat(40),
      order: fc.nat(12),
    })
    .map(({ price, feeBips, ...rest }) => {
      const usd = Math.round((rest.shares / 1e6) * price)
      return { ...rest, usd, fee: Math.floor((usd * feeBips) / 10_000) }
    })

/** Worlds of at most `fills` fills within `seconds` seconds. */
export function smallWorld(fills = 60, seconds = 300): fc.Arbitrary<SmallWorld> {
  const resolution = fc.option(
    fc.record({
      time: fc.integer({ min: OPEN, max: OPEN + 2 * seconds }),
      price: fc.constantFrom(0, 500_000, 1_000_000),
    }),
  )
  return fc.record({
    rows: fc
      .array(row(seconds), { maxLength: fills, size: 'max' })
      .map((rows) => rows.sort((a, b) => a.time - b.time)),
    resolved: fc.array(resolution, { minLength: OUTCOMES + 1, maxLength: OUTCOMES + 1 }),
    leaders: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  })
}

/** Rules of one day over such worlds. */
export const smallRule: fc.Arbitrary<Rule> = fc
  .record({
    delay: fc.constantFrom(0, 1, 7, 30),
    size: fc.oneof(
      fc.record({ usd: fc.constantFrom(1, 20, 150) }),
      fc.record({ shareOfTrade: fc.constantFrom(0.1, 1) }),
      fc.record({ shareOfBankroll: fc.constantFrom(0.01, 0.3) }),
    ),
    limits: fc.record({
      bankroll: fc.constantFrom(30, 300, 5_000),
      perMarket: fc.constantFrom(null, 25, 200),
      perTrader: fc.constantFrom(null, 40, 200),
      openAtOnce: fc.constantFrom(null, 60, 200),
    }),
    fill: fc.record({
      mode: fc.constantFrom('TAKER' as const, 'TAKER' as const, 'MAKER' as const),
      participation: fc.constantFrom(0.05, 0.2, 1),
      window: fc.constantFrom(1, 20, 200),
      maxSlippage: fc.constantFrom(0, 0.02, 0.3, 1),
    }),
    exit: fc.record({
      traderSells: fc.boolean(),
      price: fc.constantFrom(null, null, 0.52, 0.7),
    }),
    sides: fc.constantFrom('BUYS' as const, 'BUYS' as const, 'BOTH' as const),
    minUsd: fc.constantFrom(0, 0, 20),
  })
  .map(({ size, limits, sides, minUsd, ...rest }) =>
    ruleOf({ ...rest, size: { ...size, ...limits }, entry: { sides, minUsd } }),
  )

/** A rule of the small tapes' day, whose other fields have the defaults. */
export function ruleOf(text: Partial<RuleText> = {}): Rule {
  const day = new Date(OPEN * 1000).toISOString().slice(0, 10)
  return readRule({ universe: { leaderboard: 'pnl-all' }, size: { usd: 100 }, from: day, to: day, ...text })
}

export function tapeOf(rows: readonly TapeRow[]): Tape {
  const builder = new TapeBuilder()
  for (const one of rows) builder.add(one)
  return builder.build()
}

/** Facts of a small world's outcomes: each is a market and an event of its own, without marks. */
export function tokensOf({ resolved }: Pick<SmallWorld, 'resolved'>): Tokens {
  return {
    market: (token) => token,
    event: (token) => token,
    resolvedAt: (token) => resolved[token]?.time ?? null,
    payout(token, at) {
      const known = resolved[token]
      if (!known || at < known.time) throw new RangeError('the outcome is read before it is known')
      return known.price
    },
    category: (token, at) => (token === 1 && at >= KNOWN ? 'politics' : token === 2 ? 'sports' : null),
    mark: () => null,
  }
}

/** The leaders, chosen for the whole day. */
export function selectionsOf(
  { leaders }: Pick<SmallWorld, 'leaders'>,
  pool: readonly number[] = [],
): Selection[] {
  return [{ from: OPEN, until: OPEN + DAY_SECONDS, traders: leaders, pool }]
}
