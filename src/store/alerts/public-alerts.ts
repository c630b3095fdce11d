import { DAY_SECONDS, type Day, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { MARKETS, TOKENS, TRADERS } from '../engine/tables.ts'
import { STANDS } from './alert-chain.ts'
import { ALERTS, PUBLIC_ALERTS } from './alert-tables.ts'

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

const UNDECIDED_WEEKS = statement((from, { before }: { before: Seconds }) =>
  from(as(ALERTS, 'a'))
    .join(as(TRADERS, 't'), 't.id', 'a.trader_id')
    .distinct<{ week: Day }>('a.week')
    .where('a.time', '<', before)
    .where(from.raw(UNDECIDED))
    .orderBy('a.week'),
)
const UNDECIDED_ALERTS = statement((from, { start, end }: { start: Seconds; end: Seconds }) =>
  from(as(ALERTS, 'a'))
    .join(as(TRADERS, 't'), 't.id', 'a.trader_id')
    .join(as(TOKENS, 'k'), 'k.id', 'a.token_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')
    .select<UndecidedAlert>(
      ...(['a.seq', 'a.trader_id as trader', 'a.token_id as token', 'a.side', 'a.usd'] as const),
      ...(['a.shares', 'a.time', 'm.category'] as const),
    )
    .where('a.time', '>=', start)
    .where('a.time', '<', end)
    .where(from.raw(UNDECIDED))
    .orderBy('a.seq'),
)

/** The ISO weeks, by their Mondays, of standing alerts on fills before a time of which nothing is decided yet; oldest first. */
export async function undecidedWeeks(sql: Sql, before: Seconds): Promise<Day[]> {
  const rows = await UNDECIDED_WEEKS.all(sql, { before })
  return rows.map(({ week }) => week)
}

/**
 * A week's standing alerts on fills before a time of which nothing is decided yet, in the order of the chain. Whoever opted
 * out hides nobody. By index on time.
 */
export async function undecidedAlerts(sql: Sql, week: Day, before: Seconds): Promise<UndecidedAlert[]> {
  const start = week * DAY_SECONDS
  return UNDECIDED_ALERTS.all(sql, { start, end: Math.min(before, start + 7 * DAY_SECONDS) })
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
