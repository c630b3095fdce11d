import { MICRO, type MicroUsd } from '../ledger/quantities.ts'
import { FRICTIONS, type Friction } from './fills.ts'
import type { Rule } from './rule.ts'

/** Money of a run: what is free, and what is bound in each market and behind each trader. An order binds its dollars when it is placed. */
export interface Wallet {
  /** The dollars of a wanted order that money and limits allow; `stop` is the tighter of the two. */
  affords(
    wanted: MicroUsd,
    market: number,
    trader: number,
  ): { usd: MicroUsd; stop: 'NO_MONEY' | 'AT_A_LIMIT' }
  reserve(usd: MicroUsd, market: number, trader: number): void
  /** Dollars of an order that ended without them. */
  release(usd: MicroUsd, market: number, trader: number): void
  /** Dollars that came in for shares of some cost. */
  receive(usd: MicroUsd, cost: MicroUsd, market: number, trader: number): void
  /** The bankroll with all that is open at its cost. */
  worth(): MicroUsd
}

/** A wallet with the rule's bankroll and limits; before the friction LIMITS it has no end, and is always worth the bankroll. */
export function createWallet({ size }: Pick<Rule, 'size'>, friction: Friction): Wallet {
  const bankroll = Math.round(size.bankroll * MICRO)
  const nothing = () => {}
  if (friction !== FRICTIONS.at(-1))
    return {
      affords: (usd) => ({ usd, stop: 'NO_MONEY' }),
      reserve: nothing,
      release: nothing,
      receive: nothing,
      worth: () => bankroll,
    }
  let free = bankroll
  let open = 0
  const markets = new Map<number, MicroUsd>()
  const traders = new Map<number, MicroUsd>()
  const bind = (usd: MicroUsd, market: number, trader: number) => {
    open += usd
    markets.set(market, (markets.get(market) ?? 0) + usd)
    traders.set(trader, (traders.get(trader) ?? 0) + usd)
  }
  const room = (limit: number | null, bound: MicroUsd) =>
    limit === null ? Number.POSITIVE_INFINITY : Math.round(limit * MICRO) - bound
  return {
    affords(wanted, market, trader) {
      const limit = Math.min(
        room(size.perMarket, markets.get(market) ?? 0),
        room(size.perTrader, traders.get(trader) ?? 0),
        room(size.openAtOnce, open),
      )
      const usd = Math.max(0, Math.min(wanted, free, limit))
      return { usd, stop: free <= limit ? 'NO_MONEY' : 'AT_A_LIMIT' }
    },
    reserve(usd, market, trader) {
      free -= usd
      bind(usd, market, trader)
    },
    release(usd, market, trader) {
      free += usd
      bind(-usd, market, trader)
    },
    receive(usd, cost, market, trader) {
      free += usd
      bind(-cost, market, trader)
    },
    worth: () => free + open,
  }
}
