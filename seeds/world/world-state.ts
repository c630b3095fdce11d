import type { Address, Hash, Seconds } from '../../src/ledger/quantities.ts'
import { simulatedAddress, simulatedHash } from '../traders/identifiers.ts'
import { worldStart } from './calendar.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import type { OpenCondition, OpenEvent, Role, Trader } from './model.ts'
import { createRandom, type Random } from './random.ts'
import type { WorldSize } from './world-options.ts'

/** A winner, or now and then a loser, that will redeem. */
export interface Redemption {
  trader: Trader
  condition: OpenCondition['id']
  amounts: readonly [number, number]
  payout: number
}

/** The current state of a simulated world: open events, waiting redemptions, and the clock. */
export interface World {
  size: WorldSize
  random: Random
  log: EventLog
  byRole: ReadonlyMap<Role, readonly Trader[]>
  /** Where orders match, first and second generation: invented contracts. */
  exchanges: { plain: Address; negRisk: Address; first: Address }
  /** Hours since the world's start. */
  hour: number
  /** An hour and its start, and the seconds that it and later hours take by the clock. */
  clock: { hour: number; from: Seconds; seconds: number }
  /** Open events in the order of their opening. */
  open: OpenEvent[]
  /** Redemptions by the hour that sends them. */
  redemptions: Map<number, Redemption[]>
  /** Dollars (micro) that each market maker's resting orders took since its last rebate. */
  made: Map<Trader, number>
  orders: number
}

/** A world at its first hour, with nothing open. */
export function createWorld(size: WorldSize, traders: readonly Trader[]): World {
  const exchange = (label: string) => simulatedAddress(size.seed, `exchange/${label}`)
  return {
    size,
    random: createRandom(size.seed, 'order flow'),
    log: createEventLog(size.seed),
    byRole: Map.groupBy(traders, (trader) => trader.role),
    exchanges: {
      plain: exchange('plain'),
      negRisk: exchange('neg-risk'),
      first: exchange('first generation'),
    },
    hour: 0,
    clock: { hour: 0, from: worldStart(size.days), seconds: 3_600 },
    open: [],
    redemptions: new Map(),
    made: new Map(),
    orders: 0,
  }
}

/** The start of the world's current hour. */
export function hourStart(world: World): Seconds {
  const { hour, from, seconds } = world.clock
  return from + (world.hour - hour) * seconds
}

/** A hash for the next order. */
export function nextOrderHash(world: World): Hash {
  world.orders++
  return simulatedHash(world.size.seed, `order/${world.orders}`)
}

/** One of the traders of a role, with equal chances; undefined when there is none. */
export function anyOf(world: World, role: Role): Trader | undefined {
  const traders = world.byRole.get(role) ?? []
  return traders[world.random.below(Math.max(1, traders.length))]
}

/** One of the open conditions: an event first, each as likely, then one of its questions. */
export function anyCondition(world: World): OpenCondition | undefined {
  const event = world.open[world.random.below(Math.max(1, world.open.length))]
  return event?.conditions[world.random.below(event.conditions.length)]
}
