import type { Seconds } from '../../src/ledger/quantities.ts'
import type { MarketShape } from './market-store.ts'

/** 2026-01-02 00:00 UTC. */
const START = 1_767_312_000
/** From 5 shares to 100,000, most of them small; `seed` is a list of columns. */
const units = (seed: string) =>
  `least(10000000, floor(500 * pow(1 - (hash(${seed}, 'units') >> 11)::DOUBLE / ${2 ** 53}, -0.8)))::BIGINT`
/** Shares no factor with a number of fills. */
const STRIDE = 1_000_003

/**
 * Traders with three open positions each, in markets that stay open, and one in a market of the tenth that are resolved
 * over the time. Each buys when a lot says.
 * @param start @default 2026-01-02
 */
export function holdersShape(traders: number, start: Seconds = START): MarketShape {
  const markets = Math.max(200, Math.ceil(traders / 50))
  const third = Math.floor((markets * 0.9) / 3)
  const closing = markets - 3 * third
  const fills = 4 * traders
  // A fifth more time than there is: the last of them are still open.
  const stretch = 1.2
  const resolved = `${3 * third} + ceil(i * ${closing / stretch} / ${fills}) + hash(owner, 'window') % ${Math.floor(closing * 0.15)}`
  return {
    fills,
    markets,
    days: 120,
    start,
    drawn:
      `SELECT i, owner, (CASE WHEN bet = 3 THEN ${resolved} ELSE bet * ${third} + hash(owner, bet) % ${third} END)::INTEGER AS market, ` +
      `(hash(owner, bet, 'outcome') % 2)::INTEGER AS outcome, 0 AS sells, ${units('owner, bet')} AS units ` +
      `FROM (SELECT i, lot // 4 AS owner, lot % 4 AS bet FROM (SELECT i, i * ${STRIDE} % ${fills} AS lot FROM range(${fills}) r(i)))`,
    closes(market) {
      const part = market < 3 * third ? 1 : ((market - 3 * third + 1) / closing) * stretch
      return part < 1 ? part : null
    },
  }
}

/** Number 0 of {@link busiestShape}. */
export const BUSIEST = 0
const EPOCHS = 10
/** Three in each epoch. */
const MEDIAN_FILLS = 3 * EPOCHS

/**
 * One trader of very many fills, and others of 30, over 300 days in ten epochs with markets of their own; all but the
 * last epoch's are resolved at its end. The busiest trader sells half of its buys at the next visit of a market.
 * @param fills of the busiest, a multiple of 10
 * @param others who share at least the same number of markets
 */
export function busiestShape(fills: number, others: number): MarketShape {
  const markets = 2_000
  const epoch = markets / EPOCHS
  const all = fills + others * MEDIAN_FILLS
  // The busiest's fills lie evenly among all: its number of those before `i` and with `i`.
  const before = `i * ${fills} // ${all}`
  const own = `((i + 1) * ${fills} // ${all} > ${before})`
  const visit = `${before} % ${fills / EPOCHS} // ${epoch}`
  return {
    fills: all,
    markets,
    days: 300,
    start: START - 300 * 86_400,
    drawn:
      `SELECT i, owner, market, (hash(owner, market, pair) % 2)::INTEGER AS outcome, sells, ${units('owner, market, pair')} // (1 + sells) AS units FROM (` +
      `SELECT i, ${BUSIEST} AS owner, (${before} // ${fills / EPOCHS} * ${epoch} + ${before} % ${epoch})::INTEGER AS market, ` +
      `${visit} // 2 AS pair, ${visit} % 2 AS sells FROM range(${all}) r(i) WHERE ${own} UNION ALL ` +
      `SELECT i, 1 + o % ${others} AS owner, (o // ${others} // 3 * ${epoch} + hash(o % ${others}, o // ${others} // 3, (o // ${others} % 3) % 2) % ${epoch})::INTEGER AS market, ` +
      `o // ${others} // 3 AS pair, (o // ${others} % 3 = 2)::INTEGER AS sells FROM (SELECT i, i - ${before} AS o FROM range(${all}) r(i) WHERE NOT ${own}))`,
    closes(market) {
      const part = (Math.floor(market / epoch) + 1) / EPOCHS
      return part < 1 ? part : null
    },
  }
}

/** Traders of {@link yearsShape} who make half of its fills. */
const REGULARS = 4_000

/**
 * Three years of markets that are open for some thirty days each, one after the other: half of the fills are of 4,000 regulars, the others of
 * a crowd with a dozen each. A fourth are sales.
 */
export function yearsShape(fills: number): MarketShape {
  const days = 1_096
  const markets = Math.max(2_000, Math.ceil(fills / 500))
  const open = Math.ceil((markets * 30) / days)
  const crowd = Math.ceil(fills / 24)
  return {
    fills,
    markets,
    days,
    start: START - days * 86_400,
    drawn:
      `SELECT i, (CASE WHEN hash(i, 'regular') % 2 = 0 THEN hash(i, 'who') % ${REGULARS} ELSE ${REGULARS} + hash(i, 'who') % ${crowd} END)::INTEGER AS owner, ` +
      `(i * ${markets - open} // ${fills} + hash(i, 'market') % ${open})::INTEGER AS market, ` +
      `(hash(i, 'outcome') % 2)::INTEGER AS outcome, (hash(i, 'side') % 4 = 0)::INTEGER AS sells, ${units('i')} AS units FROM range(${fills}) r(i)`,
    closes(market) {
      const part = (market + 1) / (markets - open)
      return part < 1 ? part : null
    },
  }
}
