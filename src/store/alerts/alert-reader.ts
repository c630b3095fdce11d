import type { Address, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Database } from '../engine/database.ts'
import { STANDS } from './alert-chain.ts'
import { MARK_AFTER } from './alert-grades.ts'
import { type AlertRow, alertRows, SELECT_ALERTS } from './alert-row.ts'
import { marksAt } from './token-marks.ts'

/** Which alerts are asked for; what is left out does not matter. */
export interface AlertFilter {
  category?: string
  minUsd?: MicroUsd
  direction?: 'BUY' | 'SELL'
  /** The id of a board. */
  qualifying?: string
  wallet?: Address
}

/** An alert's place in the order of lists: by time, then by its number in the chain. */
export interface AlertPlace {
  time: Seconds
  seq: number
}

/** What an alert's move has come to. */
export interface NotableMove {
  row: AlertRow
  /** (price now − fill price) · side · shares, in micro-dollars. */
  move: number
}

/** One board's share of the radar's record, or all boards'. */
export interface RecordSums {
  boards: string
  alerts: number
  /** Alerts whose token has paid 0 or 1, those that were right, and the sum of the chances that their prices told. */
  decided: number
  hits: number
  implied: number
  /** Marked alerts and the sum of side · (mark − price), in dollars a share. */
  hours: number
  hourMove: number
  days: number
  dayMove: number
}

/**
 * Reads of alerts that stand, on fills of traders who are shown. Each is a constant number of statements, whatever it
 * finds.
 */
export interface AlertReader {
  /** The newest alerts behind `after` that meet the filter, newest first. By index on time, or on a wallet's time. */
  list(filter: AlertFilter, limit: number, after: AlertPlace | null): Promise<AlertRow[]>
  /** How many alerts meet the filter. Looks at each that a list of them would show. */
  count(filter: AlertFilter): Promise<number>
  /**
   * The newest alerts that everybody may see by the time that is shown of them, in no order, and the rest of the crowd of
   * the last one. Only crowds whose shown time ends by `upTo`, and of which nobody opted out and no alert was retracted: one
   * that is missing would tell whose it was. By index on what is shown.
   * @param from only of shown times that end behind this
   */
  listPublic(upTo: Seconds, limit: number, from?: Seconds): Promise<AlertRow[]>
  /** One alert that {@link listPublic} could list; null otherwise. By primary key. */
  publicByNumber(seq: number, upTo: Seconds): Promise<AlertRow | null>
  /** One alert, or null where there is none of this number, or it was retracted. By primary key. */
  byNumber(seq: number): Promise<AlertRow | null>
  /** The place of an alert, of a retracted one too; null where there is none of this number. By primary key. */
  placeOf(seq: number): Promise<AlertPlace | null>
  /** The largest moves of alerts on fills behind `from`, one a trader, marked at `at`. */
  notableMoves(from: Seconds, at: Seconds, limit: number): Promise<NotableMove[]>
  /** What tokens are worth at a time; null where nothing tells. */
  prices(tokens: readonly number[], at: Seconds): Promise<Map<number, MicroPrice | null>>
  /**
   * What the record adds up from, by sets of boards, as it stood at a time: alerts on fills before it, and of their
   * marks those that were due by then. Traders who opted out count still: a record without them would be another
   * record.
   */
  record(until: Seconds): Promise<RecordSums[]>
}

interface LastShown {
  time: Seconds
  crowd: number
}

/** A reader on the store's committed rows. */
export function createAlertReader(db: Database): AlertReader {
  const rows = (condition: string, values: Parameters<Database['all']>[1]) =>
    db.all<AlertRow>(`${SELECT_ALERTS} WHERE ${condition}`, values)
  return {
    list(filter, limit, after) {
      const { conditions, values } = conditionsOf(filter)
      if (after !== null) {
        conditions.push('(a.time, a.seq) < (?, ?)')
        values.push(after.time, after.seq)
      }
      const condition = [IS_SHOWN, ...conditions].join(' AND ')
      return rows(`${condition} ORDER BY a.time DESC, a.seq DESC LIMIT ?`, [...values, limit])
    },
    async count(filter) {
      const { conditions, values } = conditionsOf(filter)
      const condition = [IS_SHOWN, ...conditions].join(' AND ')
      return (await db.get<{ alerts: number }>(`${COUNT} WHERE ${condition}`, values))?.alerts ?? 0
    },
    async listPublic(upTo, limit, from = 0) {
      const range = [from, upTo]
      const last = await db.get<LastShown>(LAST_SHOWN, [...range, limit - 1])
      if (last === undefined) return rows(IS_PUBLIC, range)
      const { time, crowd } = last
      return rows(`${IS_PUBLIC} AND (p.shown_time > ? OR (p.shown_time = ? AND p.crowd <= ?))`, [
        ...range,
        ...[time, time, crowd],
      ])
    },
    async publicByNumber(seq, upTo) {
      return (await rows(`${IS_PUBLIC} AND a.seq = ?`, [0, upTo, seq]))[0] ?? null
    },
    async byNumber(seq) {
      return (await rows(`a.seq = ? AND ${IS_SHOWN}`, [seq]))[0] ?? null
    },
    async placeOf(seq) {
      return (await db.get<AlertPlace>(PLACE, [seq])) ?? null
    },
    notableMoves: (...args) => readNotableMoves(db, ...args),
    prices: (tokens, at) => readPrices(db, tokens, at),
    record: (until) => db.all<RecordSums>(RECORD, [...DUE.map((after) => until - after), until]),
  }
}

