import { type Day, dayOf, type Seconds } from '../../ledger/quantities.ts'
import {
  dayBeforeWindow,
  LEADERBOARDS,
  type LeaderboardDefinition,
  leaderboardById,
  PERIODS,
} from '../../metrics/leaderboards.ts'
import type { Database, Sql } from '../engine/database.ts'
import { allOf, as, statement } from '../engine/statement.ts'
import { hiddenTraders } from '../opted-out.ts'
import { LEDGER_STATE } from '../tables.ts'
import { type BoardColumns, boardOf } from './board-of.ts'
import { FRESH_FOR, keepNewest } from './keep-newest.ts'
import type { ComputeAsOf } from './read-as-of.ts'
import { EVER, readScores, readShownNumbers, readStandings, type StandingsOf } from './snapshot-columns.ts'
import type { BoardOrder, BoardWhere, Snapshot, SnapshotReader } from './snapshot-reader.ts'
import {
  categoryLabel,
  firstPublicAt,
  LABELS,
  publicAt,
  SNAPSHOTS,
  snapshotOf,
  tagLabel,
} from './snapshot-tables.ts'
import { NO_CELLS } from './standings.ts'

/** Cached boards: all of two snapshots, and some with exclusions. */
const KEPT_BOARDS = 80
/** Columns kept in memory: of each period of two snapshots, at the cutoff and the day before. */
const KEPT_COLUMNS = 16

/** Numbers that boards show: of each period of two snapshots. */
const KEPT_SHOWN = 8

/** A board with its exclusions. */
interface Asked {
  snapshot: Snapshot
  definition: LeaderboardDefinition
  of: StandingsOf
  where: BoardWhere | null
  hidden: ReadonlySet<number>
  caller: string
}

export interface PublicClock {
  /** The time up to which events are public. */
  upTo(): Seconds
  /** Seconds from an event until then, above 0. */
  delay: Seconds
}

export interface BoardReader
  extends Pick<
    SnapshotReader,
    'current' | 'earlier' | 'delay' | 'firstPublic' | 'boards' | 'order' | 'shownNumbers'
  > {
  /** The opted-out traders, as of the last read of the newest snapshot, so that one answer shows one set of traders. */
  hidden(): Promise<ReadonlySet<number>>
}

/**
 * A reader of boards.
 * @param clock milliseconds from any start; one that is set back would make a read last
 */
