import { meets, type Tier } from '../../access/tier.ts'
import { type Clock, WALL_CLOCK } from '../../clock.ts'
import { DAY_SECONDS, MICRO, type Seconds } from '../../ledger/quantities.ts'
import {
  type AlertFilter,
  type AlertIds,
  type AlertPlace,
  createAlertReader,
  readAlertIds,
} from '../../store/alerts/alert-reader.ts'
import type { AlertRow } from '../../store/alerts/alert-row.ts'
import type { Database } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import type { AlertView } from './alert-view.ts'
import { proView } from './pro-view.ts'
import { publicView, shownUsd } from './public-view.ts'
import { type RadarRecord, radarRecords } from './radar-record.ts'

/** Without Pro: alerts of a page at most, and the days that lists look back. */
export const PUBLIC_LIST = { alerts: 25, days: 7 } as const
/** Alerts of the showcase, and the days that it looks back. */
export const SHOWCASE = { alerts: 10, days: 7 } as const

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
  /** True where older alerts are withheld from the tier. */
  isTruncated: boolean
  /** How many alerts the whole list has that the page is of. */
  total(): Promise<number>
}

/** An alert with its move since the fill. */
export interface NotableAlert {
  alert: AlertView
  /** (price now − fill price) · side · shares in dollars; with 2 significant digits without Pro. */
  move: number
  /** Dollars a share. */
  priceNow: number
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
   * Alerts newest first. Pro: by the filter, in real time. Others: of the filter `tokens` alone, delayed, at most
   * {@link PUBLIC_LIST} a page and back to the days of that before the newest event they may know of.
   */
  page(tier: Tier, search: AlertSearch): Promise<AlertPage>
  /** One alert by its id; null where there is none, and likewise where it is not for the caller to see (yet). */
  one(tier: Tier, id: string): Promise<AlertView | null>
  /** The notable moves of the last days of the ledger. */
  showcase(tier: Tier): Promise<NotableAlert[]>
  /** The record as it is now; without Pro, up to the newest event that they may know of. */
  record(tier: Tier): Promise<RadarRecordAsOf>
  /**
   * The newest event that a caller of the tier may know of by itself: what would reveal an alert before it is public ends
   * there. Null for Pro, who see every event at once.
   */
  seenUpTo(tier: Tier): Seconds | null
  /** The place of the alert that a cursor names; null for a text that is no cursor. */
  placeOf(cursor: string): Promise<AlertPlace | null>
}

/** What a desk is made of. */
export interface AlertDeskOptions {
  db: Database
  /** How late everybody sees what Pro callers see at once. */
  delayMinutes: number
  /** @default the wall clock */
  now?: Clock
}

/** A desk on the store's committed rows. */
export function createAlertDesk(options: AlertDeskOptions): AlertDesk {
  const { db, delayMinutes, now = WALL_CLOCK } = options
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
  const isPro = (tier: Tier) => meets(tier, 'PRO')
  /** The newest time that a tier may know of, and the ledger's newest event; null for an empty ledger. */
  const times = async (tier: Tier): Promise<{ upTo: Seconds; lastTime: Seconds } | null> => {
    const { lastTime } = await readLedgerState(db)
    if (lastTime === null) return null
    return { upTo: isPro(tier) ? lastTime : Math.min(lastTime, publicUpTo()), lastTime }
  }
  const viewsOf = async (tier: Tier, rows: readonly AlertRow[]): Promise<AlertView[]> => {
    const ids = await idsOf()
    if (isPro(tier)) return rows.map((row) => proView(row, ids))
    const numbers = await reader.traderNumbers(rows)
    return rows.map((row, i) => publicView(row, ids, numbers[i] ?? 0))
  }

  const proPage = async ({ filter, first, after }: AlertSearch): Promise<AlertPage> => {
    const rows = await reader.list(filter, first + 1, after)
    return {
      alerts: await viewsOf('PRO', rows.slice(0, first)),
      hasMore: rows.length > first,
      isTruncated: false,
      total: () => reader.count(filter),
    }
  }
  const publicPage = async (tier: Tier, { filter, first, after }: AlertSearch): Promise<AlertPage> => {
    const known = await times(tier)
    if (known === null) return { alerts: [], hasMore: false, isTruncated: false, total: async () => 0 }
    const released = { ...(filter.tokens && { tokens: filter.tokens }), upTo: known.upTo }
    const since = known.upTo - PUBLIC_LIST.days * DAY_SECONDS
    const size = Math.min(first, PUBLIC_LIST.alerts)
    const found = await reader.list(released, size + 1, after)
    const rows = found.filter(({ time }) => time >= since)
    return {
      alerts: await viewsOf(tier, rows.slice(0, size)),
      hasMore: rows.length > size,
      isTruncated: rows.length <= size && found.length > rows.length,
      total: () => reader.count({ ...released, since }),
    }
  }
  return {
    page: (tier, search) => (isPro(tier) ? proPage(search) : publicPage(tier, search)),
    async one(tier, id) {
      const seq = (await idsOf()).seqOf(id)
      const row = seq === null ? null : await reader.byNumber(seq)
      if (row === null || (!isPro(tier) && row.time > publicUpTo())) return null
      const [view = null] = await viewsOf(tier, [row])
      return view
    },
    async showcase(tier) {
      const known = await times(tier)
      if (known === null) return []
      const { upTo, lastTime } = known
      const range = { from: lastTime - SHOWCASE.days * DAY_SECONDS, upTo, at: lastTime }
      const moves = await reader.notableMoves(range, SHOWCASE.alerts)
      const rows = moves.map(({ row }) => row)
      const views = await viewsOf(tier, rows)
      return views.flatMap((alert, i) => {
        const moved = moves[i]
        if (moved === undefined) return []
        const move = moved.move / MICRO
        return [{ alert, move: isPro(tier) ? move : shownUsd(move), priceNow: moved.priceNow / MICRO }]
      })
    },
    async record(tier) {
      const known = await times(tier)
      if (known === null) return { until: 0, records: radarRecords([]) }
      const until = known.upTo + 1
      return { until, records: radarRecords(await reader.record(until)) }
    },
    seenUpTo: (tier) => (isPro(tier) ? null : publicUpTo()),
    async placeOf(cursor) {
      const seq = (await idsOf()).seqOf(cursor)
      return seq === null ? null : reader.placeOf(seq)
    },
  }
}
