import { type Day, dayOf } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { listTable } from '../../engine/duckdb.ts'
import { statement } from '../../engine/statement.ts'
import type { Value } from '../../engine/table-types.ts'
import { DAY_COLUMNS, POSITION_DAYS } from '../position-day.ts'
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

const DROP_MASKS = statement((from, { generation }: { generation: number }) =>
  from(SEALED_DAY_MASKS).where('generation', generation).delete(),
)

/** The last day of which any position is sealed; -1 where none is. What comes later is a row without a look at any file. */
export async function lastSealedDay(sql: Sql): Promise<Day> {
  const row = await LAST_SEALED.get(sql)
  return row?.time == null ? -1 : dayOf(row.time)
}

/**
 * Ends the sealed days of positions from one on, because they are about to change: a mask hides them from the generation on.
 * @param positions each named once
 * @param how `copy`: they are rows of the generation then, with what the files say of them
 */
export async function endSealedDays(
  tx: Sql,
  positions: readonly ChangingDays[],
  generation: number,
  how: 'copy' | 'end',
): Promise<void> {
  const sorted = [...positions].sort((a, b) => a.trader - b.trader)
  for (let first = 0; first < sorted.length; first += AT_ONCE)
    await endSome(tx, sorted.slice(first, first + AT_ONCE), generation, how)
}

/**
 * Ends every sealed day of some tokens, of all traders, once the generation is named.
 * @param others generations that are known to hold no day of these tokens: their files are not read
 * @returns what {@link countMasked} takes then
 */
export async function endSealedTokens(
  tx: Sql,
  tokens: readonly number[],
  generation: number,
  others: ReadonlySet<number>,
): Promise<MaskedRows> {
  const ids = [...new Set(tokens)]
  const counts: MaskedRows = new Map()
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const manifest = await readManifest(tx, 'DAYS')
    const sealed = await sealedDays(
      tx,
      manifest.filter(({ born }) => !others.has(born)),
      {},
    )
    const id = ids.slice(first, first + AT_ONCE)
    const found = await readSealedDays<Omit<Masked, 'trader' | 'since'>>(
      tx,
      sealed,
      (from) =>
        `SELECT file, token_id AS token, COUNT(*) AS rows FROM ${from} WHERE token_id IN (FROM ${listTable({ id })}) GROUP BY ALL`,
    )
    const masked = found.map((row) => ({ ...row, trader: 0, since: 0 }))
    for (const [segment, rows] of await mask(tx, sealed, masked, generation))
      counts.set(segment, (counts.get(segment) ?? 0) + rows)
  }
  return counts
}

/** By segment, how many of its rows are masked besides. */
export type MaskedRows = Map<number, number>

/** Counts rows that a generation masks, in the transaction that names it. */
export async function countMasked(tx: Sql, rowsOf: MaskedRows): Promise<void> {
  for (const [id, rows] of rowsOf) await COUNT_MASKED.run(tx, { id, rows })
}

/** Forgets the masks of a generation that is not named. */
export async function dropMasks(tx: Sql, generation: number): Promise<void> {
  await DROP_MASKS.run(tx, { generation })
}

/** What is masked of the segment at a place: from which day on, and how many of its rows. */
interface Masked {
  file: number
  trader: number
  token: number
  since: Day
  rows: number
}

async function endSome(
  tx: Sql,
  positions: readonly ChangingDays[],
  generation: number,
  how: 'copy' | 'end',
): Promise<void> {
  const since = positions.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY)
  const traders = positions.map(({ trader }) => trader)
  const sealed = await sealedDays(tx, await readManifest(tx, 'DAYS'), { traders, from: since })
  const asked = listTable({
    trader: traders,
    token: positions.map(({ token }) => token),
    since: positions.map(({ from }) => from),
  })
  const isAsked = `JOIN ${asked} a ON d.trader_id = a.trader AND d.token_id = a.token AND d.day >= a.since`
  const masked = await readSealedDays<Masked>(
    tx,
    sealed,
    (from) =>
      `SELECT d.file, a.trader, a.token, a.since, COUNT(*) AS rows FROM ${from} d ${isAsked} GROUP BY ALL`,
  )
  if (masked.length === 0) return
  if (how === 'copy') {
    const names = [...DAY_COLUMNS, 'lists']
    const pages = sealedDayPages<Record<string, Value>>(
      tx,
      sealed,
      (from) =>
        `SELECT ${names.map((name) => `d.${name}`).join(', ')} FROM ${from} d ${isAsked} ORDER BY trader_id, token_id, day`,
    )
    for await (const page of pages)
      await tx.insertNew(
        POSITION_DAYS,
        {
          ...Object.fromEntries(names.map((name) => [name, page.map((row) => row[name] ?? null)])),
          born: page.map(() => generation),
        },
        page.length,
      )
  }
  await countMasked(tx, await mask(tx, sealed, masked, generation))
}

async function mask(
  tx: Sql,
  { segments }: SealedDays,
  masked: readonly Masked[],
  generation: number,
): Promise<MaskedRows> {
  const segmentOf = ({ file }: Masked) => segments[file]?.id ?? 0
  await tx.upsert(
    SEALED_DAY_MASKS,
    {
      segment_id: masked.map(segmentOf),
      trader_id: masked.map(({ trader }) => trader),
      token_id: masked.map(({ token }) => token),
      generation: masked.map(() => generation),
      since: masked.map(({ since }) => since),
    },
    masked.length,
    { since: 'min' },
  )
  const rowsOf: MaskedRows = new Map()
  for (const one of masked) rowsOf.set(segmentOf(one), (rowsOf.get(segmentOf(one)) ?? 0) + one.rows)
  return rowsOf
}
