import type { Address, MicroPrice, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { IS_NOT_OPTED_OUT } from '../accounts/opted-out.ts'
import type { Database } from '../engine/database.ts'
import { as, type From, statement, statementBy } from '../engine/statement.ts'
import { TRADERS } from '../engine/tables.ts'
import { ALERT, STANDS } from './alert-chain.ts'
import { type AlertRow, namedAlerts, selectAlerts } from './alert-row.ts'
import { ALERTS, PUBLIC_ALERTS } from './alert-tables.ts'
import { type NotableMove, readNotableMoves, readPrices } from './notable-moves.ts'
import { type RecordSums, readRecordSums } from './record-sums.ts'

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

/**
 * Reads of alerts that were not retracted, on fills of traders who are shown. Each is a constant number of statements, whatever it
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
   * that is missing would reveal whose it was. By index on what is shown, or on a market's tokens.
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
  /** What tokens are worth at a time; null if unknown. */
  prices(tokens: readonly number[], at: Seconds): Promise<Map<number, MicroPrice | null>>
  /**
   * What the record adds up from, by sets of boards, as of a time: alerts on fills before it, and of their
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
    record: (until) => readRecordSums(db, until),
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
/** The alert up to which a list reads: a crowd reveals nothing, so it may decide which of equal times come first. */
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
