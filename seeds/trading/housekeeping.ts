import type { Seconds } from '../../src/ledger/quantities.ts'
import { heldSets } from '../traders/holdings.ts'
import type { Trader } from '../world/model.ts'
import type { World } from '../world/world-state.ts'
import { mergeSets } from './collateral.ts'
import { convertNos } from './conversion.ts'

/** The number of sets (micro) that makes a merge worthwhile. */
const LEAST_SETS = { MARKET_MAKER: 12_000_000_000, BOT: 250_000_000 }

/** Of the dollars that its resting orders took, a market maker gets two hundredths of a percent back. */
const REBATE_DIVISOR = 5_000

/**
 * The daily chores of market makers and bots: the rebate comes in, complete sets and NOs of groups are merged and
 * converted.
 */
export function keepHouse(world: World, time: Seconds): void {
  for (const trader of world.byRole.get('MARKET_MAKER') ?? []) {
    payRebate(world, trader, time)
    tidy(world, trader, LEAST_SETS.MARKET_MAKER, time)
  }
  for (const trader of world.byRole.get('BOT') ?? []) tidy(world, trader, LEAST_SETS.BOT, time)
}

function payRebate(world: World, trader: Trader, time: Seconds): void {
  const amount = Math.floor((world.made.get(trader) ?? 0) / REBATE_DIVISOR)
  world.made.set(trader, 0)
  if (amount === 0) return
  world.log.begin(time)
  world.log.append({ kind: 'INCOME', owner: trader.address, amount, reason: 'MAKER_REBATE' })
}

function tidy(world: World, trader: Trader, least: number, time: Seconds): void {
  for (const condition of trader.held) {
    const sets = heldSets(condition, trader)
    if (sets < least) continue
    const amount = Math.floor(sets / 2_000_000) * 1_000_000
    mergeSets(world, { trader, condition, amount, time })
  }
  for (const event of world.open) {
    if (event.plan.negRisk && world.random.chance(1, 6)) convertNos(world, { trader, event, least, time })
  }
}
