import type { MicroShares, Seconds } from '../../src/ledger/quantities.ts'
import { adjust, held } from '../traders/holdings.ts'
import type { OpenEvent, Trader } from '../world/model.ts'
import type { World } from '../world/world-state.ts'

/**
 * Converts a trader's NO shares of two or more questions of a neg-risk group into YES of the others and collateral, up
 * to the smallest holding. Returns false, and does nothing, with fewer than `least` of two.
 */
export function convertNos(
  world: World,
  { trader, event, least, time }: { trader: Trader; event: OpenEvent; least: MicroShares; time: Seconds },
): boolean {
  if (event.market === null) return false
  const given = event.conditions.filter((condition) => held(condition, trader, 1) >= least)
  if (given.length < 2) return false
  const amount = Math.min(...given.map((condition) => held(condition, trader, 1)))
  for (const condition of event.conditions) {
    if (given.includes(condition)) adjust(condition, trader, 1, -amount)
    else adjust(condition, trader, 0, amount)
  }
  const indexSet = given.reduce((bits, condition) => bits + 2 ** condition.question, 0)
  world.log.begin(time)
  const conversion = { market: event.market, indexSet: String(indexSet), amount, feeBips: 0 }
  world.log.append({ kind: 'CONVERT', owner: trader.address, ...conversion })
  return true
}
