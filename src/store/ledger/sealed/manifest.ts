import { z } from 'zod'
import { CommandError } from '../../../errors.ts'
import type { Sql } from '../../engine/database.ts'
import { statement } from '../../engine/statement.ts'
import type { Table } from '../../engine/table.ts'
import { LAYOUT, type SegmentFile, sealedFiles } from './sealed-files.ts'

/** Kinds of rows in segments, and the files of one segment: the same rows, each file in an order of its own. */
const FILES = {
  /**
   * Fills of the chain: by trader, token and key; by token and key; the hashes of transactions and orders, by key; the blocks of
   * transactions, by the first bytes of their hash.
   */
  FILLS: ['traders', 'tokens', 'hashes', 'transactions'],
  /** Movements of the chain: by condition, neg-risk market, token and key; the hashes of transactions, by key. */
  MOVEMENTS: ['markets', 'hashes'],
  /** The days of positions, by trader, token and day. Their bounds are ids of traders, and the first second of days. */
  DAYS: ['days'],
} as const

export type SegmentKind = keyof typeof FILES

/** Rows that were sealed together, of one kind or of any. */
export type Segment<Kind extends SegmentKind = SegmentKind> = { [Each in SegmentKind]: SegmentOf<Each> }[Kind]

/** Bounds are those of its rows, both included. */
interface SegmentOf<Kind extends SegmentKind> {
  id: number
  kind: Kind
  firstKey: number
  lastKey: number
  firstTime: number
  lastTime: number
  rows: number
  /** Those of its rows that a named generation has ended (sealed/day-masks.ts). */
  masked: number
  /** The generation from which on readers see it (generations.ts). */
  born: number
  files: Readonly<Record<(typeof FILES)[Kind][number], SegmentFile>>
}

/** A segment that no manifest names yet. */
export type UnnamedSegment<Kind extends SegmentKind = SegmentKind> = Omit<
  Segment<Kind>,
  'id' | 'masked' | 'born'
>

const STORED_FILES = z.record(
  z.string(),
  z.object({ name: z.string(), bytes: z.number(), sha256: z.string(), layout: z.number().default(1) }),
)

const SEGMENTS_OF = statement((from, { kind }: { kind: SegmentKind }) =>
  from(SEGMENTS).select('*').where('kind', kind).orderBy('first_key').orderBy('id'),
)
const LAST_ID = statement((from) => from(SEGMENTS).max('id as last'))
const DROP_SEGMENT = statement((from, { id }: { id: number }) => from(SEGMENTS).where('id', id).delete())
const DROP_MASKS = statement((from, { id }: { id: number }) =>
  from(SEALED_DAY_MASKS).where('segment_id', id).delete(),
)
const ADD_SEGMENT = statement((from, given: Omit<Segment, 'masked' | 'files'> & { files: string }) =>
  from(SEGMENTS).insert({
    id: given.id,
    kind: given.kind,
    first_key: given.firstKey,
    last_key: given.lastKey,
    first_time: given.firstTime,
    last_time: given.lastTime,
    rows: given.rows,
    files: given.files,
    masked: 0,
    born: given.born,
  }),
)

/** Every sealed segment of a kind, in the order of its keys. */
export async function readManifest<Kind extends SegmentKind>(sql: Sql, kind: Kind): Promise<Segment<Kind>[]> {
  const rows = await SEGMENTS_OF.all(sql, { kind })
  return rows.map((row) => {
    const own = STORED_FILES.parse(JSON.parse(row.files))
    if (Object.values(own).some(({ layout }) => layout !== LAYOUT)) throw otherLayout()
    return { ...row, kind, files: own }
  }) as unknown as Segment<Kind>[]
}

function otherLayout(): CommandError {
  return new CommandError(
    'The sealed files were written by another checkout of Pequod, with other columns: export the events with that checkout ' +
      '(`pequod export events`) and import them into a new store (`pequod ingest events`).',
  )
}

/** Every sealed segment of every kind. */
export async function readManifests(sql: Sql): Promise<Segment[]> {
  const kinds = Object.keys(FILES) as SegmentKind[]
  return (await Promise.all(kinds.map((kind) => readManifest(sql, kind)))).flat()
}

/** The segments when a store was last read: while they are the same, asking once, after the rows, is enough. */
const lastSeen = new WeakMap<Sql, Map<SegmentKind, readonly Segment[]>>()

/**
 * Rows of the store and the segments of a kind beside them, of one moment: what is sealed or brought back while one reads
 * would be missed, or met twice. A transaction on SQLite sees one moment by itself.
 * @param read given the segments as they probably are; what it answers is dropped where they are not
 */
