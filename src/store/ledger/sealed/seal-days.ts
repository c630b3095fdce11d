import { defined } from '../../../checks.ts'
import { DAY_SECONDS, type Day, dayOf } from '../../../ledger/quantities.ts'
import type { Database, Sql } from '../../engine/database.ts'
import type { Columns, SegmentColumn } from '../../engine/duckdb.ts'
import { as, asStored, type From, statement } from '../../engine/statement.ts'
import { LEDGER_STATE } from '../../tables.ts'
import { areNeeded, SETTLED } from '../generations.ts'
import { readLedgerState } from '../ledger-state.ts'
import { isUnfolded } from '../load-state.ts'
import { DAY_COLUMNS, DAY_KEY, type DayColumn, POSITION_DAYS } from '../position-day.ts'
import { CODED_COLUMNS, CODING } from './day-coding.ts'
import { manifestName, readManifest, type Segment, type UnnamedSegment, writeManifest } from './manifest.ts'
import type { SealRun } from './seal-chain.ts'
import { isNotMasked, sealedDays } from './sealed-days.ts'
import { type SegmentFile, sealedFiles } from './sealed-files.ts'
import { SEALED_DAY_MASKS, SEGMENTS } from './segment-tables.ts'

/** Rows of a segment at most, beyond which segments are not united. */
const SEGMENT_ROWS = 8_000_000
/** So many segments of a size are united into one, whose size is the next. */
const FAN = 8
/** A segment is written again when one in so many of its rows is masked. */
const MASKED_SHARE = 20
/** How often a part is tried that the ledger changed under. */
const TRIES = 3

const NAMES = [...DAY_COLUMNS, 'lists'] as const
const SMALL: readonly string[] = DAY_KEY
const COLUMNS: Readonly<Record<string, SegmentColumn>> = {
  ...Object.fromEntries(DAY_COLUMNS.map((name) => [name, SMALL.includes(name) ? 'int' : 'big'])),
  lists: 'blob',
}
const PLANS = [{ name: 'days', columns: CODED_COLUMNS, order: DAY_KEY, coding: CODING }]

/** The content of the files of a segment of days. */
export const DAY_FILES = { table: POSITION_DAYS, columns: COLUMNS, plans: PLANS }

/**
 * Settled days in the order of their key, of the positions behind one and up to another, as of a version of the
 * ledger: those that every version which can be read shows alike.
 */
interface Part {
  after: Place
  last: Place
  before: Day
  rows: readonly DayRow[]
  version: number
}

type DayRow = Record<DayColumn, number> & { lists: Buffer }
/** A position: trader and token. */
type Place = readonly [number, number]

/**
 * Seals the settled days of positions: in the order of their key, a part after the other. Then segments of one size are
 * united, so that one trader's days are in few files, and those are written again of which much is masked.
 */
export async function sealDays(db: Database, run: SealRun): Promise<void> {
  const before = dayOf(run.before)
  let tries = 0
  for (let after: Place = [0, 0]; await run.goesOn(); ) {
    const part = await readPart(db, { after, before }, run.partRows)
    if (part === null) {
      await NOTE_SEALED.run(db, { before })
      break
    }
    if (await sealPart(db, part)) {
      run.wrote('DAYS', part.rows.length)
      after = part.last
      tries = 0
    } else if (++tries === TRIES) break
  }
  while (await run.goesOn()) {
    const replaced = nextUnion(await settledSegments(db), run.partRows)
    if (replaced === null || !(await unite(db, replaced))) break
    run.wrote('DAYS', 0)
  }
}

/** Writes segments of days again of which much is masked, as a load leaves those that it replaced. */
export async function rewriteWornDays(db: Database): Promise<void> {
  for (;;) {
    const worn = wornOf(await settledSegments(db))
    if (worn === undefined || !(await unite(db, [worn]))) return
  }
}

/**
 * Whether days that are settled are still rows, as far as that is known without looking at all of them: fills of a day were
 * sealed whose positions were not.
 * @param before days before this one are settled
 */
export async function areDaysDue(sql: Sql, before: Day): Promise<boolean> {
  return (await UNSEALED.get(sql, { before })) !== undefined
}

