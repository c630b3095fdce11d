import { defined } from '../../../checks.ts'
import { type Day, dayOf } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { listTable } from '../../engine/duckdb.ts'
import { statement } from '../../engine/statement.ts'
import type { Value } from '../../engine/table.ts'
import { DAY_COLUMNS, POSITION_DAYS } from '../position-day.ts'
import { readManifest, SEALED_DAY_MASKS, SEGMENTS } from './manifest.ts'
import { daysOfBothAges, readSealedDays, sealedDayPages, sealedDays } from './sealed-days.ts'

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

/** The last day with a sealed position; -1 without one. Later days are rows, so no file is looked at. */
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

/** Rows of a token in a segment, of all traders. */
export interface MaskedToken {
  segment: number
  token: number
  rows: number
}

/**
 * Finds the sealed days of some tokens, of all traders.
 * @param others generations that are known to hold no day of these tokens: their files are not read
 */
export async function sealedDaysOf(
  sql: Sql,
  tokens: readonly number[],
  others: ReadonlySet<number>,
): Promise<MaskedToken[]> {
  const ids = [...new Set(tokens)]
  const { sealed: all } = await daysOfBothAges(sql, {}, async () => [])
  const sealed = { ...all, segments: all.segments.filter(({ born }) => !others.has(born)) }
  const found: MaskedToken[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const id = ids.slice(first, first + AT_ONCE)
    const rows = await readSealedDays<Omit<MaskedToken, 'segment'> & { file: number }>(
      sql,
      sealed,
      (from) =>
        `SELECT file, token_id AS token, COUNT(*) AS rows FROM ${from} WHERE token_id IN (FROM ${listTable({ id })}) GROUP BY ALL`,
    )
    for (const { file, ...row } of rows) found.push({ ...row, segment: defined(sealed.segments[file]).id })
  }
  return found
}

/** Ends the sealed days of tokens, of all traders, once the generation is named; {@link countMasked} belongs to that. */
export async function maskTokens(tx: Sql, masked: readonly MaskedToken[], generation: number): Promise<void> {
  await writeMasks(
    tx,
    masked.map((one) => ({ ...one, trader: 0, since: 0 })),
    generation,
  )
}

/** Counts rows that a generation masks, in the transaction that names it. */
export async function countMasked(tx: Sql, masked: readonly Omit<MaskedToken, 'token'>[]): Promise<void> {
  const rowsOf = new Map<number, number>()
  for (const { segment, rows } of masked) rowsOf.set(segment, (rowsOf.get(segment) ?? 0) + rows)
  for (const [id, rows] of rowsOf) await COUNT_MASKED.run(tx, { id, rows })
}

/** Forgets the masks of a generation that is not named. */
export async function dropMasks(tx: Sql, generation: number): Promise<void> {
  await DROP_MASKS.run(tx, { generation })
}

/** The masked part of a segment: its first day, and the number of its rows. */
interface Masked extends MaskedToken {
  trader: number
  since: Day
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
  const found = await readSealedDays<Omit<Masked, 'segment'> & { file: number }>(
    tx,
    sealed,
    (from) =>
      `SELECT d.file, a.trader, a.token, a.since, COUNT(*) AS rows FROM ${from} d ${isAsked} GROUP BY ALL`,
  )
  if (found.length === 0) return
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
  const masked = found.map(({ file, ...row }) => ({ ...row, segment: defined(sealed.segments[file]).id }))
  await writeMasks(tx, masked, generation)
  await countMasked(tx, masked)
}

async function writeMasks(tx: Sql, masked: readonly Masked[], generation: number): Promise<void> {
  await tx.upsert(
    SEALED_DAY_MASKS,
    {
      segment_id: masked.map(({ segment }) => segment),
      trader_id: masked.map(({ trader }) => trader),
      token_id: masked.map(({ token }) => token),
      generation: masked.map(() => generation),
      since: masked.map(({ since }) => since),
    },
    masked.length,
    { since: 'min' },
  )
}
