import { meets, type Tier } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { DAY_SECONDS, MICRO, type Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import {
  type AlertFilter,
  type AlertIds,
  type AlertPlace,
  createAlertReader,
  readAlertIds,
} from './alert-reader.ts'
import type { AlertRow } from './alert-row.ts'
import { type AlertView, proView, publicView, shownUsd } from './alert-view.ts'
import { alertSealer } from './logged-alerts.ts'
import { type RadarRecord, radarRecords } from './radar-record.ts'

/** Limits without Pro: alerts per page, and days that lists reach back. */
export const PUBLIC_LIST = { alerts: 25, days: 7 } as const
/** Alerts of the showcase, and days that it reaches back. */
export const SHOWCASE = { alerts: 10, days: 7 } as const

export interface AlertSearch {
  filter: AlertFilter
  first: number
  /** The page begins after this alert; null: with the newest. */
  after: AlertPlace | null
}

/** A page of alerts, with facts on the older ones. */
export interface AlertPage {
  alerts: AlertView[]
  hasMore: boolean
  /** True if the tier hides older alerts. */
  isTruncated: boolean
  /** Counts the alerts of the whole list. */
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

/** The last event that alerts and their marks count: for Pro the ledger's own, since alerts precede snapshots. */
export interface AlertCutoff {
  block: number | null
  time: Seconds
}

/** The radar's track record as of a time. */
export interface RadarRecordAsOf {
  /** Counts alerts on fills up to it, with only the marks due by then. Null before there is an event. */
  cutoff: AlertCutoff | null
  /** All alerts, then those of each board. */
  records: [RadarRecord, ...RadarRecord[]]
}

/** Everything that callers see of the radar, reduced to their tier; no other place decides that. */
export interface AlertDesk {
  /**
   * Alerts newest first. Pro: by the filter, in real time. Others: only the filter `tokens`, delayed, at most {@link
   * PUBLIC_LIST} a page and back to its days before the newest event that the tier shows.
   */
  page(tier: Tier, search: AlertSearch): Promise<AlertPage>
  /** One alert by its id; null for an unknown one, and for one that the caller may not see (yet). */
  one(tier: Tier, id: string): Promise<AlertView | null>
  /** An alert as the log of days has it; null as for `one`, and without what is hidden where the tier may not know it. */
  logged(
    tier: Tier,
    id: string,
  ): Promise<{ seq: number; time: Seconds; leaf: string; opened: string | null } | null>
  /** The notable moves of the last days of the ledger. */
  showcase(tier: Tier): Promise<NotableAlert[]>
  /** The current record; without Pro, up to the newest event that the tier shows. */
  record(tier: Tier): Promise<RadarRecordAsOf>
  /** The last event that the tier's alerts count; null before there is one. */
  cutoff(tier: Tier): Promise<AlertCutoff | null>
  /** The place of a cursor's alert; null for an invalid cursor, and for an alert that the caller may not see yet. */
  placeOf(tier: Tier, cursor: string): Promise<AlertPlace | null>
}

export interface AlertDeskOptions {
  db: Database
  /** The cutoff of the snapshot that callers without Pro read: alerts up to it are public. Null while there is none. */
  publicUpTo(): Promise<AlertCutoff | null>
}

export function createAlertDesk(options: AlertDeskOptions): AlertDesk {
  const { db, publicUpTo } = options
  const reader = createAlertReader(db)
  let reading: Promise<AlertIds> | null = null
  const idsOf = () => {
    // The key is as old as the store; after a failed read the next caller tries again.
    reading ??= readAlertIds(db).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
  const isPro = (tier: Tier) => meets(tier, 'PRO')
  const isReleased = async (tier: Tier, { time }: { time: Seconds }) =>
    isPro(tier) || time <= ((await publicUpTo())?.time ?? 0)
  const cutoffOf = async (tier: Tier): Promise<AlertCutoff | null> => {
    if (!isPro(tier)) return publicUpTo()
    const { lastTime, lastBlock } = await readLedgerState(db)
    return lastTime === null ? null : { block: lastBlock, time: lastTime }
  }
  /** The newest time that a tier shows, at which alerts are marked; null for an empty ledger. */
  const lastTimeOf = async (tier: Tier): Promise<Seconds | null> => (await cutoffOf(tier))?.time ?? null
  const viewsOf = async (tier: Tier, rows: readonly AlertRow[]): Promise<AlertView[]> => {
    const ids = await idsOf()
    if (isPro(tier)) return rows.map((row) => proView(row, ids))
    const numbers = await reader.traderNumbers(rows)
    return rows.map((row, i) => publicView(row, ids, defined(numbers[i])))
  }

  /** Null for an unknown alert, and for one that the caller may not see (yet). */
  const releasedRow = async (tier: Tier, id: string): Promise<AlertRow | null> => {
    const seq = (await idsOf()).seqOf(id)
    const row = seq === null ? null : await reader.byNumber(seq)
    return row !== null && (await isReleased(tier, row)) ? row : null
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
    const upTo = await lastTimeOf(tier)
    if (upTo === null) return { alerts: [], hasMore: false, isTruncated: false, total: async () => 0 }
    const released = { ...(filter.tokens && { tokens: filter.tokens }), upTo }
    const since = upTo - PUBLIC_LIST.days * DAY_SECONDS
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
      const row = await releasedRow(tier, id)
      const [view = null] = row === null ? [] : await viewsOf(tier, [row])
      return view
    },
    async logged(tier, id) {
      const row = await releasedRow(tier, id)
      if (row === null) return null
      const leaves = await alertSealer(db)
      const { leaf, hidden } = leaves.alert(row.seq, { ...row, boards: row.boards.split(' ') })
      return { seq: row.seq, time: row.time, leaf, opened: isPro(tier) ? hidden : null }
    },
    async showcase(tier) {
      const upTo = await lastTimeOf(tier)
      if (upTo === null) return []
      const range = { from: upTo - SHOWCASE.days * DAY_SECONDS, upTo, at: upTo }
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
      const cutoff = await cutoffOf(tier)
      return { cutoff, records: radarRecords(cutoff === null ? [] : await reader.record(cutoff.time + 1)) }
    },
    cutoff: cutoffOf,
    async placeOf(tier, cursor) {
      const seq = (await idsOf()).seqOf(cursor)
      const place = seq === null ? null : await reader.placeOf(seq)
      return place !== null && (await isReleased(tier, place)) ? place : null
    },
  }
}
