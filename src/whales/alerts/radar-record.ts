import type { MicroPrice, Seconds } from '../../ledger/quantities.ts'
import { type Interval, wilsonInterval } from '../../metrics/skill/edge.ts'
import { type Database, type Sql, upsert } from '../../store/engine/database.ts'
import { as, known, statement } from '../../store/engine/statement.ts'
import { CONDITIONS, TOKENS } from '../../store/tables.ts'
import { STANDS } from './alert-chain.ts'
import { ALERT_GRADES, ALERTS } from './alert-row.ts'

/** An alert and its marks so far, null until known. */
export interface AlertGrade {
  seq: number
  token: number
  time: Seconds
  afterHour: MicroPrice | null
  afterDay: MicroPrice | null
  payout: MicroPrice | null
  /** When the token's condition was resolved, or null. */
  resolvedTime: Seconds | null
}

/** Seconds after an alert's fill at which its token is marked. */
export const MARK_AFTER = { hour: 3_600, day: 86_400 } as const

const GRADABLE = statement(
  (from, given: { hourDue: Seconds; dayDue: Seconds; now: Seconds; limit: number }) =>
    from(as(ALERTS, 'a'))
      .leftJoin(as(ALERT_GRADES, 'g'), 'g.seq', 'a.seq')
      .join(as(TOKENS, 'k'), 'k.id', 'a.token_id')
      .leftJoin(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
      .select(
        'a.seq',
        known('a.token_id as token'),
        known('a.time'),
        'g.after_hour',
        'g.after_day',
        'g.payout',
        'c.resolved_time',
      )
      .where((due) =>
        due
          .where((hour) => hour.whereNull('g.after_hour').where('a.time', '<=', given.hourDue))
          .orWhere((day) => day.whereNull('g.after_day').where('a.time', '<=', given.dayDue))
          .orWhere((end) => end.whereNull('g.payout').where('c.resolved_time', '<=', given.now)),
      )
      .where(from.raw(STANDS))
      .orderBy('a.seq')
      .limit(given.limit),
)

/** Up to `limit` alerts, retracted ones excluded, that lack a mark which a ledger at `now` has. */
export async function gradable(sql: Sql, now: Seconds, limit: number): Promise<AlertGrade[]> {
  return GRADABLE.all(sql, { hourDue: now - MARK_AFTER.hour, dayDue: now - MARK_AFTER.day, now, limit })
}

/** Drops the marks that depend on a block or a later one, so that they are computed again. */
export const DROP_GRADES = statement((from, { block }: { block: number }) =>
  from(ALERT_GRADES).where('block', '>=', block).delete(),
)

/** Writes marks; `block` is the ledger's last one, or null. */
export async function writeGrades(
  tx: Sql,
  grades: readonly AlertGrade[],
  block: number | null,
): Promise<void> {
  const rows = grades.map(({ seq, afterHour, afterDay, payout }) => ({
    seq,
    afterHour,
    afterDay,
    payout,
    block,
  }))
  await upsert(tx, ALERT_GRADES, rows)
}

/** The track record of the radar's alerts, of all or of one board. */
export interface RadarRecord {
  /** The board's id, or null for all alerts. */
  board: string | null
  /** Excludes retracted ones. */
  alerts: number
  /** Alerts with a token that paid all or nothing. */
  decided: number
  /** The fraction of decided alerts that were right; null without any. */
  hitRate: number | null
  /** Wilson 95%. */
  hitRateInterval: Interval | null
  /** The fraction of hits that the prices implied: the mean of the price for a BUY, of 1 less the price for a SELL. */
  impliedRate: number | null
  /** Mean of side · (mark − price) an hour and a day after the fill, in dollars a share; null without marks. */
  markoutAfterHour: number | null
  markoutAfterDay: number | null
}

/** The record of all alerts, then of each board; an alert of two boards counts for both. */
export function radarRecords(sums: readonly RecordSums[]): [RadarRecord, ...RadarRecord[]] {
  const boards = [...new Set(sums.flatMap((row) => row.boards.split(' ')))].sort()
  const ofBoard = (board: string) => sums.filter((row) => row.boards.split(' ').includes(board))
  return [recordOf(null, sums), ...boards.map((board) => recordOf(board, ofBoard(board)))]
}

function recordOf(board: string | null, rows: readonly RecordSums[]): RadarRecord {
  const sum = (field: Exclude<keyof RecordSums, 'boards'>) =>
    rows.reduce((total, row) => total + row[field], 0)
  const mean = (field: Parameters<typeof sum>[0], over: number) => (over === 0 ? null : sum(field) / over)
  const decided = sum('decided')
  return {
    board,
    alerts: sum('alerts'),
    decided,
    hitRate: mean('hits', decided),
    hitRateInterval: decided === 0 ? null : wilsonInterval(sum('hits'), decided),
    impliedRate: mean('implied', decided),
    markoutAfterHour: mean('hourMove', sum('hours')),
    markoutAfterDay: mean('dayMove', sum('days')),
  }
}

/** One board's share of the radar's record, or all boards'. */
export interface RecordSums {
  boards: string
  alerts: number
  /**
   * Alerts with a token that paid 0 or 1, the number of right ones, and the sum of the probabilities that their prices
   * implied.
   */
  decided: number
  hits: number
  implied: number
  /** Marked alerts and the sum of side · (mark − price), in dollars a share. */
  hours: number
  hourMove: number
  days: number
  dayMove: number
}

const PRICE = 'CAST(a.usd AS double precision) / a.shares'
/** A SELL is a bet on the token's loss. */
const onSide = (buy: string, sell: string) => `CASE WHEN a.side = 0 THEN ${buy} ELSE ${sell} END`
const moveTo = (mark: string) => onSide(`${mark} / 1e6 - ${PRICE}`, `${PRICE} - ${mark} / 1e6`)
const IS_DECIDED = 'a.payout IN (0, 1000000)'
const IS_HIT = `a.payout = ${onSide('1000000', '0')}`
const sumWhere = (condition: string, value: string) =>
  `COALESCE(SUM(CASE WHEN ${condition} THEN ${value} END), 0)`
/** In whole units of 1e-10: a sum of fractions would depend on the order in which the rows come. */
const sumFractionsWhere = (condition: string, value: string) =>
  `CAST(${sumWhere(condition, `CAST(ROUND((${value}) * 1e10) AS bigint)`)} AS double precision) / 1e10`

/** Seconds after a fill at which its marks are due; the payout is due when the market is resolved. */
const DUE = [MARK_AFTER.hour, MARK_AFTER.day, 0]
/** Alerts with their marks as of a time: a mark that was not due by then is null. */
const MARKED =
  'SELECT a.boards, a.side, a.usd, a.shares, CASE WHEN a.time <= ? THEN g.after_hour END AS after_hour, ' +
  'CASE WHEN a.time <= ? THEN g.after_day END AS after_day, CASE WHEN c.resolved_time <= ? THEN g.payout END AS payout ' +
  'FROM alerts a JOIN tokens k ON k.id = a.token_id LEFT JOIN conditions c ON c.id = k.condition_id ' +
  `LEFT JOIN alert_grades g ON g.seq = a.seq WHERE ${STANDS} AND a.time < ?`

const RECORD =
  'SELECT a.boards, COUNT(*) AS alerts, ' +
  `${sumWhere(IS_DECIDED, '1')} AS decided, ` +
  `${sumWhere(IS_HIT, '1')} AS hits, ` +
  `${sumFractionsWhere(IS_DECIDED, onSide(PRICE, `1 - ${PRICE}`))} AS implied, ` +
  `COUNT(a.after_hour) AS hours, ${sumFractionsWhere('a.after_hour IS NOT NULL', moveTo('a.after_hour'))} AS "hourMove", ` +
  `COUNT(a.after_day) AS days, ${sumFractionsWhere('a.after_day IS NOT NULL', moveTo('a.after_day'))} AS "dayMove" ` +
  `FROM (${MARKED}) a GROUP BY a.boards ORDER BY a.boards`

/**
 * The sums of the radar's track record, by sets of boards, as of a time: alerts on fills before it, with only the marks
 * due by then.
 */
export function readRecordSums(db: Database, until: Seconds): Promise<RecordSums[]> {
  return db.all<RecordSums>(RECORD, [...DUE.map((after) => until - after), until])
}