export function createBoardReader(
  db: Database,
  clock: () => number,
  { compute, publicClock }: { compute: ComputeAsOf; publicClock: PublicClock | null },
): BoardReader {
  let current: { at: number; snapshot: Promise<Snapshot | null> } | null = null
  let hidden: Promise<ReadonlySet<number>> | null = null
  const readHidden = () => hiddenTraders(db)
  const hiddenNow = () => {
    hidden ??= readHidden()
    return hidden
  }
  const columns = keepNewest(async (_: string, asked: Asked, dayBefore: boolean) => {
    const found = await readColumns(db, asked, dayBefore)
    if (found !== null || dayBefore || !isOnDemand(asked)) return found
    const { snapshot, of, caller } = asked
    await compute(dayOf(snapshot.cutoff.time), caller, { snapshot: snapshot.id, ...of })
    return readColumns(db, asked, false)
  }, KEPT_COLUMNS)
  const columnsOf = (asked: Asked, dayBefore: boolean) => {
    const { snapshot, definition, of } = asked
    const board = definition.tab.isScored ? definition.id : ''
    return columns([keyOf(snapshot), of.firstDay, of.category, dayBefore, board].join(), asked, dayBefore)
  }
  const boards = keepNewest(async (_: string, asked: Asked): Promise<BoardOrder | null> => {
    const { snapshot, definition, where } = asked
    const now = await columnsOf(asked, false)
    if (now === null) return null
    // Before the ledger's first day all boards are empty.
    const isFirst = dayOf(snapshot.cutoff.time) <= snapshot.firstDay
    const before = isFirst ? null : await columnsOf(asked, true)
    const fits = where && (await where.fits(now.standings))
    return boardOf(definition.tab, now, before, fits, asked.hidden)
  }, KEPT_BOARDS)

  const shown = keepNewest(
    (_: string, { id }: Snapshot, firstDay: Day) => readShownNumbers(db, { id }, firstDay),
    KEPT_SHOWN,
  )

  const order: SnapshotReader['order'] = async (snapshot, board, filter = {}, caller = 'process') => {
    const definition = leaderboardById(board)
    if (definition === undefined) return null
    const { window, category, where = null } = filter
    const label = await readLabel(db, { category: category ?? null })
    if (label === null) return EMPTY_BOARD
    const firstDay = window?.from ?? firstDayOf(definition, snapshot)
    const out = await hiddenNow()
    const asked = {
      snapshot,
      definition,
      of: { firstDay, category: label },
      where,
      hidden: out,
      caller,
    }
    const key = [keyOf(snapshot), board, firstDay, label, ...out, where?.key]
    return boards(key.join(), asked)
  }

  return {
    hidden: hiddenNow,
    delay: publicClock?.delay ?? 0,
    async firstPublic() {
      if (publicClock === null) return null
      const heads = (await HEADS.all(db)).filter(({ isReadable }) => isReadable === 1)
      const upTo = firstPublicAt(heads, publicClock.delay)
      if (upTo === null) return null
      return { time: upTo + publicClock.delay, after: Math.max(1, Math.ceil(upTo - publicClock.upTo())) }
    },
    current() {
      const now = clock()
      if (current && now - current.at < FRESH_FOR) return current.snapshot
      const snapshot = readCurrent(db, publicClock)
      hidden = snapshot.then(readHidden)
      // Readers of a board get the error.
      hidden.catch(() => undefined)
      const asked = { at: now, snapshot }
      current = asked
      snapshot.catch(() => {
        // A failed read is not an answer: the next caller asks again.
        if (current === asked) current = null
      })
      return snapshot
    },
    async earlier({ id, generatedAt }) {
      const heads = await shownHeads(db, publicClock)
      const head = heads.find((one) => one.id === id && one.generatedAt === generatedAt)
      return head === undefined || head.takenBack !== null ? null : snapshotOf(head)
    },
    async boards(snapshot) {
      const all = await Promise.all(LEADERBOARDS.map(({ id }) => order(snapshot, id)))
      return LEADERBOARDS.map(({ id }, i) => ({ board: id, entryCount: all[i]?.count ?? 0 }))
    },
    order,
    shownNumbers(snapshot, definition) {
      const firstDay = firstDayOf(definition, snapshot)
      return shown([keyOf(snapshot), firstDay].join(), snapshot, firstDay)
    },
  }
}

const EMPTY_BOARD: BoardOrder = {
  count: 0,
  traders: new Int32Array(),
  cells: NO_CELLS,
  previous: null,
  rankOf: () => null,
}

/** A store that was deleted and filled again counts its snapshots from 1: the time distinguishes them. */
function keyOf({ id, generatedAt }: Snapshot): string {
  return `${id} ${generatedAt}`
}

/** The first day of a board's period, as standings name it. */
export function firstDayOf(
  { period }: Pick<LeaderboardDefinition, 'period'>,
  { cutoff }: Pick<Snapshot, 'cutoff'>,
): number {
  const before = dayBeforeWindow(period, dayOf(cutoff.time))
  return before === null ? EVER : before + 1
}

/** Standings of the periods, and scores, are published with the snapshot; others are computed on request. */
function isOnDemand({ definition, of, snapshot }: Asked): boolean {
  return !definition.tab.isScored && (of.category !== 0 || of.firstDay !== firstDayOf(definition, snapshot))
}

