import { type Day, dayOf } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { listTable } from '../../engine/duckdb.ts'
import { statement } from '../../engine/statement.ts'
import { POSITION_DAYS } from '../position-day.ts'
import { isPastKept, moveRows } from '../versions.ts'
import { readManifest } from './manifest.ts'
import { readSealedDays, type SealedDays, sealedDayPages, sealedDays } from './sealed-days.ts'
import { SEALED_DAY_MASKS, SEGMENTS } from './segment-tables.ts'

/** A position whose days from one on are about to change. */
export interface ChangingDays {
  trader: number
  token: number
  from: Day
}

/** Positions, or tokens, that are looked for together. */
const AT_ONCE = 20_000

const LAST_SEALED = statement((from) => from(SEGMENTS).max('last_time as time').where('kind', 'DAYS'))
const COUNT_MASKED = statement((from, { id, rows }: { id: number; rows: number }) =>
  from(SEGMENTS)
    .where('id', id)
    .update({ masked: from.raw('masked + ?', [rows]) }),
)

/** The last day of which any position is sealed; -1 where none is. What comes later is a row without a look at any file. */
export async function lastSealedDay(sql: Sql): Promise<Day> {
  const row = await LAST_SEALED.get(sql)
  return row?.time == null ? -1 : dayOf(row.time)
}

/**
 * Makes sealed days of positions rows again, because they are about to change. A segment is left as it is for a position
 * that has no day in it from that day on: what is sealed of a position is always earlier than its rows.
 * @param positions each named once
 * @param keep `before`: rows from that day on are not written, for they would be deleted; unless their content must be kept,
 *   which their deletion does
 */
export async function restoreDays(
  tx: Sql,
  positions: readonly ChangingDays[],
  keep: 'all' | 'before',
): Promise<void> {
  const sorted = [...positions].sort((a, b) => a.trader - b.trader)
  const isAll = keep === 'all' || (await isPastKept(tx))
  for (let first = 0; first < sorted.length; first += AT_ONCE)
    await bringBack(tx, sorted.slice(first, first + AT_ONCE), isAll)
}

/**
 * Drops every sealed day of some tokens, of all traders. Nothing comes back as a row: the caller makes all days of
 * these tokens anew, and gives up what was pinned of them.
 */
export async function dropSealedDaysOfTokens(tx: Sql, tokens: readonly number[]): Promise<void> {
  const ids = [...new Set(tokens)]
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const sealed = await sealedDays(tx, await readManifest(tx, 'DAYS'), {})
    const id = ids.slice(first, first + AT_ONCE)
    const found = await readSealedDays<Omit<Masked, 'trader'>>(
      tx,
      sealed,
      (from) =>
        `SELECT file, token_id AS token, COUNT(*) AS rows FROM ${from} WHERE token_id IN (FROM ${listTable({ id })}) GROUP BY ALL`,
    )
    await mask(
      tx,
      sealed,
      found.map((row) => ({ ...row, trader: 0 })),
    )
  }
}

/** What is masked of the segment at a place: how many of its rows. */
interface Masked {
  file: number
  trader: number
  token: number
  rows: number
}

async function bringBack(tx: Sql, positions: readonly ChangingDays[], isAll: boolean): Promise<void> {
  const since = positions.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY)
  const traders = positions.map(({ trader }) => trader)
  const sealed = await sealedDays(tx, await readManifest(tx, 'DAYS'), { traders, from: since })
  const asked = listTable({
    trader: traders,
    token: positions.map(({ token }) => token),
    since: positions.map(({ from }) => from),
  })
  const masked = await readSealedDays<Masked & { since: Day }>(
    tx,
    sealed,
    (from) =>
      `SELECT d.file, a.trader, a.token, a.since, COUNT(*) AS rows FROM ${from} d ` +
      'JOIN ' +
      `${asked} a ON d.trader_id = a.trader AND d.token_id = a.token GROUP BY ALL HAVING MAX(d.day) >= a.since`,
  )
  if (masked.length === 0) return
  const names = Object.keys(POSITION_DAYS.columns)
  const back = listTable({
    at: masked.map(({ file }) => file),
    trader: masked.map(({ trader }) => trader),
    token: masked.map(({ token }) => token),
    since: masked.map((row) => row.since),
  })
  const pages = sealedDayPages<Record<string, number>>(
    tx,
    sealed,
    (from) =>
      `SELECT ${names.join(', ')} FROM ${from} d JOIN ${back} b ON d.file = b.at AND d.trader_id = b.trader ` +
      `AND d.token_id = b.token ${isAll ? '' : 'WHERE d.day < b.since '}ORDER BY trader_id, token_id, day`,
  )
  await moveRows(tx, async () => {
    for await (const page of pages)
      await tx.insertNew(
        POSITION_DAYS,
        Object.fromEntries(names.map((name) => [name, page.map((row) => row[name] ?? 0)])),
        page.length,
      )
  })
  await mask(tx, sealed, masked)
}

async function mask(tx: Sql, { segments }: SealedDays, masked: readonly Masked[]): Promise<void> {
  const segmentOf = ({ file }: Masked) => segments[file]?.id ?? 0
  await tx.insertNew(
    SEALED_DAY_MASKS,
    {
      segment_id: masked.map(segmentOf),
      trader_id: masked.map(({ trader }) => trader),
      token_id: masked.map(({ token }) => token),
    },
    masked.length,
  )
  const rowsOf = new Map<number, number>()
  for (const one of masked) rowsOf.set(segmentOf(one), (rowsOf.get(segmentOf(one)) ?? 0) + one.rows)
  for (const [id, rows] of rowsOf) await COUNT_MASKED.run(tx, { id, rows })
}
