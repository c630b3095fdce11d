import type { Labels } from '../../access/accounts/labels.ts'
import { meets, type Tier } from '../../access/tier.ts'
import { type Clock, WALL_CLOCK } from '../../clock.ts'
import {
  DAY_SECONDS,
  dayOf,
  MICRO,
  type MicroPrice,
  type Seconds,
  weekStart,
} from '../../ledger/quantities.ts'
import { type AlertIds, readAlertIds } from '../../store/alerts/alert-ids.ts'
import { type AlertFilter, type AlertPlace, createAlertReader } from '../../store/alerts/alert-reader.ts'
import type { Database } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ingest/ledger-state.ts'
import type { AlertView } from './alert-view.ts'
import { COARSEST_OF_MARKET } from './coarsen.ts'
import { proView } from './pro-view.ts'
import { publicMove } from './public-move.ts'
import { type NotableAlert, publicShowcase } from './public-showcase.ts'
import { newestPublic, publicView } from './public-view.ts'
import { EXACT_RECORD, PUBLIC_RECORD, type RadarRecord, radarRecords } from './radar-record.ts'

/** Alerts that everybody may see at once. */
export const PUBLIC_ALERTS_SHOWN = 25
/** Alerts of the showcase, and the days that it looks back. */
export const SHOWCASE = { alerts: 10, days: 7 } as const
/** Public alerts that the showcase chooses among, the newest of its days. */
const CONSIDERED = 2_000

/** A page that is asked for. */
export interface AlertSearch {
  filter: AlertFilter
  /** Alerts of the page. */
  first: number
  /** The alert behind which it begins; null: the newest. */
  after: AlertPlace | null
}

/** Alerts with what is known of those behind them. */
export interface AlertPage {
  alerts: AlertView[]
  hasMore: boolean
  /** How many alerts the whole list has that the page is of. */
  total(): Promise<number>
}

/** The radar's record as it stood at a time. */
export interface RadarRecordAsOf {
  /** Alerts on fills before it count, and of their marks those that were due by then. */
  until: Seconds
  /** All alerts, then those of each board. */
  records: [RadarRecord, ...RadarRecord[]]
}

/** What callers are handed of the radar, each as its tier may see it: the one place where that is decided. */
export interface AlertDesk {
  /**
   * Pro: alerts by the filter, in real time, newest first. Others: of the newest 25 that everybody may see, in the market
   * that is asked for if they show it, the first so many, in an order that reveals no more than they do; neither another filter nor
   * the place is looked at.
   */
  page(tier: Tier, search: AlertSearch): Promise<AlertPage>
  /** One alert by its id; null where there is none, and likewise where it is not for the caller to see (yet). */
  one(tier: Tier, id: string): Promise<AlertView | null>
  /** The notable moves of the last days of the ledger. */
  showcase(tier: Tier): Promise<NotableAlert[]>
  /**
   * Pro: the record as it is now. Others: as it was at the start of the ledger's week and rounded, because the change
   * that one alert makes to a mean reveals its exact price.
   */
  record(tier: Tier): Promise<RadarRecordAsOf>
  /**
   * The newest event that a caller of the tier may know of by itself: what would reveal an alert before it is public ends
   * there. Null for Pro, who see every event at once.
   */
  seenUpTo(tier: Tier): Seconds | null
  /** The place of the alert that a cursor names; null for a text that is no cursor. Only for Pro callers. */
  placeOf(cursor: string): Promise<AlertPlace | null>
}

/** What a desk is made of. */
export interface AlertDeskOptions {
  db: Database
  labels: Labels
  /** How late everybody sees what Pro callers see at once. */
  delayMinutes: number
  /** @default the wall clock */
  now?: Clock
}

