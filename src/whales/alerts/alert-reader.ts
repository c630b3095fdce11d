import { createCipheriv, createDecipheriv } from 'node:crypto'
import {
  type Address,
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { as, type From, known, statement, statementBy } from '../../store/engine/statement.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { TRADERS } from '../../store/tables.ts'
import { ALERT, STANDS } from './alert-chain.ts'
import { ALERTS, ALERTS_STATE, type AlertRow, namedAlerts, selectAlerts } from './alert-row.ts'
import { type MoveRange, type NotableMove, readNotableMoves } from './notable-moves.ts'
import { type RecordSums, readRecordSums } from './radar-record.ts'

/** Selects alerts; an omitted field matches all. */
export interface AlertFilter {
  category?: string
  minUsd?: MicroUsd
  side?: 'BUY' | 'SELL'
  qualifying?: string
  trader?: Address
  tokens?: readonly number[]
  /** Only fills at or after this time. */
  since?: Seconds
  /** Only fills at or before this time. */
  upTo?: Seconds
}

/** An alert's place in the order of lists: by time, then by its number in the chain. */
export interface AlertPlace {
  time: Seconds
  seq: number
}

/**
 * Reads of alerts that were not retracted, on fills of traders who did not opt out. Each is a constant number of
 * statements, regardless of its result.
 */
export interface AlertReader {
  /**
   * The newest alerts after the place `after` that match the filter, newest first. By index on time, or on that of a
   * trader or token.
   */
  list(filter: AlertFilter, limit: number, after: AlertPlace | null): Promise<AlertRow[]>
  /** Counts the alerts that match the filter. Scans each one that a list of them would show. */
  count(filter: AlertFilter): Promise<number>
  /** One alert, or null for an unknown or retracted number. By primary key. */
  byNumber(seq: number): Promise<AlertRow | null>
  /** The place of an alert, of a retracted one too; null for an unknown number. By primary key. */
  placeOf(seq: number): Promise<AlertPlace | null>
  /** The number of each alert's trader within its UTC day: see {@link traderNumbers}. */
  traderNumbers(rows: readonly AlertRow[]): Promise<number[]>
  /** The largest moves of alerts on fills in a range of time, one a trader. */
  notableMoves(range: MoveRange, limit: number): Promise<NotableMove[]>
  /**
   * The sums of the track record by sets of boards, as of a time: alerts on fills before it, with only the marks due by
   * then. Opted-out traders count, since a record without them would be another record.
   */
  record(until: Seconds): Promise<RecordSums[]>
}

/** A reader of the store's committed rows. */
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
    async byNumber(seq) {
      return (await BY_NUMBER.get(db, { seq })) ?? null
    },
    async placeOf(seq) {
      return (await PLACE.get(db, { seq })) ?? null
    },
    traderNumbers: (rows) => traderNumbers(db, rows),
    notableMoves: (...args) => readNotableMoves(db, ...args),
    record: (until) => readRecordSums(db, until),
  }
}

type Alerts = ReturnType<typeof namedAlerts>

const shown = (from: From, alerts: Alerts) => alerts.where(from.raw(STANDS)).where(from.raw(IS_SHOWN))

/** The fields that a filter has. */
type Shape = { readonly [name in keyof Required<AlertFilter>]: boolean }
type Asked = Omit<Required<AlertFilter>, 'side'> & { side: number }

function askedBy(filter: AlertFilter): { shape: Shape; values: Asked } {
  const { category, minUsd, side, qualifying, trader, tokens, since, upTo } = filter
  return {
    shape: {
      category: category !== undefined,
      minUsd: minUsd !== undefined,
      side: side !== undefined,
      qualifying: qualifying !== undefined,
      trader: trader !== undefined,
      tokens: tokens !== undefined,
      since: since !== undefined,
      upTo: upTo !== undefined,
    },
    values: {
      category: category ?? '',
      minUsd: minUsd ?? 0,
      side: side === 'SELL' ? 1 : 0,
      qualifying: qualifying ?? '',
      trader: trader ?? ('' as Address),
      tokens: tokens ?? [],
      since: since ?? 0,
      upTo: upTo ?? 0,
    },
  }
}

