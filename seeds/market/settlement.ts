import type { MicroShares, Seconds } from '../../src/ledger/quantities.ts'
import { forgetCondition } from '../traders/holdings.ts'
import type { OpenCondition, OpenEvent, Trader } from '../world/model.ts'
import { createRandom } from '../world/random.ts'
import type { Redemption, World } from '../world/world-state.ts'
import { drawOutcome } from './probability-path.ts'

/** Resolves every condition of an event that has closed, and plans who will redeem and when. */
export function settleEvent(world: World, event: OpenEvent, time: Seconds): void {
  const winner = drawOutcome(createRandom(world.size.seed, `result/${event.plan.index}`), event.path)
  for (const condition of event.conditions) {
    const payouts = payoutsOf(event, condition, winner)
    world.log.begin(time)
    world.log.append({ kind: 'RESOLVE', condition: condition.id, payouts: payouts.map(String) })
    for (const [trader, holding] of condition.holdings) {
      planRedemption(world, condition, { trader, holding, payouts })
    }
    forgetCondition(condition)
  }
}

function payoutsOf(
  { plan }: OpenEvent,
  { question }: OpenCondition,
  winner: number,
): readonly [number, number] {
  if (plan.tied) return [1, 1]
  return winner === question ? [1, 0] : [0, 1]
}

/** Nine winners in ten redeem within a week; hardly any loser does. */
function planRedemption(
  world: World,
  condition: OpenCondition,
  {
    trader,
    holding,
    payouts,
  }: { trader: Trader; holding: readonly [MicroShares, MicroShares]; payouts: readonly [number, number] },
): void {
  if (holding[0] + holding[1] === 0) return
  const each = payouts[0] + payouts[1]
  const payout = Math.floor((holding[0] * payouts[0]) / each) + Math.floor((holding[1] * payouts[1]) / each)
  if (!world.random.chance(payout > 0 ? 90 : 3, 100)) return
  const hour = world.hour + 1 + world.random.below(world.random.chance(1, 2) ? 12 : 168)
  const waiting = world.redemptions.get(hour) ?? []
  waiting.push({ trader, condition: condition.id, amounts: [holding[0], holding[1]], payout })
  world.redemptions.set(hour, waiting)
}

/** Sends one planned redemption. */
export function redeem(
  world: World,
  { trader, condition, amounts, payout }: Redemption,
  time: Seconds,
): void {
  world.log.begin(time)
  world.log.append({ kind: 'REDEEM', owner: trader.address, condition, amounts, payout })
}