interface Behind {
  trader: number
  token: number
  before: Day
}
const placed = ([trader, token]: Place) => ({ trader, token })
const STORED_DAY = asStored(NAMES)
const DAYS_BEHIND = statement((from, given: Behind & { limit: number }) =>
  from(POSITION_DAYS)
    .select(...STORED_DAY)
    .where(from.raw('(trader_id, token_id) > (?, ?)', [given.trader, given.token]))
    .where('day', '<', given.before)
    .where(from.raw(SETTLED))
    .orderBy('trader_id')
    .orderBy('token_id')
    .orderBy('day')
    .limit(given.limit),
)
const REST_OF_POSITION = statement((from, given: Behind & { day: Day }) =>
  from(POSITION_DAYS)
    .select(...STORED_DAY)
    .where('trader_id', given.trader)
    .where('token_id', given.token)
    .where('day', '>', given.day)
    .where('day', '<', given.before)
    .where(from.raw(SETTLED))
    .orderBy('day'),
)
const daysOfPart = (from: From, given: Behind & { lastTrader: number; lastToken: number }) =>
  from(POSITION_DAYS)
    .where(from.raw('(trader_id, token_id) > (?, ?)', [given.trader, given.token]))
    .where(from.raw('(trader_id, token_id) <= (?, ?)', [given.lastTrader, given.lastToken]))
    .where('day', '<', given.before)
    .where(from.raw(SETTLED))
const COUNT_PART = statement((from, part: Behind & { lastTrader: number; lastToken: number }) =>
  daysOfPart(from, part).count('* as count'),
)
const DROP_PART = statement((from, part: Behind & { lastTrader: number; lastToken: number }) =>
  daysOfPart(from, part).delete(),
)
const NOTE_SEALED = statement((from, { before }: { before: Day }) =>
  from(LEDGER_STATE).where('id', 1).update({ days_sealed: before }),
)
const UNSEALED = statement((from, { before }: { before: Day }) =>
  from(as(SEGMENTS, 's'))
    .join(as(LEDGER_STATE, 'l'), (one) => one.onVal('l.id', 1))
    .select('s.id')
    .where('s.kind', 'FILLS')
    .where(from.raw(`s.last_time >= l.days_sealed * ${DAY_SECONDS}`))
    .where('l.days_sealed', '<', before)
    .limit(1),
)

/** The next settled days behind a place, or null where there are none. */
async function readPart(
  db: Sql,
  { after, before }: Pick<Part, 'after' | 'before'>,
  limit: number,
): Promise<Part | null> {
  // The version is read first: a change between it and the rows is noticed.
  const { version } = await readLedgerState(db)
  const rows = await DAYS_BEHIND.all(db, { ...placed(after), before, limit })
  const row = rows.at(-1)
  if (row === undefined) return null
  const last = placeOf(row)
  if (rows.length === limit) {
    const rest = await REST_OF_POSITION.all(db, { ...placed(last), day: row.day ?? 0, before })
    for (const later of rest) rows.push(later)
  }
  return { after, before, last, rows, version }
}

/** Writes a part's file, then names it in place of its rows in one short transaction; false where its rows changed. */
async function sealPart(db: Database, part: Part): Promise<boolean> {
  const file = await write(db, { replaced: [], rows: part.rows })
  const segment = { ...boundsOf(part.rows), kind: 'DAYS' as const, files: { days: file } }
  for (let { version } = part, tries = 0; tries < TRIES; tries++) {
    const outcome = await db.transaction((tx) => takeOver(tx, { ...part, version }, segment))
    if (outcome !== 'OVERTAKEN') return outcome === 'SEALED'
    // The ledger changed, hardly ever these rows of it: they are read again.
    const again = await readPart(db, part, part.rows.length)
    if (again === null || !isSame(again.rows, part.rows)) return false
    version = again.version
  }
  return false
}

async function takeOver(
  tx: Sql,
  { after, last, before, rows, version }: Part,
  segment: UnnamedSegment<'DAYS'>,
): Promise<'SEALED' | 'OVERTAKEN' | 'GONE'> {
  const state = await readLedgerState(tx, true)
  // What a fold of loaded events is about to end stays a row.
  if (await isUnfolded(tx)) return 'GONE'
  if (state.version !== version) return 'OVERTAKEN'
  const [lastTrader, lastToken] = last
  const part = { ...placed(after), lastTrader, lastToken, before }
  const there = await COUNT_PART.get(tx, part)
  // Sealing makes no version: another process may have sealed them.
  if (there?.count !== rows.length) return 'GONE'
  await DROP_PART.run(tx, part)
  await writeManifest(tx, [], segment)
  return 'SEALED'
}

const MASKING = statement((from) =>
  from(SEALED_DAY_MASKS)
    .select('segment_id', 'generation')
    .min('since as first')
    .groupBy('segment_id', 'generation'),
)

