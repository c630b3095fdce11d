import type { Random } from '../../seeds/world/random.ts'

/** Traders: wallets by number, in the order of their first trade as taker. */
export interface CrowdWallets {
  /** True where the next taker must be a new one, so that all have come at the end. */
  isDue(done: number): boolean
  /** A new wallet where one is due, else one of those who came lately. */
  taker(done: number): number
  /** Mostly one of a few. */
  maker(): number
}

/** Most wallets trade for some days and are not seen again: takers are among a fiftieth of all, who came last. */
const RECENT_PART = 50
const FEWEST_RECENT = 50
/** The wallet at rank r has about 1 / r^0.95 of the makers' fills. */
const MAKER_POWER = 20

/** A number of wallets without a trade yet. */
export function createCrowdWallets(wallets: number, random: Random): CrowdWallets {
  let come = 0
  const isDue = (done: number) => come < Math.min(wallets, Math.ceil(wallets * done))
  return {
    isDue,
    taker(done) {
      if (isDue(done)) return come++
      const recent = Math.min(come, Math.max(FEWEST_RECENT, Math.floor(wallets / RECENT_PART)))
      return come - 1 - Math.floor(random.fraction() * recent)
    },
    maker() {
      const root = Math.max(1, come) ** (1 / MAKER_POWER)
      return Math.min(
        Math.max(0, come - 1),
        Math.floor((1 + random.fraction() * (root - 1)) ** MAKER_POWER) - 1,
      )
    },
  }
}
