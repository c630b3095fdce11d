import type { MicroShares, Seconds } from '../../src/ledger/quantities.ts'
import { adjust } from '../traders/holdings.ts'
import type { OpenCondition, Trader } from '../world/model.ts'
import type { World } from '../world/world-state.ts'

/** A trader's move between collateral and complete sets, in a transaction of its own. */
export interface SetMove {
  trader: Trader
  condition: OpenCondition
  amount: MicroShares
  time: Seconds
}

/** Turns collateral into one share of each outcome. */
export function splitSets(world: World, move: SetMove): void {
  record(world, 'SPLIT', move)
}

/** Turns one share of each outcome into collateral. Throws a RangeError when the trader has fewer. */
export function mergeSets(world: World, move: SetMove): void {
  record(world, 'MERGE', move)
}

function record(world: World, kind: 'SPLIT' | 'MERGE', { trader, condition, amount, time }: SetMove): void {
  const change = kind === 'SPLIT' ? amount : -amount
  adjust(condition, trader, 0, change)
  adjust(condition, trader, 1, change)
  world.log.begin(time)
  world.log.append({ kind, owner: trader.address, condition: condition.id, amount })
}