/** Segments that every version which can be read shows alike. */
async function settledSegments(sql: Sql): Promise<Segment<'DAYS'>[]> {
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

function wornOf(manifest: readonly Segment<'DAYS'>[]): Segment<'DAYS'> | undefined {
  return manifest.find(({ masked, rows }) => masked > 0 && masked * MASKED_SHARE >= rows)
}

/** One segment of which much is masked, or some of one size, neighbours by trader. */
function nextUnion(
  manifest: readonly Segment<'DAYS'>[],
  partRows: number,
): readonly Segment<'DAYS'>[] | null {
  const worn = wornOf(manifest)
  if (worn !== undefined) return [worn]
  const sizes = new Map<number, Segment<'DAYS'>[]>()
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

/** Puts one segment in the place of others, without what is masked of them; false where they changed meanwhile. */
async function unite(db: Database, replaced: readonly Segment<'DAYS'>[]): Promise<boolean> {
  const left = replaced.reduce((sum, { rows, masked }) => sum + rows - masked, 0)
  const file = left === 0 ? null : await write(db, { replaced, rows: [] })
  const bounds = file && (await boundsOfFile(db, file))
  return db.transaction(async (tx) => {
    await readLedgerState(tx, true)
    if (await isUnfolded(tx)) return false
    const there = new Map((await readManifest(tx, 'DAYS')).map((segment) => [segment.id, segment]))
    const isThere = replaced.every((segment) => {
      const found = there.get(segment.id)
      return found !== undefined && manifestName([found]) === manifestName([segment])
    })
    if (!isThere || (bounds !== null && bounds.rows !== left)) return false
    await writeManifest(tx, replaced, file && bounds && { ...bounds, kind: 'DAYS', files: { days: file } })
    return true
  })
}

/** Writes rows, and what of some segments is not masked, into one file. */
async function write(
  db: Database,
  { replaced, rows }: { replaced: readonly Segment<'DAYS'>[]; rows: readonly DayRow[] },
): Promise<SegmentFile> {
  const { masks } = await sealedDays(db, replaced, {})
  const { firstKey, lastKey } = rows.length > 0 ? boundsOf(rows) : spanOf(replaced)
  const [file] = await sealedFiles(db).write(
    {
      columns: COLUMNS,
      segments: replaced,
      where: isNotMasked({ segments: replaced, masks }),
      rows: pageOf(rows),
    },
    dayFileName(firstKey, lastKey),
    PLANS,
  )
  if (file === undefined) throw new Error('a segment lacks its file')
  return file
}

async function* pageOf(rows: readonly DayRow[]): AsyncGenerator<Columns> {
  if (rows.length > 0) yield Object.fromEntries(NAMES.map((name) => [name, rows.map((row) => row[name])]))
}

type Bounds = Pick<Segment, 'firstKey' | 'lastKey' | 'firstTime' | 'lastTime' | 'rows'>

function boundsOf(rows: readonly DayRow[]): Bounds {
  const [first, last] = [rows[0], rows.at(-1)]
  const days = rows.map((row) => row.day ?? 0)
  return {
    firstKey: first?.trader_id ?? 0,
    lastKey: last?.trader_id ?? 0,
    firstTime: days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY) * DAY_SECONDS,
    lastTime: days.reduce((most, day) => Math.max(most, day), -1) * DAY_SECONDS,
    rows: rows.length,
  }
}

async function boundsOfFile(db: Database, file: SegmentFile): Promise<Bounds | null> {
  const [bounds] = await sealedFiles(db).read<Bounds>(
    [[file]],
    (from) =>
      `SELECT MIN(trader_id) AS "firstKey", MAX(trader_id) AS "lastKey", MIN(day) * ${DAY_SECONDS} AS "firstTime", ` +
      `MAX(day) * ${DAY_SECONDS} AS "lastTime", COUNT(*) AS rows FROM ${from}`,
  )
  return bounds ?? null
}

function spanOf(segments: readonly Segment[]): Pick<Bounds, 'firstKey' | 'lastKey'> {
  return {
    firstKey: segments.reduce((least, { firstKey }) => Math.min(least, firstKey), Number.POSITIVE_INFINITY),
    lastKey: segments.reduce((most, { lastKey }) => Math.max(most, lastKey), 0),
  }
}

function placeOf(row: DayRow): Place {
  return [row.trader_id ?? 0, row.token_id ?? 0]
}

function isSame(a: readonly DayRow[], b: readonly DayRow[]): boolean {
  const isSameRow = (row: DayRow, other: DayRow) =>
    DAY_COLUMNS.every((name) => row[name] === other[name]) && row.lists.equals(other.lists)
  return a.length === b.length && a.every((row, i) => isSameRow(row, defined(b[i])))
}

/** The beginning of the name of a file of days of some traders. */
export function dayFileName(firstTrader: number, lastTrader: number): string {
  return `days-${idText(firstTrader)}-${idText(lastTrader)}`
}

function idText(id: number): string {
  return String(id).padStart(9, '0')
}
