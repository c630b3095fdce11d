import type { Address, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Database } from '../engine/database.ts'
import { as, type From, statement, statementBy } from '../engine/statement.ts'
import { TRADERS } from '../engine/tables.ts'
import { ALERT, STANDS } from './alert-chain.ts'
import { MARK_AFTER } from './alert-grades.ts'
import { type AlertRow, alertRows, namedAlerts, selectAlerts } from './alert-row.ts'
import { ALERTS, PUBLIC_ALERTS } from './alert-tables.ts'
import { marksAt } from './token-marks.ts'

/** Which alerts are asked for; what is left out does not matter. */
export interface AlertFilter {
  category?: string
  minUsd?: MicroUsd
  direction?: 'BUY' | 'SELL'
  /** The id of a board. */
  qualifying?: string
  wallet?: Address
  /** The numbers of a market's tokens. */
  tokens?: readonly number[]
}

/** Which public alerts are asked for. */
export interface PublicRange {
  /** The end of the newest shown time. */
  upTo: Seconds
  /** Only shown times that end after this. @default all */
  behind?: Seconds
  /** Only alerts that show their market, and that it is the one of these tokens. @default all */
  market?: ShownMarket
}

/** A market, and which alerts show theirs. */
export interface ShownMarket {
  /** The numbers of its tokens. */
  tokens: readonly number[]
  /** The coarsest level that shows the market. */
  coarsest: number
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
  /** The newest alerts behind `after` that meet the filter, newest first. By index on time, or on that of a wallet or token. */
  list(filter: AlertFilter, limit: number, after: AlertPlace | null): Promise<AlertRow[]>
  /** How many alerts meet the filter. Looks at each that a list of them would show. */
  count(filter: AlertFilter): Promise<number>
  /**
   * The newest alerts that everybody may see by the time that is shown of them, in no order, and the rest of the crowd of
   * the last one. Only crowds whose shown time ends in the range, and of which nobody opted out and no alert was retracted: one
   * that is missing would tell whose it was. By index on what is shown, or on a market's tokens.
   */
  listPublic(range: PublicRange, limit: number): Promise<AlertRow[]>
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
  return {
    list(filter, limit, after) {
      const { shape, values } = askedBy(filter)
      const { time, seq } = after ?? { time: 0, seq: 0 }
      return LIST({ ...shape, behind: after !== null }).all(db, { ...values, time, seq, limit })
    },
    async count(filter) {
      const { shape, values } = askedBy(filter)
      return (await COUNT(shape).get(db, values))?.alerts ?? 0
    },
    async listPublic({ upTo, behind = 0, market }, limit) {
      const shape = { ofMarket: market !== undefined }
      const { tokens, coarsest } = market ?? { tokens: [], coarsest: 0 }
      const range = { behind, upTo, tokens, coarsest }
      const last = await LAST_SHOWN(shape).get(db, { ...range, others: limit - 1 })
      return last === undefined
        ? PUBLIC(shape).all(db, range)
        : PUBLIC_UP_TO(shape).all(db, { ...range, ...last })
    },
    async publicByNumber(seq, upTo) {
      return (await PUBLIC_BY_NUMBER.get(db, { behind: 0, upTo, seq })) ?? null
    },
    async byNumber(seq) {
      return (await BY_NUMBER.get(db, { seq })) ?? null
    },
    async placeOf(seq) {
      return (await PLACE.get(db, { seq })) ?? null
    },
    notableMoves: (...args) => readNotableMoves(db, ...args),
    prices: (tokens, at) => readPrices(db, tokens, at),
    record: (until) => db.all<RecordSums>(RECORD, [...DUE.map((after) => until - after), until]),
  }
}

type Alerts = ReturnType<typeof namedAlerts>

const shown = (from: From, alerts: Alerts) => alerts.where(from.raw(STANDS)).where(from.raw(IS_NOT_OPTED_OUT))

/** Which parts of a filter are there. */
type Shape = { readonly [name in keyof Required<AlertFilter>]: boolean }
type Asked = Omit<Required<AlertFilter>, 'direction'> & { side: number }

function askedBy(filter: AlertFilter): { shape: Shape; values: Asked } {
  const { category, minUsd, direction, qualifying, wallet, tokens } = filter
  return {
    shape: {
      category: category !== undefined,
      minUsd: minUsd !== undefined,
      direction: direction !== undefined,
      qualifying: qualifying !== undefined,
      wallet: wallet !== undefined,
      tokens: tokens !== undefined,
    },
    values: {
      category: category ?? '',
      minUsd: minUsd ?? 0,
      side: direction === 'SELL' ? 1 : 0,
      qualifying: qualifying ?? '',
      wallet: wallet ?? ('' as Address),
      tokens: tokens ?? [],
    },
  }
}

function thatMeet(from: From, shape: Shape, given: Asked): Alerts {
  let alerts = shown(from, namedAlerts(from))
  if (shape.category) alerts = alerts.where('m.category', given.category)
  if (shape.minUsd) alerts = alerts.where('a.usd', '>=', given.minUsd)
  if (shape.direction) alerts = alerts.where('a.side', given.side)
  if (shape.qualifying)
    alerts = alerts.where(from.raw("' ' || a.boards || ' ' LIKE '% ' || ? || ' %'", [given.qualifying]))
  if (shape.wallet)
    alerts = alerts.where('a.trader_id', from(TRADERS).select('id').where('address', given.wallet))
  if (shape.tokens) alerts = alerts.whereAnyOf('a.token_id', 'int', given.tokens)
  return alerts
}

