import { createHash } from 'node:crypto'
import { defined } from '../../../checks.ts'
import { DAY_SECONDS, type Day, dayOf } from '../../../ledger/quantities.ts'
import type { Database, Sql } from '../../engine/database.ts'
import type { Columns, SegmentColumn } from '../../engine/duckdb.ts'
import { as, asStored, type From, statement } from '../../engine/statement.ts'
import { LEDGER_STATE } from '../../tables.ts'
import { SETTLED } from '../generations.ts'
import { readLedgerState } from '../ledger-state.ts'
import { isUnfolded } from '../load-state.ts'
import { DAY_COLUMNS, DAY_KEY, type DayColumn, POSITION_DAYS } from '../position-day.ts'
import { SEGMENTS, type Segment, type UnnamedSegment, writeManifest } from './manifest.ts'
import type { SealRun } from './seal-run.ts'
import { CODED_COLUMNS, CODING } from './sealed-days.ts'
import { sealedFiles } from './sealed-files.ts'

/** How often a part is tried that the ledger changed under. */
const TRIES = 3

const NAMES = [...DAY_COLUMNS, 'lists'] as const
const SMALL: readonly string[] = DAY_KEY
const COLUMNS: Readonly<Record<string, SegmentColumn>> = {
  ...Object.fromEntries(DAY_COLUMNS.map((name) => [name, SMALL.includes(name) ? 'int' : 'big'])),
  lists: 'blob',
}
// Amounts have few equals on other days: the larger dictionaries that DuckDB makes take a twentieth more room and time.
const PARQUET = ', DICTIONARY_SIZE_LIMIT 500'
const PLANS = [{ name: 'days', columns: CODED_COLUMNS, order: DAY_KEY, coding: CODING, parquet: PARQUET }]

/** The content of the files of a segment of days. */
export const DAY_FILES = { table: POSITION_DAYS, columns: COLUMNS, plans: PLANS }

/** The settled days before a day, in the order of their key, of the positions behind one and up to another. */
interface Part {
  after: Place
  last: Place
  before: Day
}

/** A part with its rows, and the ledger's version before they were read. */
interface ReadPart extends Part {
  rows: readonly DayRow[]
  version: number
}

/** A part whose file is written, and no manifest names yet. */
interface WrittenPart extends Part {
  segment: UnnamedSegment<'DAYS'>
  /** See {@link digestOf}. */
  digest: string
  version: number
}

type DayRow = Record<DayColumn, number> & { lists: Buffer }
/** A position: trader and token. */
type Place = readonly [number, number]

/** Seals the settled days of positions, part after part in the order of their key. Parts that the ledger changed under are read again. */
export async function sealDays(db: Database, run: SealRun): Promise<void> {
  const before = dayOf(run.before)
  for (let tries = 0; tries < TRIES; tries++) {
    const isWhole = await sealParts(db, before, run)
    const { failed } = await run.rest()
    if (!isWhole) return
    if (failed > 0) continue
    await NOTE_SEALED.run(db, { before })
    return
  }
}

/** Writes what is settled, part after part; false where the run ends before that is done. */
async function sealParts(db: Database, before: Day, run: SealRun): Promise<boolean> {
  for (let after: Place = [0, 0]; await run.goesOn(); ) {
    const part = await readPart(db, { after, before }, run.partRows)
    if (part === null) return true
    const written = await writePart(db, part)
    await run.wrote('DAYS', () => namePart(db, written))
    after = part.last
  }
  return false
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
): Promise<ReadPart | null> {
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

async function writePart(db: Database, { rows, ...part }: ReadPart): Promise<WrittenPart> {
  const bounds = boundsOf(rows)
  const [file] = await sealedFiles(db).write(
    { columns: DAY_FILES.columns, segments: [], rows: pageOf(rows), areOrdered: true },
    dayFileName(bounds.firstKey, bounds.lastKey),
    DAY_FILES.plans,
  )
  const segment = { kind: 'DAYS' as const, ...bounds, files: { days: defined(file) } }
  return { ...part, segment, digest: digestOf(rows) }
}

/** Distinguishes rows from others: a part's rows are not kept until its file is named. */
function digestOf(rows: readonly DayRow[]): string {
  const hash = createHash('sha256')
  const cells = new Float64Array(DAY_COLUMNS.length + 1)
  for (const row of rows) {
    DAY_COLUMNS.forEach((name, i) => {
      cells[i] = row[name]
    })
    cells[DAY_COLUMNS.length] = row.lists.length
    hash.update(cells).update(row.lists)
  }
  return hash.digest('hex')
}

/**
 * Names a part's file in place of its rows in one short transaction.
 * @returns how many they are, or null where they are not what was written
 */
async function namePart(db: Database, part: WrittenPart): Promise<number | null> {
  const { rows } = part.segment
  for (let { version } = part, tries = 0; tries < TRIES; tries++) {
    const outcome = await db.transaction((tx) => takeOver(tx, { ...part, version }))
    if (outcome !== 'OVERTAKEN') return outcome === 'SEALED' ? rows : null
    // The ledger changed, hardly ever these rows of it: they are read again.
    const again = await readPart(db, part, rows)
    if (again === null || digestOf(again.rows) !== part.digest) return null
    version = again.version
  }
  return null
}

async function takeOver(
  tx: Sql,
  { after, last, before, segment, version }: WrittenPart,
): Promise<'SEALED' | 'OVERTAKEN' | 'GONE'> {
  const state = await readLedgerState(tx, true)
  // Rows that a fold of loaded events is about to end stay rows.
  if (await isUnfolded(tx)) return 'GONE'
  if (state.version !== version) return 'OVERTAKEN'
  const [lastTrader, lastToken] = last
  const part = { ...placed(after), lastTrader, lastToken, before }
  const there = await COUNT_PART.get(tx, part)
  // Sealing makes no version: another process may have sealed them.
  if (there?.count !== segment.rows) return 'GONE'
  await DROP_PART.run(tx, part)
  await writeManifest(tx, [], segment)
  return 'SEALED'
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

function placeOf(row: DayRow): Place {
  return [row.trader_id ?? 0, row.token_id ?? 0]
}

/** The beginning of the name of a file of days of some traders. */
export function dayFileName(firstTrader: number, lastTrader: number): string {
  return `days-${idText(firstTrader)}-${idText(lastTrader)}`
}

function idText(id: number): string {
  return String(id).padStart(9, '0')
}