/** A desk on the store's committed rows. */
export function createAlertDesk(options: AlertDeskOptions): AlertDesk {
  const { db, labels, delayMinutes, now = WALL_CLOCK } = options
  const reader = createAlertReader(db)
  let reading: Promise<AlertIds> | null = null
  const idsOf = () => {
    // The key is as old as the store; a store that was away for a moment is asked again.
    reading ??= readAlertIds(db).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
  const publicUpTo = () => now() - 60 * delayMinutes
  const viewer = async () => ({ upTo: publicUpTo(), ids: await idsOf(), labels })
  const isPro = (tier: Tier) => meets(tier, 'PRO')

  const proPage = async ({ filter, first, after }: AlertSearch): Promise<AlertPage> => {
    const [ids, rows] = [await idsOf(), await reader.list(filter, first + 1, after)]
    return {
      alerts: rows.slice(0, first).map((row) => proView(row, ids)),
      hasMore: rows.length > first,
      total: () => reader.count(filter),
    }
  }
  const publicPage = async ({ filter: { tokens }, first }: AlertSearch): Promise<AlertPage> => {
    const options = await viewer()
    const market = tokens && { tokens, coarsest: COARSEST_OF_MARKET }
    const rows = await reader.listPublic(
      { upTo: options.upTo, ...(market && { market }) },
      PUBLIC_ALERTS_SHOWN,
    )
    const views = newestPublic(rows, PUBLIC_ALERTS_SHOWN, options).map(({ view }) => view)
    // All are read and put in order first: a request for one must not reveal which came last.
    // Nor how many there are beside them, of which most are not public yet or never will be.
    return { alerts: views.slice(0, first), hasMore: false, total: async () => views.length }
  }
  const proShowcase = async (from: Seconds, at: Seconds): Promise<NotableAlert[]> => {
    const moves = await reader.notableMoves(from, at, SHOWCASE.alerts)
    const prices = await reader.prices(
      moves.map(({ row }) => row.token),
      at,
    )
    const ids = await idsOf()
    return moves.map(({ row, move }) => ({
      alert: proView(row, ids),
      move: move / MICRO,
      priceNow: dollars(prices.get(row.token)),
    }))
  }
  const everybodysShowcase = async (from: Seconds, at: Seconds): Promise<NotableAlert[]> => {
    const options = await viewer()
    const rows = await reader.listPublic({ upTo: options.upTo, behind: from }, CONSIDERED)
    const prices = await reader.prices(
      rows.map(({ token }) => token),
      at,
    )
    const alerts = newestPublic(rows, CONSIDERED, options).map(({ row, view }) => {
      const price = prices.get(row.token) ?? null
      return { alert: view, move: publicMove(view, price), priceNow: view.market && dollars(price) }
    })
    return publicShowcase(alerts, SHOWCASE.alerts)
  }
  return {
    page: (tier, search) => (isPro(tier) ? proPage(search) : publicPage(search)),
    async one(tier, id) {
      const options = await viewer()
      const seq = options.ids.seqOf(id)
      if (seq === null) return null
      const row = await (isPro(tier) ? reader.byNumber(seq) : reader.publicByNumber(seq, options.upTo))
      if (row === null) return null
      return isPro(tier) ? proView(row, options.ids) : publicView(row, options)
    },
    async showcase(tier) {
      const { lastTime } = await readLedgerState(db)
      if (lastTime === null) return []
      const from = lastTime - SHOWCASE.days * DAY_SECONDS
      return isPro(tier) ? proShowcase(from, lastTime) : everybodysShowcase(from, lastTime)
    },
    async record(tier) {
      const { lastTime } = await readLedgerState(db)
      if (lastTime === null) return { until: 0, records: radarRecords([]) }
      const until = isPro(tier) ? lastTime + 1 : startOfWeek(Math.min(lastTime, publicUpTo()))
      const precision = isPro(tier) ? EXACT_RECORD : PUBLIC_RECORD
      return { until, records: radarRecords(await reader.record(until), precision) }
    },
    seenUpTo: (tier) => (isPro(tier) ? null : publicUpTo()),
    async placeOf(cursor) {
      const seq = (await idsOf()).seqOf(cursor)
      return seq === null ? null : reader.placeOf(seq)
    },
  }
}

function dollars(price: MicroPrice | null | undefined): number | null {
  return price === null || price === undefined ? null : price / MICRO
}

function startOfWeek(time: Seconds): Seconds {
  return weekStart(dayOf(time)) * DAY_SECONDS
}
