import { DAY_SECONDS, type Day, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { STANDS } from './alert-chain.ts'
import { PUBLIC_ALERTS } from './alert-tables.ts'

/** An alert of which it is not decided yet what everybody may know. */
export interface UndecidedAlert {
  seq: number
  trader: number
  token: number
  side: number
  usd: MicroUsd
  shares: number
  time: Seconds
  category: string | null
}

/** What everybody may know of an alert. What is behind `fits` is null where no level hides it. */
export interface PublicDecision {
  seq: number
  /** Its place among the levels of coarseness, or null where none hides it. */
  level: number | null
  category: string | null
  /** Wallets of its crowd: of the alerts that show the same in every field. 0 without one. */
  fits: number
  /** The lowest number in its crowd. */
  crowd: number | null
  /** The number of the alert whose label it has, its own where it shares none. */
  label: number | null
  /** The hour, day or week that is shown as its time. */
  shownTime: Seconds | null
  /** The end of that. */
  shownUntil: Seconds | null
}

const UNDECIDED = `NOT EXISTS (SELECT 1 FROM public_alerts p WHERE p.seq = a.seq) AND ${STANDS} AND ${IS_NOT_OPTED_OUT}`

/** The ISO weeks, by their Mondays, of standing alerts on fills before a time of which nothing is decided yet; oldest first. */
export async function undecidedWeeks(sql: Sql, before: Seconds): Promise<Day[]> {
  const rows = await sql.all<{ week: Day }>(
    `SELECT DISTINCT a.week FROM alerts a JOIN traders t ON t.id = a.trader_id WHERE a.time < ? AND ${UNDECIDED} ORDER BY a.week`,
    [before],
  )
  return rows.map(({ week }) => week)
}

/**
 * A week's standing alerts on fills before a time of which nothing is decided yet, in the order of the chain. Whoever opted
 * out hides nobody. By index on time.
 */
export async function undecidedAlerts(sql: Sql, week: Day, before: Seconds): Promise<UndecidedAlert[]> {
  const start = week * DAY_SECONDS
  return sql.all<UndecidedAlert>(
    'SELECT a.seq, a.trader_id AS trader, a.token_id AS token, a.side, a.usd, a.shares, a.time, m.category FROM alerts a ' +
      'JOIN traders t ON t.id = a.trader_id JOIN tokens k ON k.id = a.token_id ' +
      'LEFT JOIN markets m ON m.condition_id = k.condition_id ' +
      `WHERE a.time >= ? AND a.time < ? AND ${UNDECIDED} ORDER BY a.seq`,
    [start, Math.min(before, start + 7 * DAY_SECONDS)],
  )
}

/** Writes decisions; one that is there stays. */
export async function writeDecisions(tx: Sql, decisions: readonly PublicDecision[]): Promise<void> {
  const columns = {
    seq: decisions.map(({ seq }) => seq),
    level: decisions.map(({ level }) => level),
    category: decisions.map(({ category }) => category),
    fits: decisions.map(({ fits }) => fits),
    crowd: decisions.map(({ crowd }) => crowd),
    label: decisions.map(({ label }) => label),
    shown_time: decisions.map(({ shownTime }) => shownTime),
    shown_until: decisions.map(({ shownUntil }) => shownUntil),
  }
  await tx.insertNew(PUBLIC_ALERTS, columns, decisions.length)
}
