import type { SourceRecord } from '../../src/ledger/event.ts'
import { type Address, DAY_SECONDS, type Seconds } from '../../src/ledger/quantities.ts'
import { sharesFor } from '../market/liquidity.ts'
import { createEventLister } from '../market/market-listing.ts'
import { planEvents, planLaterEvent } from '../market/market-plan.ts'
import { crossBook } from '../market/match.ts'
import { openEvent } from '../market/open-market.ts'
import { quoteOf } from '../market/quote.ts'
import { held } from '../traders/holdings.ts'
import { hourlyJobs, type Job, momentOf } from '../trading/hourly-jobs.ts'
import { BLOCK_SECONDS, blockAt, LAST_DAY } from './calendar.ts'
import type { Trader } from './model.ts'
import { createRandom } from './random.ts'
import { takeClosed, worldAtEnd } from './world.ts'
import type { WorldOptions } from './world-options.ts'
import { anyCondition, hourStart, type World } from './world-state.ts'

/** All events of the past are before this time. */
export const PAST_END: Seconds = (LAST_DAY + 1) * DAY_SECONDS
/** All events of the past are before this block. */
export const FIRST_LIVE_BLOCK = blockAt(PAST_END)

export interface LiveWorldOptions {
  /** Seconds by its clock that one of its hours takes: the smaller, the more happens. Even. @default a minute */
  hourSeconds?: number
  /** The time at which it resumes. @default the end of its past */
  from?: Seconds
  /** Those of the world's traders whose large trades alerts tell of, as of now. */
  whales: () => readonly Address[]
  /** Traders at the top of boards: they trade often, so that their followers soon get a notification. @default none */
  leaders?: () => readonly Address[]
  /** The past. @default the demo's */
  world?: WorldOptions
}

/** The events of one moment. */
export interface LiveStep {
  time: Seconds
  records: readonly SourceRecord[]
}

/** About forty fills happen in it, and a large trade. */
const HOUR_SECONDS = 60

/**
 * The demo world's events after its past, without end, in order of time: the same traders with the same habits, an hour
 * of them in a minute by its clock, so that there is something to see. The past is simulated before the first step.
 */
export function* liveWorld({
  hourSeconds = HOUR_SECONDS,
  from = PAST_END,
  whales,
  leaders = () => [],
  world: past,
}: LiveWorldOptions): Generator<LiveStep> {
  const { world, events } = worldAtEnd(past)
  world.clock = { hour: world.hour, from, seconds: hourSeconds }
  const traders = new Map([...world.byRole.values()].flat().map((trader) => [trader.address, trader]))
  const list = createEventLister(world.size)
  for (const plan of planEvents(world.size)) list(plan)
  for (let index = events; ; world.hour++) {
    const closed = takeClosed(world)
    if (world.random.chance(1, 10)) {
      const plan = planLaterEvent(createRandom(world.size.seed, `later/${index}`), {
        index,
        opens: world.hour,
      })
      world.open.push(openEvent(world.size.seed, plan))
      index++
      const createdAt = hourStart(world)
      const endsAt = createdAt + (plan.closes - plan.opens) * hourSeconds
      yield { time: createdAt, records: [...list(plan, { createdAt, endsAt })] }
    }
    const takers = (addresses: readonly Address[]) =>
      addresses.flatMap((address) => traders.get(address) ?? []).filter(({ role }) => role !== 'MARKET_MAKER')
    const jobs = [
      ...hourlyJobs(world, closed),
      ...whaleJobs(world, takers(whales())),
      ...takers(leaders()).flatMap((trader) => leaderJobs(world, trader)),
    ].sort((a, b) => a.time - b.time)
    for (const { time, run } of jobs) {
      run(time)
      const records = world.log.drain()
      if (records.length > 0) yield { time, records }
    }
  }
}

/** Two in three hours one of them trades at a size that alerts tell of. */
function whaleJobs(world: World, whales: readonly Trader[]): Job[] {
  const trader = whales[world.random.below(Math.max(1, whales.length))]
  if (trader === undefined || !world.random.chance(2, 3)) return []
  return [{ time: momentOf(world), run: (time) => tradeOf(world, trader, time, LARGE) }]
}

/** A trade at the start and one in the middle of each hour. */
function leaderJobs(world: World, trader: Trader): Job[] {
  const blocks = world.clock.seconds / BLOCK_SECONDS
  return [0, Math.floor(blocks / 2)].map((block) => ({
    time: hourStart(world) + BLOCK_SECONDS * block,
    run: (time) => tradeOf(world, trader, time, FOLLOWED),
  }))
}

/** Dollars of a leader's trades: more than a follow's default minimum. */
const FOLLOWED = { least: 1_500, most: 6_000 }
/** Dollars that make a fill an alert, plus the cost of walking up the book. */
const LARGE = { least: 10_500, most: 50_500 }

function tradeOf(world: World, taker: Trader, time: Seconds, { least, most }: typeof LARGE): void {
  const condition = anyCondition(world)
  if (condition === undefined) return
  const outcome = held(condition, taker, 0) >= held(condition, taker, 1) ? 0 : 1
  const { bid, ask, tick } = quoteOf(world, condition, outcome)
  const shares = sharesFor(least + world.random.below(most - least), ask)
  const order = { taker, condition, outcome, shares, tick, time } as const
  if (held(condition, taker, outcome) >= shares) crossBook(world, { ...order, side: 'SELL', price: bid })
  else crossBook(world, { ...order, side: 'BUY', price: ask })
}
