import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import { pagesBehind, type Sql } from '../../store/engine/database.ts'
import { as, known, statement } from '../../store/engine/statement.ts'
import { type FillRow, ledgerOf } from '../../store/ledger/ledger.ts'
import { namesOf } from '../../store/ledger/names.ts'
import { chainKey } from '../../store/ledger/place.ts'
import { FILLS, LARGE_FILL } from '../../store/tables.ts'
import type { NewAlert } from '../alerts/alert-chain.ts'
import { STANDS } from '../alerts/alert-chain.ts'
import { ALERTS } from '../alerts/alert-row.ts'

/** SQL that is true for a large fill; a statement with this text can use the index `fills_large_by_time`. */
const IS_LARGE = `usd >= ${LARGE_FILL}`

export interface LargeFill extends Omit<NewAlert, 'fillKey' | 'week' | 'boards'> {
  key: number
}

/** A range of the ledger: fills after `after` and before `before`. */
export interface FillRange {
  after: { time: Seconds; key: number }
  before: Seconds
  minUsd: MicroUsd
  /** Fills of a page. */
  pageSize: number
}

const COLUMNS = ['key', 'time', 'owner_id', 'token_id', 'side', 'role', 'shares', 'usd'] as const

/**
 * Fills of at least `minUsd` in the ledger's order, page by page. Relies on `fills_large_by_time`; below $1,000 it
 * scans every fill.
 */
export async function* readLargeFills(sql: Sql, range: FillRange): AsyncGenerator<readonly LargeFill[]> {
  const { after, before, minUsd, pageSize } = range
  const read = ({ time, key }: typeof after) =>
    ledgerOf(sql).fills(
      COLUMNS,
      { behind: { time, key }, before, minUsd, ...largeOnly(minUsd) },
      { inOrder: true, limit: pageSize },
    )
  for await (const fills of pagesBehind(pageSize, after, read))
    if (fills.length > 0) yield await withNames(sql, fills)
}

async function withNames(
  sql: Sql,
  fills: readonly FillRow<(typeof COLUMNS)[number]>[],
): Promise<LargeFill[]> {
  const hashes = await ledgerOf(sql).fillHashes(fills.map(({ key }) => key))
  const addresses = await namesOf(
    sql,
    'traders',
    fills.map(({ owner_id: id }) => id),
  )
  const tokens = await namesOf(
    sql,
    'tokens',
    fills.map(({ token_id: id }) => id),
  )
  return fills.map(({ owner_id: trader, token_id: token, ...fill }) => ({
    ...fill,
    trader,
    token,
    address: addresses.get(trader) ?? '',
    tokenName: tokens.get(token) ?? '',
    tx: hashes.get(fill.key)?.tx ?? null,
    orderHash: hashes.get(fill.key)?.orderHash ?? null,
  }))
}

/** Repeats the index's condition as a filter, if all fills of this size meet it. */
function largeOnly(minUsd: MicroUsd): { also?: string } {
  return minUsd >= LARGE_FILL ? { also: IS_LARGE } : {}
}

const ALERTED = statement((from, { fills }: { fills: readonly number[] }) =>
  from(as(ALERTS, 'a'))
    .select(known('a.fill_key as key'))
    .whereAnyOf('a.fill_key', 'int', fills)
    .where(from.raw(STANDS)),
)
const ROW_ALERTS = statement(
  (from, { traders, times }: { traders: readonly number[]; times: readonly number[] }) =>
    from(as(ALERTS, 'a'))
      .select(
        'a.tx',
        known('a.time'),
        known('a.trader_id as trader'),
        known('a.token_id as token'),
        known('a.side'),
        known('a.shares'),
      )
      .where('a.fill_key', '<', 0)
      .whereAnyOf('a.trader_id', 'int', traders)
      .whereAnyOf('a.time', 'int', times)
      .whereNotNull('a.tx')
      .where(from.raw(STANDS)),
)
const ALERTS_FROM = statement((from, { key }: { key: number }) => {
  const ofLogs = from(as(ALERTS, 'a')).select('a.seq').where('a.fill_key', '>=', key).where(from.raw(STANDS))
  const ofReplacedRows = from(as(FILLS, 'f'))
    .join(as(ALERTS, 'a'), (same) =>
      same
        .on('a.trader_id', 'f.owner_id')
        .on('a.time', 'f.time')
        .on('a.token_id', 'f.token_id')
        .on('a.side', 'f.side')
        .on('a.shares', 'f.shares')
        .on('a.tx', 'f.tx'),
    )
    .select('a.seq')
    .where('f.key', '>=', key)
    .where('a.fill_key', '<', 0)
    .where(from.raw(STANDS))
  return ofLogs.union(ofReplacedRows).orderBy(from.raw('seq'))
})

/**
 * The fills among these that have an alert that was not retracted. A log of the chain that has since replaced a row of
 * the Data API is the same fill, so its alert is found by transaction and terms. Relies on the indexes by fill and by
 * (trader, time).
 * @returns the fills' keys
 */
export async function alertedFills(tx: Sql, fills: readonly LargeFill[]): Promise<Set<number>> {
  const rows = await ALERTED.all(tx, { fills: fills.map(({ key }) => key) })
  const alerted = new Set(rows.map(({ key }) => key))
  const ofRows = await rowAlerts(tx, fills)
  for (const fill of fills) if (fill.key >= 0 && ofRows.has(termsOf(fill))) alerted.add(fill.key)
  return alerted
}

type Terms = Pick<LargeFill, 'tx' | 'time' | 'trader' | 'token' | 'side' | 'shares'>

/**
 * The terms of alerts on rows of the Data API, at the seconds of these fills and by their owners, without the retracted
 * ones.
 */
async function rowAlerts(tx: Sql, fills: readonly LargeFill[]): Promise<Set<string>> {
  const rows = await ROW_ALERTS.all(tx, {
    traders: [...new Set(fills.map(({ trader }) => trader))],
    times: [...new Set(fills.map(({ time }) => time))],
  })
  return new Set(rows.map(termsOf))
}

function termsOf({ tx, time, trader, token, side, shares }: Terms): string {
  const hash = tx === null ? '' : Buffer.from(tx).toString('hex')
  return [hash, time, trader, token, side, shares].join(' ')
}

/**
 * The numbers of alerts on fills of a block or a later one, without the retracted ones, including alerts on rows of the
 * Data API that such a log replaced. Relies on the indexes by fill and by (trader, time).
 */
export async function alertsFrom(tx: Sql, block: number): Promise<number[]> {
  const rows = await ALERTS_FROM.all(tx, { key: chainKey(block, 0) })
  return rows.map(({ seq }) => seq)
}
