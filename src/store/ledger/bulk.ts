import type { DuckDBConnection } from '@duckdb/node-api'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { undoneCount } from './ledger-state.ts'
import type { WholeDays } from './position-day.ts'
import { FILL_KIND } from './sealed/chain-kinds.ts'
import {
  manifestName,
  overlapping,
  readManifest,
  SEGMENTS,
  type Segment,
  type UnnamedSegment,
  writeManifest,
} from './sealed/manifest.ts'
import { segmentName } from './sealed/replace-part.ts'
import { LATE_SHARE } from './sealed/seal-chain.ts'
import { DAY_FILES, dayFileName } from './sealed/seal-days.ts'
import { sealedFiles } from './sealed/sealed-files.ts'

export { countMasked, type MaskedToken, maskTokens, sealedDaysOf } from './sealed/day-masks.ts'

/**
 * The access of a bulk load to sealed files: it compares itself with those that are there, and writes files that no
 * manifest names yet, which a short transaction then names.
 */

/** Sealed fills of neighbouring keys. */
export type SealedFills = Segment<'FILLS'>
/** Sealed fills that no manifest names yet. */
export type UnnamedFills = UnnamedSegment<'FILLS'>
/** Sealed days that no manifest names yet. */
export type UnnamedDays = UnnamedSegment<'DAYS'>

/** Keys and seconds between which rows lie, both included, and how many they are. */
export type Bounds = Pick<Segment, 'firstKey' | 'lastKey' | 'firstTime' | 'lastTime' | 'rows'>

export const STORED_FILL = Object.keys(FILL_KIND.columns)

/** The sealed fills that hold, or could hold, a key between two. */
export function sealedFillsAround(
  sql: Sql,
  keys: Pick<Bounds, 'firstKey' | 'lastKey'>,
): Promise<SealedFills[]> {
  return overlapping(sql, 'FILLS', keys)
}

/** Distinguishes sealed fills from others: the name holds the hash of what is in their files. */
export function sealedName(segment: SealedFills | UnnamedFills): string {
  return manifestName([{ id: 0, masked: 0, born: 0, ...segment }])
}

/** Whether so few late rows fall among sealed ones that sealing leaves them rows. */
export function areFewAmong(late: number, { rows }: SealedFills): boolean {
  return late * LATE_SHARE < rows
}

/** Keys and hashes of some sealed fills, at least one, to follow FROM. */
export function sealedHashes(sql: Sql, sealed: readonly SealedFills[]): Promise<string> {
  return sealedFiles(sql).from(sealed.map(({ files }) => files.hashes))
}

/** Every sealed fill without its hashes, to follow FROM; null where none is sealed. */
export async function allSealedFills(sql: Sql): Promise<string | null> {
  const manifest = await readManifest(sql, 'FILLS')
  return manifest.length === 0 ? null : sealedFiles(sql).from(manifest.map(({ files }) => files.tokens))
}

const SEALED_FILLS = statement((from) =>
  from(SEGMENTS).select('id', 'rows', 'last_key').where('kind', 'FILLS').orderBy('id'),
)

/** A text that differs once any sealed fill changed, or blocks were taken back. */
export async function sealedState(sql: Sql): Promise<string> {
  const segments = await SEALED_FILLS.all(sql)
  const list = segments.map(({ id, rows, lastKey }) => `${id} ${rows} ${lastKey}`)
  return `${await undoneCount(sql)}: ${list.join(', ')}`
}

/**
 * Writes fills and those that they join into new files.
 * @param own DuckDB's SELECT of the fills, with the columns {@link STORED_FILL}
 * @param bounds theirs
 */
export async function writeFills(
  db: Database,
  connection: DuckDBConnection,
  { own, bounds, joined }: { own: string; bounds: Bounds; joined: readonly SealedFills[] },
): Promise<UnnamedFills> {
  const parts = [own]
  for (const { files } of joined)
    parts.push(
      `SELECT ${STORED_FILL.join(', ')} FROM ${await sealedFiles(db).from([files.traders])} f JOIN ${await sealedFiles(db).from([files.hashes])} h USING (key)`,
    )
  const all = unitedBounds([bounds, ...joined])
  const [traders, tokens, hashes, transactions] = await sealedFiles(db).copy(
    connection,
    `(${parts.join(' UNION ALL ')})`,
    segmentName(FILL_KIND, all),
    FILL_KIND.plans,
  )
  if (!traders || !tokens || !hashes || !transactions) throw new Error('a segment lacks a file')
  return { kind: 'FILLS', ...all, files: { traders, tokens, hashes, transactions } }
}

/** Names files of fills in place of those that they joined; false where others are sealed there by now. */
export async function nameFills(
  tx: Sql,
  joined: readonly SealedFills[],
  written: UnnamedFills,
): Promise<boolean> {
  if (manifestName(await overlapping(tx, 'FILLS', written)) !== manifestName(joined)) return false
  await writeManifest(tx, joined, written)
  return true
}

function unitedBounds(parts: readonly Bounds[]): Bounds {
  return {
    firstKey: Math.min(...parts.map(({ firstKey }) => firstKey)),
    lastKey: Math.max(...parts.map(({ lastKey }) => lastKey)),
    firstTime: Math.min(...parts.map(({ firstTime }) => firstTime)),
    lastTime: Math.max(...parts.map(({ lastTime }) => lastTime)),
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  }
}

/** Writes days of positions, in the order of their key and at least one, into a file of their own. */
export async function writeDays(sql: Sql, { count, columns, lists }: WholeDays): Promise<UnnamedDays> {
  const [firstKey = 0, lastKey = 0] = [columns.trader_id[0], columns.trader_id[count - 1]]
  const rows = async function* () {
    yield { ...columns, lists }
  }
  const [file] = await sealedFiles(sql).write(
    { columns: DAY_FILES.columns, segments: [], rows: rows(), areOrdered: true },
    dayFileName(firstKey, lastKey),
    DAY_FILES.plans,
  )
  if (file === undefined) throw new Error('a segment lacks its file')
  const firstDay = columns.day.reduce((least, day) => Math.min(least, day), Number.MAX_SAFE_INTEGER)
  const lastDay = columns.day.reduce((most, day) => Math.max(most, day), 0)
  const [firstTime, lastTime] = [firstDay * DAY_SECONDS, lastDay * DAY_SECONDS]
  return { kind: 'DAYS', firstKey, lastKey, firstTime, lastTime, rows: count, files: { days: file } }
}

/** Names a file of days beside those that are there, of a generation. */
export function nameDays(tx: Sql, written: UnnamedDays, generation: number): Promise<void> {
  return writeManifest(tx, [], written, generation)
}