function thatMeet(from: From, shape: Shape, given: Asked): Alerts {
  let alerts = shown(from, namedAlerts(from))
  if (shape.category) alerts = alerts.where('m.category', given.category)
  if (shape.minUsd) alerts = alerts.where('a.usd', '>=', given.minUsd)
  if (shape.side) alerts = alerts.where('a.side', given.side)
  if (shape.qualifying)
    alerts = alerts.where(from.raw("' ' || a.boards || ' ' LIKE '% ' || ? || ' %'", [given.qualifying]))
  if (shape.trader)
    alerts = alerts.where('a.trader_id', from(TRADERS).select('id').where('address', given.trader))
  if (shape.tokens) alerts = alerts.whereAnyOf('a.token_id', 'int', given.tokens)
  if (shape.since) alerts = alerts.where('a.time', '>=', given.since)
  if (shape.upTo) alerts = alerts.where('a.time', '<=', given.upTo)
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
  thatMeet(from, shape, given).count('* as alerts'),
)

const BY_NUMBER = statement((from, { seq }: { seq: number }) =>
  selectAlerts(from, shown(from, namedAlerts(from).where('a.seq', seq))),
)
const PLACE = statement((from, { seq }: { seq: number }) =>
  from(ALERTS).select(known('time'), 'seq').where('seq', seq).where('kind', ALERT),
)

/** The traders of each day by their earliest alert. */
const FIRSTS = statement((from, { start, end }: { start: Seconds; end: Seconds }) =>
  from(as(ALERTS, 'a'))
    .select(from.raw<{ day: Day }>(`a.time / ${DAY_SECONDS} AS day`), 'a.trader_id as trader')
    .where('a.kind', ALERT)
    .where('a.time', '>=', start)
    .where('a.time', '<', end)
    .groupBy('a.trader_id')
    .groupBy(from.raw(`a.time / ${DAY_SECONDS}`))
    .orderBy(from.raw('MIN(a.time)'))
    .orderBy(from.raw('MIN(a.seq)')),
)

/**
 * The number of each alert's trader within the alert's UTC day: 1 for the trader of the day's earliest alert, 2 for the
 * next one. It depends on no address and on no later alert. Retracted alerts and those of opted-out traders count, so
 * that an answer does not reveal them. By index on time.
 * @returns by the alerts' places in `rows`
 */
export async function traderNumbers(
  sql: Sql,
  rows: readonly Pick<AlertRow, 'time' | 'trader'>[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const days = rows.map(({ time }) => dayOf(time))
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const found = await FIRSTS.all(sql, { start: first * DAY_SECONDS, end: (last + 1) * DAY_SECONDS })
  const byDay = Map.groupBy(found, ({ day }) => day)
  const numbers = new Map(
    [...byDay].flatMap(([day, traders]) =>
      traders.map(({ trader }, i) => [`${day} ${trader}`, i + 1] as const),
    ),
  )
  return rows.map(({ time, trader }) => numbers.get(`${dayOf(time)} ${trader}`) ?? 0)
}

/** Converts between alert numbers and public ids. */
export interface AlertIds {
  /** An alert's id: 22 characters of base64url, stable for the life of the store. */
  of(seq: number): string
  /** The number of an id's alert, or null for an id of another store. */
  seqOf(id: string): number | null
}

/**
 * Ids under the store's own key. A number in the chain would reveal the order of alerts, and a hash could be tried
 * against the ledger's fills; an encrypted number reveals nothing, and needs no column.
 */
export async function readAlertIds(sql: Sql): Promise<AlertIds> {
  const key = await readStoreSecret(sql)
  return { of: (seq) => encrypt(key, seq), seqOf: (id) => decrypt(key, id) }
}

const ID_KEY = statement((from) => from(ALERTS_STATE).select('id_key').where('id', 1))

/** 16 random bytes made with the store, which no answer shows. */
export async function readStoreSecret(sql: Sql): Promise<Buffer> {
  const row = await ID_KEY.get(sql)
  if (!row) throw new Error('the store has lost its alerts state')
  return Buffer.from(row.idKey)
}

/** One block of AES: each number is encrypted on its own, so there is nothing to chain. */
const CIPHER = 'aes-128-ecb'
const BLOCK = 16

function encrypt(key: Buffer, seq: number): string {
  const block = Buffer.alloc(BLOCK)
  block.writeBigUInt64BE(BigInt(seq), BLOCK - 8)
  const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
}

function decrypt(key: Buffer, id: string): number | null {
  const bytes = Buffer.from(id, 'base64url')
  if (bytes.length !== BLOCK) return null
  const cipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false)
  const seq = Number(Buffer.concat([cipher.update(bytes), cipher.final()]).readBigUInt64BE(BLOCK - 8))
  // Encrypting it again also rejects the characters that base64url skips, and a block with a first half that is not
  // zero.
  return Number.isSafeInteger(seq) && encrypt(key, seq) === id ? seq : null
}
