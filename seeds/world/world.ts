import type { LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import type { Address } from '../../src/ledger/quantities.ts'
import { createEventLister } from '../market/market-listing.ts'
import { type EventPlan, planEvents } from '../market/market-plan.ts'
import { openEvent } from '../market/open-market.ts'
import { plantTraders } from '../traders/trader-model.ts'
import { introduceTrader } from '../traders/trader-names.ts'
import { hourlyJobs } from '../trading/hourly-jobs.ts'
import type { OpenEvent, Role } from './model.ts'
import { type WorldOptions, worldSize } from './world-options.ts'
import { createWorld, type World } from './world-state.ts'

/**
 * A simulated market world, as records: every MARKET and TRADER first, then the ledger events in the order of (block,
 * log index). The same options give the same records on every machine. Memory grows with the traders and with what is
 * open, not with the events. Throws a RangeError when an option is out of range.
 */
export function* demoWorld(options?: WorldOptions): Generator<SourceRecord> {
  const size = worldSize(options)
  const traders = plantTraders(size)
  const list = createEventLister(size)
  for (const plan of planEvents(size)) yield* list(plan)
  for (const trader of traders) yield introduceTrader(size.seed, trader)
  yield* live(createWorld(size, traders), planEvents(size))
}

/** The planted role of every trader of the world that the same options give, by address. */
export function plantedRoles(options?: WorldOptions): Map<Address, Role> {
  return new Map(plantTraders(worldSize(options)).map(({ address, role }) => [address, role]))
}

/** The world when its last day has passed, and how many events were planned until then. */
export function worldAtEnd(options?: WorldOptions): { world: World; events: number } {
  const size = worldSize(options)
  const world = createWorld(size, plantTraders(size))
  Array.from(live(world, planEvents(size)), () => undefined)
  return { world, events: [...planEvents(size)].length }
}

function* live(world: World, plans: Iterator<EventPlan>): Generator<LedgerEvent> {
  let upcoming = plans.next()
  for (; world.hour < world.size.days * 24; world.hour++) {
    const closed = takeClosed(world)
    for (; !upcoming.done && upcoming.value.opens <= world.hour; upcoming = plans.next()) {
      world.open.push(openEvent(world.size.seed, upcoming.value))
    }
    for (const job of hourlyJobs(world, closed)) {
      job.run(job.time)
      yield* world.log.drain()
    }
  }
}

/** Takes the events out of the open ones that close with the current hour. */
export function takeClosed(world: World): OpenEvent[] {
  const closed = world.open.filter((event) => event.plan.closes <= world.hour)
  if (closed.length > 0) world.open = world.open.filter((event) => event.plan.closes > world.hour)
  return closed
}
