import type { OfficialPosition } from '../../ledger/official.ts'
import type { Position } from '../../ledger/position.ts'
import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table-types.ts'
import { createConditions } from '../ingest/conditions.ts'
import type { FoldFill } from '../ingest/fold-state.ts'
import {
  closeBefore,
  positionsOfScope,
  readScope,
  replay,
  type Scope,
  type ScopeReader,
} from '../ingest/replay.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import { type EventPage, ledgerOf } from '../ledger/ledger.ts'
import { MOVEMENT_COLUMNS } from '../ledger/movement-row.ts'
import { comparePlaces, type PlaceBound } from '../ledger/place.ts'
import type { PositionId } from '../ledger/position-day.ts'
import { foldFillOf } from './fill-effects.ts'
import type { StoredMovement, StoredTrade } from './trade-filter.ts'
import { storedMovement, TERMS, withFees } from './trade-filter.ts'

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
export interface PositionDayRow extends Omit<PositionNumbers, 'shares' | 'cost'> {
  day: Day
  shares: MicroShares
  cost: MicroUsd
  officialAmount: MicroShares
  /** Micro-dollars a share. */
  officialAvg: number
}

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
  for await (const { count, columns } of ledgerOf(sql).days(asked))
    for (let row = 0; row < count; row++) {
      const at = (name: (typeof ROW_COLUMNS)[number] | 'day') => Number(columns[name][row])
      rows.push({
        day: at('day'),
        shares: at('shares'),
        cost: at('cost'),
        realized: at('realized'),
        bought: at('bought'),
        sold: at('sold'),
        fees: at('fees'),
        volume: at('volume'),
        fills: at('fills'),
        untracked: at('untracked'),
        officialRealized: at('official_realized'),
        officialAmount: at('official_amount'),
        officialAvg: at('official_avg'),
      })
    }
  return rows
}

/** A fill and a movement that keep what the store holds of them through the fold. */
type KeptFill = FoldFill & { stored: StoredTrade }

class TooMany extends Error {}

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
  conditions: ReturnType<typeof createConditions>,
): Pick<ScopeReader<KeptFill, StoredMovement>, 'movements' | 'others'> {
  const filter = { days: [day], upTo }
  const page = (streams: EventPage['streams'], more: EventPage['filter'] = {}): EventPage => ({
    streams,
    filter: { ...filter, ...more },
    newestFirst: false,
    limit: MOST_EVENTS + 1,
  })
  const tradersOf = (scope: Scope) => {
    const traders = [...new Set(positionsOfScope(scope).map(({ trader }) => trader))]
    if (traders.length > MOST_TRADERS) throw new TooMany()
    return traders
  }
  return {
    async movements(scope) {
      const streams = tradersOf(scope).flatMap((id) => [
        { column: 'owner_id' as const, id },
        { column: 'other_id' as const, id },
      ])
      const columns = MOVEMENT_COLUMNS.join(', ')
      const read = await ledgerOf(sql).page<
        Record<string, Value> & { time: number; key: number; item: number }
      >('MOVEMENTS', { rows: `${columns}, tx`, sealed: columns }, page(streams))
      if (read.length > MOST_EVENTS) throw new TooMany()
      // A transfer between two wallets of the scope is in the streams of both.
      const rows = await withFees(
        sql,
        [...new Map(read.map((row) => [`${row.key} ${row.item}`, row])).values()].map(storedMovement),
      )
      await conditions.loadNamed(sql, rows)
      return rows
    },
    async others(scope) {
      const tokens = [...scope.keys()]
      const streams = tradersOf(scope).map((id) => ({ column: 'owner_id' as const, id }))
      const fills = await ledgerOf(sql).page<StoredTrade>(
        'FILLS',
        { rows: `${TERMS}, tx`, sealed: TERMS },
        page(streams, { tokens }),
      )
      if (fills.length > MOST_EVENTS) throw new TooMany()
      const found = await conditions.ofTokens(sql, tokens)
      const markets = [...new Set([...found.values()].flatMap((condition) => condition?.id ?? []))]
      const resolutions =
        markets.length === 0
          ? []
          : await ledgerOf(sql).events<Record<string, Value>>(
              'MOVEMENTS',
              { ...filter, conditions: markets, kinds: ['RESOLVE'] },
              { select: MOVEMENT_COLUMNS.join(', ') },
            )
      return {
        fills: fills.map((stored) => ({ ...foldFillOf(stored), stored })),
        movements: resolutions.map(storedMovement).sort(comparePlaces),
      }
    },
  }
}