const COUNT =
  'SELECT COUNT(*) AS alerts FROM alerts a JOIN traders t ON t.id = a.trader_id ' +
  'JOIN tokens k ON k.id = a.token_id LEFT JOIN markets m ON m.condition_id = k.condition_id'
const IS_SHOWN = `${STANDS} AND ${IS_NOT_OPTED_OUT}`
/** Relies on the index on `public_alerts` by crowd. */
const IS_WHOLE =
  'NOT EXISTS (SELECT 1 FROM public_alerts q JOIN alerts b ON b.seq = q.seq JOIN traders u ON u.id = b.trader_id ' +
  `WHERE q.crowd = p.crowd AND NOT (${STANDS.replaceAll('a.', 'b.')} AND ${IS_NOT_OPTED_OUT.replaceAll('t.', 'u.')}))`
const IS_PUBLIC = `p.level IS NOT NULL AND p.shown_until > ? AND p.shown_until <= ? AND ${IS_WHOLE}`
/** The alert up to which a list reads: the crowd tells nothing, so it may decide which of equal times come first. */
const LAST_SHOWN =
  `SELECT p.shown_time AS time, p.crowd FROM public_alerts p WHERE ${IS_PUBLIC} ` +
  'ORDER BY p.shown_time DESC, p.crowd LIMIT 1 OFFSET ?'
const PLACE = 'SELECT time, seq FROM alerts WHERE seq = ? AND kind = 0'

function conditionsOf(filter: AlertFilter): { conditions: string[]; values: (string | number)[] } {
  const conditions: string[] = []
  const values: (string | number)[] = []
  const add = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return
    conditions.push(condition)
    values.push(value)
  }
  add('m.category = ?', filter.category)
  add('a.usd >= ?', filter.minUsd)
  add('a.side = ?', filter.direction && Number(filter.direction === 'SELL'))
  add("' ' || a.boards || ' ' LIKE '% ' || ? || ' %'", filter.qualifying)
  add('a.trader_id = (SELECT id FROM traders WHERE address = ?)', filter.wallet)
  return { conditions, values }
}

interface Moved {
  seq: number
  trader: number
  token: number
  side: number
  shares: number
  usd: number
}

async function readNotableMoves(
  db: Database,
  from: Seconds,
  at: Seconds,
  limit: number,
): Promise<NotableMove[]> {
  const alerts = await db.all<Moved>(
    'SELECT a.seq, a.trader_id AS trader, a.token_id AS token, a.side, a.shares, a.usd FROM alerts a ' +
      `JOIN traders t ON t.id = a.trader_id WHERE ${IS_SHOWN} AND a.time > ? AND a.time <= ? ORDER BY a.seq`,
    [from, at],
  )
  const priceOf = await readPrices(
    db,
    alerts.map(({ token }) => token),
    at,
  )
  const best = largestByTrader(alerts, priceOf).slice(0, limit)
  const rows = await alertRows(
    db,
    best.map(({ seq }) => seq),
  )
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return best.flatMap(({ seq, move }) => {
    const row = bySeq.get(seq)
    return row ? [{ row, move }] : []
  })
}

async function readPrices(
  db: Database,
  of: readonly number[],
  at: Seconds,
): Promise<Map<number, MicroPrice | null>> {
  const tokens = [...new Set(of)]
  const marks = await marksAt(
    db,
    tokens.map((token) => ({ token, time: at })),
  )
  return new Map(tokens.map((token, i) => [token, marks[i] ?? null]))
}

/** Each trader's largest move, the largest first, then the earlier alert. */
function largestByTrader(
  alerts: readonly Moved[],
  priceOf: ReadonlyMap<number, number | null>,
): { seq: number; move: number }[] {
  const best = new Map<number, { seq: number; move: number }>()
  for (const { seq, trader, token, side, shares, usd } of alerts) {
    const price = priceOf.get(token) ?? null
    if (price === null) continue
    const gain = Math.round((price / 1_000_000) * shares) - usd
    const move = side === 0 ? gain : -gain
    if (move > (best.get(trader)?.move ?? Number.NEGATIVE_INFINITY)) best.set(trader, { seq, move })
  }
  return [...best.values()].sort((a, b) => b.move - a.move || a.seq - b.seq)
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

/** Seconds after a fill at which its marks are due; the payout's is told by the market. */
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