export async function besideManifest<Kind extends SegmentKind, Answer>(
  sql: Sql,
  kind: Kind,
  read: (manifest: readonly Segment<Kind>[]) => Promise<Answer>,
): Promise<{ answer: Answer; manifest: readonly Segment<Kind>[] }> {
  if (sql.dialect === 'sqlite' && !('transaction' in sql)) {
    const manifest = await readManifest(sql, kind)
    return { answer: await read(manifest), manifest }
  }
  const seen = lastSeen.get(sql) ?? new Map<SegmentKind, readonly Segment[]>()
  lastSeen.set(sql, seen)
  const known = seen.get(kind) as readonly Segment<Kind>[] | undefined
  for (let before = known ?? (await readManifest(sql, kind)); ; ) {
    const answer = await read(before).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const manifest = await readManifest(sql, kind)
    seen.set(kind, manifest)
    if (!isSame(manifest, before)) before = manifest
    else if ('error' in answer) throw answer.error
    else return { answer: answer.value, manifest }
  }
}

/** The same segments, masked alike; a file that was sealed twice has two numbers, and masks are of one. */
function isSame(some: readonly Segment[], others: readonly Segment[]): boolean {
  return (
    manifestName(some) === manifestName(others) && some.every(({ id }, place) => id === others[place]?.id)
  )
}

/** How many rows of each kind some segments hold for their readers. */
export function rowsByKind(segments: readonly Segment[]): Record<SegmentKind, number> {
  const rows = Object.fromEntries(Object.keys(FILES).map((kind) => [kind, 0])) as Record<SegmentKind, number>
  for (const segment of segments) rows[segment.kind] += segment.rows - segment.masked
  return rows
}

/** Every file of some segments. */
export function filesOf(segments: readonly Pick<Segment, 'files'>[]): SegmentFile[] {
  return segments.flatMap(({ files }) => Object.values<SegmentFile>(files))
}

/** The segment whose bounds include a key, or null; no two segments share a key. */
export function segmentAround<One extends Segment>(manifest: readonly One[], key: number): One | null {
  let low = 0
  for (let high = manifest.length; low < high; ) {
    const middle = (low + high) >>> 1
    if ((manifest[middle]?.lastKey ?? 0) < key) low = middle + 1
    else high = middle
  }
  const segment = manifest[low]
  return segment !== undefined && segment.firstKey <= key ? segment : null
}

/** The segments of a kind ordered by the chain's key which hold, or could hold, a key between two, both included. */
export async function overlapping<Kind extends SegmentKind>(
  sql: Sql,
  kind: Kind,
  { firstKey, lastKey }: Pick<Segment, 'firstKey' | 'lastKey'>,
): Promise<Segment<Kind>[]> {
  const manifest = await readManifest(sql, kind)
  return manifest.filter((segment) => segment.lastKey >= firstKey && segment.firstKey <= lastKey)
}

/** Puts a segment in the place of others, which may be none. */
export async function writeManifest(
  tx: Sql,
  replaced: readonly Segment[],
  segment: UnnamedSegment | null,
  born = 0,
): Promise<void> {
  await sealedFiles(tx).touch(filesOf(replaced))
  for (const { id, kind } of replaced) {
    await DROP_SEGMENT.run(tx, { id })
    if (kind === 'DAYS') await DROP_MASKS.run(tx, { id })
  }
  if (segment === null) return
  const id = ((await LAST_ID.get(tx))?.last ?? 0) + 1
  const { kind, firstKey, lastKey, firstTime, lastTime, rows, files } = segment
  await ADD_SEGMENT.run(tx, {
    id,
    kind,
    firstKey,
    lastKey,
    firstTime,
    lastTime,
    rows,
    files: JSON.stringify(files),
    born,
  })
}

/**
 * Distinguishes one manifest from another: names carry the hash of what is in the files, and ids may come again. Rows that were
 * masked stay so as long as their segment is there, so their count distinguishes them.
 */
export function manifestName(segments: readonly Segment[]): string {
  return segments
    .map((segment) => `${filesOf([segment]).map(({ name }) => name)} ${segment.masked}`)
    .join(' ')
}

/**
 * The manifest: which files hold sealed rows, and between which bounds. A row's files are JSON by name
 * ({@link import('./manifest.ts').Segment}); `masked` counts those of its rows that {@link SEALED_DAY_MASKS} hides by now. Days of
 * the generation `born` are in it; of others than days it is 0.
 */
export const SEGMENTS = {
  name: 'segments',
  key: ['id'],
  notNull: 'all',
  columns: {
    id: 'int',
    kind: 'text',
    first_key: 'int',
    last_key: 'int',
    first_time: 'int',
    last_time: 'int',
    rows: 'int',
    files: 'text',
    masked: 'int',
    born: 'int',
  },
} as const satisfies Table

/**
 * Ends of sealed days: the generation ended a position's days in a segment of kind DAYS from the day `since` on. Trader 0
 * stands for every trader of the token.
 */
export const SEALED_DAY_MASKS = {
  name: 'sealed_day_masks',
  key: ['segment_id', 'trader_id', 'token_id', 'generation'],
  notNull: 'all',
  indexes: [['generation']],
  clustered: true,
  columns: { segment_id: 'int', trader_id: 'int', token_id: 'int', generation: 'int', since: 'int' },
} as const satisfies Table