const LIST = statementBy(
  (from, shape: Shape & { behind: boolean }, given: Asked & AlertPlace & { limit: number }) => {
    const alerts = selectAlerts(from, thatMeet(from, shape, given))
    const rest = shape.behind
      ? alerts.where(from.raw('(a.time, a.seq) < (?, ?)', [given.time, given.seq]))
      : alerts
    return rest.orderBy('a.time', 'desc').orderBy('a.seq', 'desc').limit(given.limit)
  },
)
const COUNT = statementBy((from, shape: Shape, given: Asked) =>
  thatMeet(from, shape, given).select<{ alerts: number }>(from.raw('COUNT(*) AS alerts')),
)

/** No alert of the crowd of `p` is hidden. Relies on the index on `public_alerts` by crowd. */
const isWhole = (from: From) =>
  from(as(PUBLIC_ALERTS, 'q'))
    .join(as(ALERTS, 'b'), 'b.seq', 'q.seq')
    .join(as(TRADERS, 'u'), 'u.id', 'b.trader_id')
    .select(from.raw('1'))
    .whereColumn('q.crowd', 'p.crowd')
    .whereNot(from.raw(`(${STANDS.replaceAll('a.', 'b.')} AND ${IS_NOT_OPTED_OUT.replaceAll('t.', 'u.')})`))
interface ShownRange {
  behind: Seconds
  upTo: Seconds
}
const publicAlerts = (from: From, { behind, upTo }: ShownRange) =>
  selectAlerts(from)
    .whereNotNull('p.level')
    .where('p.shown_until', '>', behind)
    .where('p.shown_until', '<=', upTo)
    .whereNotExists(isWhole(from))
interface PublicShape {
  ofMarket: boolean
}
/** All alerts of a crowd show the same, so a market has the whole of it or nothing. Relies on the index of alerts by token. */
const seqsIn = (from: From, { tokens }: ShownMarket) =>
  from(ALERTS).select('seq').whereAnyOf('token_id', 'int', tokens)
const publicList = (from: From, { ofMarket }: PublicShape, given: ShownRange & ShownMarket) => {
  const alerts = publicAlerts(from, given)
  if (!ofMarket) return alerts
  return alerts.where('p.level', '<=', given.coarsest).whereIn('p.seq', seqsIn(from, given))
}
const PUBLIC = statementBy(publicList)
const PUBLIC_BY_NUMBER = statement((from, given: ShownRange & { seq: number }) =>
  publicAlerts(from, given).where('a.seq', given.seq),
)
const PUBLIC_UP_TO = statementBy((from, shape: PublicShape, given: ShownRange & ShownMarket & LastShown) =>
  publicList(from, shape, given).where((group) =>
    group
      .where('p.shown_time', '>', given.time)
      .orWhere((same) => same.where('p.shown_time', given.time).where('p.crowd', '<=', given.crowd)),
  ),
)
/** The alert up to which a list reads: the crowd tells nothing, so it may decide which of equal times come first. */
const LAST_SHOWN = statementBy(
  (from, { ofMarket }: PublicShape, given: ShownRange & ShownMarket & { others: number }) => {
    const alerts = from(as(PUBLIC_ALERTS, 'p'))
      .select<LastShown>('p.shown_time as time', 'p.crowd')
      .whereNotNull('p.level')
      .where('p.shown_until', '>', given.behind)
      .where('p.shown_until', '<=', given.upTo)
      .whereNotExists(isWhole(from))
    const asked = ofMarket
      ? alerts.where('p.level', '<=', given.coarsest).whereIn('p.seq', seqsIn(from, given))
      : alerts
    return asked.orderBy('p.shown_time', 'desc').orderBy('p.crowd').limit(1).offset(given.others)
  },
)
const BY_NUMBER = statement((from, { seq }: { seq: number }) =>
  selectAlerts(from, shown(from, namedAlerts(from).where('a.seq', seq))),
)
const PLACE = statement((from, { seq }: { seq: number }) =>
  from(ALERTS).select<AlertPlace>('time', 'seq').where('seq', seq).where('kind', ALERT),
)

interface Moved {
  seq: number
  trader: number
  token: number
  side: number
  shares: number
  usd: number
}

const MOVED = statement((from, { behind, at }: { behind: Seconds; at: Seconds }) =>
  from(as(ALERTS, 'a'))
    .join(as(TRADERS, 't'), 't.id', 'a.trader_id')
    .select<Moved>(
      ...(['a.seq', 'a.trader_id as trader', 'a.token_id as token'] as const),
      ...(['a.side', 'a.shares', 'a.usd'] as const),
    )
    .where(from.raw(STANDS))
    .where(from.raw(IS_NOT_OPTED_OUT))
    .where('a.time', '>', behind)
    .where('a.time', '<=', at)
    .orderBy('a.seq'),
)

async function readNotableMoves(
  db: Database,
  from: Seconds,
  at: Seconds,
  limit: number,
): Promise<NotableMove[]> {
  const alerts = await MOVED.all(db, { behind: from, at })
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
