import { defined } from '../../../checks.ts'
import { DAY_SECONDS, dayOf } from '../../../ledger/quantities.ts'
import type { Database, Sql } from '../../engine/database.ts'
import { statement } from '../../engine/statement.ts'
import { areNeeded } from '../generations.ts'
import { readLedgerState } from '../ledger-state.ts'
import { isUnfolded } from '../load-state.ts'
import {
  manifestName,
  readManifest,
  SEALED_DAY_MASKS,
  type Segment,
  type UnnamedSegment,
  writeManifest,
} from './manifest.ts'
import { DAY_FILES, dayFileName } from './seal-days.ts'
import type { SealRun } from './seal-run.ts'
import { isNotMasked, sealedDays } from './sealed-days.ts'
import { type SegmentFile, sealedFiles } from './sealed-files.ts'

/** Rows of a segment at most, beyond which segments are not united. */
const SEGMENT_ROWS = 8_000_000
/** Segments of one size that are united into one of the next size. */
const FAN = 8
/** A segment is written again when one in 20 of its rows is masked. */
const MASKED_SHARE = 20

type DaySegment = Segment<'DAYS'>

/**
 * Unites segments of days of one size, so that one trader's days are in few files, and rewrites those with many masked
 * rows: round after round, for united ones may be united.
 */
export async function uniteDays(db: Database, run: SealRun): Promise<void> {
  do {
    const taken = new Set<number>()
    while (await run.goesOn()) {
      const left = (await settledSegments(db)).filter(({ id }) => !taken.has(id))
      const replaced = nextUnion(left, run.partRows)
      if (replaced === null) break
      for (const { id } of replaced) taken.add(id)
      const segment = await writeUnion(db, replaced)
      await run.wrote('DAYS', async () => ((await nameUnion(db, replaced, segment)) ? 0 : null))
    }
  } while ((await run.rest()).named > 0)
}

/** Rewrites segments of days with many masked rows, as a load leaves those that it replaced. */
export async function rewriteWornDays(db: Database): Promise<void> {
  for (;;) {
    const worn = wornOf(await settledSegments(db))
    if (worn === undefined || !(await nameUnion(db, [worn], await writeUnion(db, [worn])))) return
  }
}

const MASKING = statement((from) =>
  from(SEALED_DAY_MASKS)
    .select('segment_id', 'generation')
    .min('since as first')
    .groupBy('segment_id', 'generation'),
)

/** Segments that every version which can be read shows alike. */
async function settledSegments(sql: Sql): Promise<DaySegment[]> {
  const manifest = await readManifest(sql, 'DAYS')
  const masking = await MASKING.all(sql)
  const asked = [
    ...manifest.map(({ id, born, firstTime }) => ({ id, generation: born, day: dayOf(firstTime) })),
    ...masking.map(({ segmentId, generation, first }) => ({ id: segmentId, generation, day: first ?? 0 })),
  ]
  const needed = await areNeeded(sql, asked)
  const unsettled = new Set(asked.filter((_, i) => needed[i]).map(({ id }) => id))
  return manifest.filter(({ id }) => !unsettled.has(id))
}

function wornOf(manifest: readonly DaySegment[]): DaySegment | undefined {
  return manifest.find(({ masked, rows }) => masked > 0 && masked * MASKED_SHARE >= rows)
}

/** One segment with many masked rows, or some of one size, neighbours by trader. */
function nextUnion(manifest: readonly DaySegment[], partRows: number): readonly DaySegment[] | null {
  const worn = wornOf(manifest)
  if (worn !== undefined) return [worn]
  const sizes = new Map<number, DaySegment[]>()
  for (const segment of manifest) {
    if (2 * segment.rows > SEGMENT_ROWS) continue
    let size = 0
    for (let rows = partRows * FAN; rows <= segment.rows; rows *= FAN) size++
    sizes.set(size, [...(sizes.get(size) ?? []), segment])
  }
  for (const segments of sizes.values()) {
    if (segments.length < FAN) continue
    const sums = segments.map((_, i) => segments.slice(0, i + 1).reduce((sum, { rows }) => sum + rows, 0))
    return segments.filter((_, i) => (sums[i] ?? 0) <= SEGMENT_ROWS)
  }
  return null
}

/** Writes what of some segments is not masked into one file; null where that is nothing. */
async function writeUnion(
  db: Database,
  replaced: readonly DaySegment[],
): Promise<UnnamedSegment<'DAYS'> | null> {
  if (rowsLeft(replaced) === 0) return null
  const { masks } = await sealedDays(db, replaced, {})
  const [file] = await sealedFiles(db).write(
    {
      columns: DAY_FILES.columns,
      segments: replaced,
      where: isNotMasked({ segments: replaced, masks }),
      rows: noRows(),
    },
    dayFileName(
      replaced.reduce((least, { firstKey }) => Math.min(least, firstKey), Number.POSITIVE_INFINITY),
      replaced.reduce((most, { lastKey }) => Math.max(most, lastKey), 0),
    ),
    DAY_FILES.plans,
  )
  const days = defined(file)
  return { kind: 'DAYS', ...(await boundsOfFile(db, days)), files: { days } }
}

async function* noRows(): AsyncGenerator<never> {}

function rowsLeft(segments: readonly DaySegment[]): number {
  return segments.reduce((sum, { rows, masked }) => sum + rows - masked, 0)
}

type Bounds = Pick<Segment, 'firstKey' | 'lastKey' | 'firstTime' | 'lastTime' | 'rows'>

async function boundsOfFile(db: Database, file: SegmentFile): Promise<Bounds> {
  const [bounds] = await sealedFiles(db).read<Bounds>(
    [[file]],
    (from) =>
      `SELECT MIN(trader_id) AS "firstKey", MAX(trader_id) AS "lastKey", MIN(day) * ${DAY_SECONDS} AS "firstTime", ` +
      `MAX(day) * ${DAY_SECONDS} AS "lastTime", COUNT(*) AS rows FROM ${from}`,
  )
  return defined(bounds)
}

/** Puts a written segment in the place of others; false where they changed since it was written. */
async function nameUnion(
  db: Database,
  replaced: readonly DaySegment[],
  segment: UnnamedSegment<'DAYS'> | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await readLedgerState(tx, true)
    if (await isUnfolded(tx)) return false
    const there = new Map((await readManifest(tx, 'DAYS')).map((one) => [one.id, one]))
    const isThere = replaced.every((one) => {
      const found = there.get(one.id)
      return found !== undefined && manifestName([found]) === manifestName([one])
    })
    if (!isThere || (segment !== null && segment.rows !== rowsLeft(replaced))) return false
    await writeManifest(tx, replaced, segment)
    return true
  })
}
