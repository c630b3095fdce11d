import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import { type ConditionId, MICRO, type TokenId } from '../../../src/ledger/quantities.ts'

/** How many markets of the league are decided; one more is open. */
export const DECIDED = 40

/** Markets, all decided but the last. */
export const LEAGUE: MarketInfo[] = Array.from({ length: DECIDED + 1 }, (_, n) => ({
  kind: 'MARKET',
  category: null,
  tags: [],
  event: null,
  negRisk: null,
  outcomes: ['Yes', 'No'],
  condition: `0x${`${5_000 + n}`.padStart(64, '0')}` as ConditionId,
  tokens: [`${20_000 + 2 * n}`, `${20_001 + 2 * n}`] as TokenId[],
  question: `Match ${n}`,
  slug: `match-${n}`,
}))

/** A purchase of shares of an outcome. */
interface Bet {
  owner: string
  outcome: number
  shares: number
  price: number
}

/** A purchase at a price. @param price in USD per share. @default 0.5 */
export function bet(owner: string, outcome: number, shares: number, price = 0.5): Bet {
  return { owner, outcome, shares, price }
}

interface LeagueTraders {
  /** They win each decided market. */
  winners: readonly string[]
  /** They win every other one. */
  even: readonly string[]
  /** Purchases in the open market, in order. */
  last: readonly Bet[]
}

/** The events of a league: each market an hour after the one before. */
export function leagueEvents({ winners, even, last }: LeagueTraders): LedgerEvent[] {
  const events = LEAGUE.flatMap(({ condition, tokens }, n): object[] => {
    const bets = [
      ...winners.map((owner) => bet(owner, 0, 100)),
      ...even.map((owner) => bet(owner, n % 2, 200)),
    ]
    const fills = (n < DECIDED ? bets : last).map(({ owner, outcome, shares, price }) => ({
      kind: 'FILL',
      owner,
      token: tokens[outcome],
      side: 'BUY',
      role: 'TAKER',
      shares: shares * MICRO,
      usd: Math.round(shares * price * MICRO),
      fee: 0,
      feeIn: 'USD',
      exchange: null,
      counterparty: null,
      orderHash: null,
      market: n,
    }))
    return n < DECIDED ? [...fills, { kind: 'RESOLVE', condition, payouts: ['1', '0'], market: n }] : fills
  })
  return events.map((event, n) => {
    const { market, ...rest } = event as { market: number }
    const place = { block: n + 1, logIndex: 0, tx: `0x${`${n + 1}`.padStart(64, '0')}` }
    return { ...rest, ...place, time: 1_770_000_000 + market * 14_400 + (n % 1_000) } as LedgerEvent
  })
}
