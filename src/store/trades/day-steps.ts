import type { OfficialPosition } from '../../ledger/official.ts'
import type { Position } from '../../ledger/position.ts'
import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { type Conditions, createConditions } from '../ingest/conditions.ts'
import {
  closeBefore,
  positionsOfScope,
  readScope,
  replay,
  type Scope,
  type ScopeReader,
} from '../ingest/replay.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PlaceBound } from '../ledger/place.ts'
import type { DayRecord, PositionId } from '../ledger/position-day.ts'
import type { StoredMovement, StoredTrade } from './trade-filter.ts'
import { type KeptFill, TooMany, wholeReads } from './whole-reads.ts'

// The effects of single events on a position: the steps that a number of it consists of.

/** The numbers of a position that an event changes. */
export interface PositionNumbers {
  shares: MicroShares
  /** Of the shares held. */
  cost: MicroUsd
  realized: MicroUsd
  bought: MicroUsd
  sold: MicroUsd
  fees: MicroUsd
  volume: MicroUsd
  fills: number
  untracked: MicroShares
  /** Profit by the official rule that the event fixed. */
  officialRealized: MicroUsd
}

export interface EventStep {
  event: StoredTrade | StoredMovement
  /** Shares and their cost before it. */
  before: Pick<PositionNumbers, 'shares' | 'cost'>
  /** The amount added to each number; below 0 where it took away. */
  change: PositionNumbers
}

/** A position's day: what its events added, and what it held at the close. */
export type PositionDayRow = DayRecord<(typeof ROW_COLUMNS)[number]>

/** A position's day at a pinned version of the ledger, up to a place. */
export interface PositionDayAsked extends PositionId {
  day: Day
  /** Null for the ledger as it is. */
  version: number | null
  upTo: PlaceBound
}

/** Events of a day, of one trader or of all whose shares moved together with the position, that are replayed at most. */
const MOST_EVENTS = 20_000
/** Wallets whose positions moved together with one on a day at most. */
const MOST_TRADERS = 50

const ROW_COLUMNS = [
  'shares',
  'cost',
  'realized',
  'bought',
  'sold',
  'fees',
  'volume',
  'fills',
  'untracked',
  'official_realized',
  'official_amount',
  'official_avg',
] as const

/** A position's days in order, as of a version of the ledger: one statement, and a look at sealed days. */
export async function positionDays(
  sql: Sql,
  { trader, token }: PositionId,
  upTo: Day,
  version: number,
): Promise<PositionDayRow[]> {
  const rows: PositionDayRow[] = []
  const asked = { columns: ROW_COLUMNS, traders: [trader], tokens: [token], upTo, at: version }
  for await (const part of ledgerOf(sql).days(asked)) rows.push(...part.records())
  return rows
}

/**
 * Replays a position's day from the close before it, with every position that moved together with it: its cost is of the
 * average at each event. @returns its events in order; null where more than {@link MOST_EVENTS} events or
 * {@link MOST_TRADERS} wallets moved together
 */
export async function stepsOfDay(sql: Sql, asked: PositionDayAsked): Promise<EventStep[] | null> {
  const { trader, token, day, version } = asked
  const conditions = createConditions()
  const infrastructure = await infrastructureIds(sql)
  const known = { conditions, isInfrastructure: (id: number) => infrastructure.has(id) }
  const steps: EventStep[] = []
  try {
    const events = await readScope<KeptFill, StoredMovement>(new Map([[token, new Set([trader])]]), {
      ...known,
      ...dayReader(sql, asked, conditions),
    })
    const start = await closeBefore(sql, positionsOfScope(events.scope), day, version)
    const officialBefore = { realized: 0 }
    replay(start, events, {
      ...known,
      onEvent(entry, event, before) {
        if (entry.token !== token || entry.trader !== trader) return
        steps.push(stepOf(event, before, entry.position, officialChange(officialBefore, entry.official)))
      },
    })
  } catch (error) {
    if (error instanceof TooMany) return null
    throw error
  }
  return steps
}

/** Profit by the official rule since the event before: the replay is of one day, so it counts from 0. */
function officialChange(before: { realized: number }, { realized }: OfficialPosition): MicroUsd {
  const change = realized - before.realized
  before.realized = realized
  return change
}

function stepOf(
  event: KeptFill | StoredMovement,
  before: Position,
  after: Position,
  officialRealized: MicroUsd,
): EventStep {
  const added = (name: Exclude<keyof PositionNumbers, 'officialRealized'>) => after[name] - before[name]
  return {
    event: 'stored' in event ? event.stored : event,
    before: { shares: before.shares, cost: before.cost },
    change: {
      shares: added('shares'),
      cost: added('cost'),
      realized: added('realized'),
      bought: added('bought'),
      sold: added('sold'),
      fees: added('fees'),
      volume: added('volume'),
      fills: added('fills'),
      untracked: added('untracked'),
      officialRealized,
    },
  }
}

/** Reads the events of a day. The sender of shares joins the scope, since their cost comes from the sender. */
function dayReader(
  sql: Sql,
  { day, upTo }: PositionDayAsked,
  conditions: Conditions,
): Pick<ScopeReader<KeptFill, StoredMovement>, 'movements' | 'others'> {
  const reads = wholeReads(sql, { days: [day], upTo }, MOST_EVENTS)
  const tradersOf = (scope: Scope) => {
    const traders = [...new Set(positionsOfScope(scope).map(({ trader }) => trader))]
    if (traders.length > MOST_TRADERS) throw new TooMany()
    return traders
  }
  return {
    async movements(scope) {
      const rows = await reads.movements(tradersOf(scope))
      await conditions.loadNamed(sql, rows)
      return rows
    },
    async others(scope) {
      const tokens = [...scope.keys()]
      return {
        fills: await reads.fills(tradersOf(scope), { tokens }),
        movements: await reads.resolutions(tokens, conditions),
      }
    },
  }
}
