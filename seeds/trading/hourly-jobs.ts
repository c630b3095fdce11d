import type { Seconds } from '../../src/ledger/quantities.ts'
import { redeem, settleEvent } from '../market/settlement.ts'
import { BLOCK_SECONDS } from '../world/calendar.ts'
import type { OpenEvent, Role, Trader } from '../world/model.ts'
import { hourStart, type World } from '../world/world-state.ts'
import { tradeCrowd } from './crowd-trading.ts'
import { keepHouse } from './housekeeping.ts'
import { tradeSkilled, tradeSniper } from './informed-trading.ts'
import { tradeBot, tradeFarmer, tradeSpecialist, tradeUnskilled } from './planted-trading.ts'

/** Something that happens at a moment of the current hour. */
export interface Job {
  time: Seconds
  run: (time: Seconds) => void
}

type Visit = (world: World, trader: Trader, time: Seconds) => void

/** How often traders of a role come by, in thousandths of a day each, and what they do. Market makers only quote. */
const VISITS: readonly (readonly [Role, number, Visit])[] = [
  ['SKILLED', 1_200, tradeSkilled],
  ['SNIPER', 180, tradeSniper],
  ['SPECIALIST', 500, tradeSpecialist],
  ['FARMER', 2_500, tradeFarmer],
  ['UNSKILLED', 500, tradeUnskilled],
  ['CROWD', 150, tradeCrowd],
]

/** People sleep: visits by UTC hour in hundredths of the mean. */
const HOURS = [
  96, 84, 70, 58, 48, 42, 44, 52, 64, 76, 86, 96, 108, 122, 136, 146, 150, 148, 142, 138, 134, 130, 122, 108,
]

/** Everything that happens in the world's current hour, in order of time. `closed` are the events that end with it. */
export function hourlyJobs(world: World, closed: readonly OpenEvent[]): Job[] {
  const jobs: Job[] = []
  const plan = (run: Job['run']) => jobs.push({ time: momentOf(world), run })
  for (const event of closed) plan((time) => settleEvent(world, event, time))
  for (const redemption of world.redemptions.get(world.hour) ?? [])
    plan((time) => redeem(world, redemption, time))
  world.redemptions.delete(world.hour)
  if (world.hour % 24 === 4) plan((time) => keepHouse(world, time))
  for (const [role, rate, visit] of VISITS) planVisits(world, plan, { role, rate, visit })
  planBots(world, plan)
  return jobs.sort((a, b) => a.time - b.time)
}

/** A moment of the current hour, each of its blocks as likely. */
export function momentOf(world: World): Seconds {
  const blocks = world.clock.seconds / BLOCK_SECONDS
  return hourStart(world) + BLOCK_SECONDS * world.random.below(blocks)
}

function planVisits(
  world: World,
  plan: (run: Job['run']) => void,
  { role, rate, visit }: { role: Role; rate: number; visit: Visit },
): void {
  const traders = world.byRole.get(role) ?? []
  const expected = (traders.length * rate * (HOURS[world.hour % 24] ?? 0)) / 2_400_000
  const count = Math.floor(expected) + (world.random.fraction() < expected % 1 ? 1 : 0)
  for (let each = 0; each < count; each++) {
    const trader = visitorOf(world, traders, role)
    if (trader) plan((time) => visit(world, trader, time))
  }
}

/** Among the crowd a few come very often: the product of two uniforms leans to the first. */
function visitorOf(world: World, traders: readonly Trader[], role: Role): Trader | undefined {
  const lean = role === 'CROWD' ? world.random.fraction() : 1
  const trader = traders[Math.floor(traders.length * lean * world.random.fraction())]
  return trader && trader.from <= world.hour ? trader : undefined
}

function planBots(world: World, plan: (run: Job['run']) => void): void {
  for (const bot of world.byRole.get('BOT') ?? []) {
    if (world.hour < bot.from || world.hour >= bot.until) continue
    for (let order = 0; order < bot.pace; order++) plan((time) => tradeBot(world, bot, time))
  }
}