async function readColumns(
  sql: Sql,
  { snapshot, definition, of }: Asked,
  dayBefore: boolean,
): Promise<BoardColumns | null> {
  const standings = await readStandings(sql, snapshot, of, dayBefore)
  if (standings === null || !definition.tab.isScored) return standings && { standings, scores: null }
  const scores = await readScores(sql, snapshot, definition.id, dayBefore)
  return scores && { standings, scores }
}

const LABEL = statement((from, { name }: { name: string }) => from(LABELS).select('id').where('name', name))
const IS_READABLE =
  'CASE WHEN l.pinned IS NOT NULL AND l.readable_from <= s.ledger_version THEN 1 ELSE 0 END AS "isReadable"'
const HEADS = statement((from) =>
  from(as(SNAPSHOTS, 's'))
    .join(as(LEDGER_STATE, 'l'), (one) => one.onVal('l.id', 1))
    .select(...allOf(SNAPSHOTS, 's'), 'l.simulated', from.raw<{ isReadable: number }>(IS_READABLE))
    .whereNull('s.as_of')
    .orderBy('s.id', 'desc'),
)
/** The snapshot of the last day before one, of a version that can be read. */
const CLOSED_DAY = statement((from, { before }: { before: Day }) =>
  from(as(SNAPSHOTS, 's'))
    .join(as(LEDGER_STATE, 'l'), (one) => one.onVal('l.id', 1))
    .select(...allOf(SNAPSHOTS, 's'), 'l.simulated')
    .where('s.as_of', '<', before)
    .whereNotNull('l.pinned')
    .whereColumn('l.readable_from', '<=', 's.ledger_version')
    .orderBy('s.as_of', 'desc')
    .orderBy('s.id')
    .limit(1),
)

/** The label of a category, or of a tag in its place: 0 without either, null for one that no market has. */
export async function readLabel(
  sql: Sql,
  { category, tag = null }: { category: string | null; tag?: string | null },
): Promise<number | null> {
  const name = tag ?? category
  if (name === null) return 0
  const row = await LABEL.get(sql, { name })
  if (row === undefined) return null
  return tag === null ? categoryLabel(row.id) : tagLabel(row.id)
}

/**
 * The snapshot that a reader's clock shows: the newest head, or the newest that is public; before any head is public, the close
 * of the last day that is published of those that are.
 * @param clock null: it shows every event
 */
export async function readCurrent(sql: Sql, clock: PublicClock | null): Promise<Snapshot | null> {
  const [head] = await shownHeads(sql, clock)
  if (head !== undefined) return snapshotOf(head)
  if (clock === null) return null
  const day = await CLOSED_DAY.get(sql, { before: dayOf(clock.upTo() + 1) })
  return day === undefined ? null : { ...snapshotOf(day), asOf: null }
}

/** The heads that a clock shows, newest first. @param clock null: every head */
async function shownHeads(sql: Sql, clock: PublicClock | null) {
  const heads = await HEADS.all(sql)
  if (clock === null) return heads
  return heads.filter(({ isReadable }) => isReadable === 1).filter(publicAt(clock.upTo(), clock.delay))
}

/** A snapshot's boards with what each is read from at its cutoff, null where that is lost: one period after another, whose columns they share. */
export async function* eachBoard(
  sql: Sql,
  snapshot: Pick<Snapshot, 'id' | 'cutoff'>,
): AsyncGenerator<{ board: LeaderboardDefinition; columns: BoardColumns | null }> {
  for (const period of PERIODS) {
    const firstDay = firstDayOf({ period }, snapshot)
    const standings = await readStandings(sql, snapshot, { firstDay, category: 0 }, false)
    for (const board of LEADERBOARDS) {
      if (board.period !== period) continue
      const scores = board.tab.isScored ? await readScores(sql, snapshot, board.id, false) : null
      const isWhole = standings !== null && (scores !== null || !board.tab.isScored)
      yield { board, columns: isWhole ? { standings, scores } : null }
    }
  }
}
