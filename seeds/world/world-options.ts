/** The options of a simulated world. The same options give the same bytes on every machine. */
export interface WorldOptions {
  /** Every draw follows from it. @default 1 */
  seed?: number
  /**
   * Whether planted skilled traders and snipers see something of the future. Without it they act alike on random
   * rumors: the same markets, prices and habits, and no information. @default true
   */
  informed?: boolean
  /** Wallets that trade; the planted roles are a share of them. @default 2000 */
  traders?: number
  /** Number of days; the last one is 2026-03-01. @default 120 */
  days?: number
  /** Conditions; about one event in sixteen is a neg-risk group of 3 to 6. @default 120 */
  markets?: number
}

/** Options with every default filled in. */
export type WorldSize = Required<WorldOptions>

/** Fills in the defaults. Throws a RangeError when a number is not a whole one in its range. */
export function worldSize(options: WorldOptions = {}): WorldSize {
  const size = { seed: 1, informed: true, traders: 2000, days: 120, markets: 120, ...options }
  requireWhole('seed', size.seed, 0)
  requireWhole('traders', size.traders, 20)
  requireWhole('days', size.days, 1)
  requireWhole('markets', size.markets, 1)
  return size
}

function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(
      `${name} of a simulated world must be a whole number of at least ${least}, not ${value}.`,
    )
  }
}
