import { defined } from '../../checks.ts'
import { DELAY_MINUTES } from '../../clock.ts'
import { DAY_SECONDS, type Day, dayOf, type Seconds } from '../../ledger/quantities.ts'
import { viewsAt } from '../../smart-money/write-head-views.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { createCollect } from '../../store/ledger/collect.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import { isUnfolded } from '../../store/ledger/load-state.ts'
import { isReadable, pinNow } from '../../store/ledger/versions.ts'
import { foldLoaded } from '../../store/load/fold-loaded.ts'
import { publicAt } from '../../store/snapshot/snapshot-tables.ts'
import { changedRows } from '../../store/snapshot/standings.ts'
import { headSnapshots, newestAsOf, newestHead } from '../../store/snapshot/stored-snapshots.ts'
import { dropUnnamedColumns } from '../../store/snapshot/write-columns.ts'
import { LEDGER_STATE, TOUCHED_TRADERS } from '../../store/tables.ts'
import { gapTraders } from '../../store/verify/check-coverage.ts'
import { createSignKeeper, type SignKeeper } from '../../tape/signs/update-signs.ts'
import { type Cutoff, readCutoff } from '../boards/cutoff.ts'
import type { BoardTop, TopsAsked } from '../boards/tops-as-of.ts'
import { updateForesightDays } from '../days/foresight-days.ts'
import {
  LeaseLost,
  NEVER,
  othersTurn,
  type PublisherLease,
  requireLease,
  type Sources,
  takeLease,
  type Write,
  writerBeside,
} from '../days/publisher-lease.ts'
import { isBehind } from '../days/read-beside.ts'
import { readLabelsByUnit } from '../inputs/labels-by-unit.ts'
import { closingPrices } from '../inputs/marks.ts'
import { standingsBefore, standingsNow, unrealizedAt } from './build-standings.ts'
import { createPhaseClock, type Phase, type PhaseClock, type TimedPhase } from './phase-clock.ts'
import type { Publication, PublishedColumns, PublisherState } from './publisher-state.ts'
import { shownRows } from './shown-rows.ts'
import {
  type Loaded,
  loadState,
  moveToNextDay,
  type News,
  type Updated,
  updateState,
} from './update-state.ts'
import { findPublished, type PublishedSnapshot, writeSnapshot } from './write-snapshot.ts'

/** Events of the largest ledger whose signs are computed from the first event on while snapshots wait: some four minutes. */
export const MOST_SIGNED = 20_000_000

export interface RefreshOptions {
  /** Computes the answer as of this day's close beside the newest one. @default the newest event */
  asOf?: Day
  /** Boards to rank as of earlier days in the pass over all traders, if this publication needs one. */
  tops?: TopsBeside | null
  /** Computes everything again, even where the ledger has not changed. The answer is the same. @default false */
  full?: boolean
  /**
   * Computes the signs of whole trades too. The first time, and after a change of an earlier day, that reads every event of the
   * ledger: not where these are more than this number.
   * @default signs are left as they are
   */
  signs?: number
  /** Called with each part's progress. */
  onPhase?: (phase: Phase) => void
}

/** Boards that are ranked beside a publication of the newest event. */
export interface TopsBeside {
  asked: TopsAsked
  /**
   * Takes them once the snapshot is published.
   * @param undone how often blocks had been taken back in the ledger that they were ranked from
   */
  take(tops: readonly BoardTop[], undone: number): Promise<void>
}

export interface RefreshResult {
  /** The current snapshot, new or existing. */
  snapshot: number | null
  /** Traders with at least one event. */
  traders: number
  boards: number
  /** Traders that were counted; the others' numbers were known. */
  computed: number
  seconds: number
  phases: readonly TimedPhase[]
  /** True if the ledger has not changed since that snapshot: nothing was computed. */
  unchanged: boolean
}

/** Publishes snapshots one after the other, and keeps in memory what moves from one to the next. */
export interface Publisher {
  /**
   * Publishes what the ledger holds, where that is not published yet.
   * @throws PequodError SERVICE_UNAVAILABLE if the ledger holds no events, BAD_USER_INPUT where it begins after `asOf`
   */
  publish(options?: RefreshOptions): Promise<RefreshResult>
}

/** The state as the newest head snapshot was published from it. */
interface Held {
  state: PublisherState
  snapshot: number
  columns: PublishedColumns
}

/** Attempts to publish beside other writers before publishing in one transaction, while they wait. */
const TRIES = 20

/**
 * A publisher that knows nothing yet: it reads everything before it publishes for the first time.
 * @param delayMinutes minutes after which a snapshot becomes public: snapshots are kept for so long
 */
export function createPublisher(db: Database, delayMinutes: number = DELAY_MINUTES): Publisher {
  const delay = 60 * delayMinutes
  const collect = createCollect(db)
  const signs = createSignKeeper()
  let held: Held | null = null
  const publishClosedDay = async (cutoff: Cutoff) => {
    const day = await closedDayMissing(db, cutoff, delay)
    if (day !== null) await publisher.publish({ asOf: day })
  }
  const publisher: Publisher = {
    async publish(options = {}) {
      const clock = createPhaseClock(options.onPhase ?? (() => undefined))
      const fold = async () => {
        if (await isUnfolded(db))
          await clock.run('positions', (progress) => foldLoaded(db, { onProgress: progress }))
      }
      await fold()
      const asOf = options.asOf ?? null
      const isFull = options.full === true
      const mostSigned = asOf === null ? (options.signs ?? null) : null
      const cutoff = await readCutoff(db, asOf)
      const published = isFull ? null : await findPublished(db, cutoff)
      if (published) {
        // The process that published it may have been killed before this.
        await dropUnnamedColumns(db)
        if (mostSigned !== null)
          await clock.run('signs', () =>
            db.view((sql) => signs.update(sql, (work) => db.transaction(work), mostSigned)),
          )
        if (asOf === null) {
          await forgetTouched(db, cutoff)
          await publishClosedDay(cutoff)
        }
        return resultOf(published, null, clock)
      }
      let known = asOf === null && !isFull ? held : null
      // A failed publication drops the state, which may be half updated.
      if (asOf === null) held = null
      for (let tries = 1; ; tries++) {
        const making = {
          asOf,
          known,
          clock,
          delay,
          signs: mostSigned === null ? null : { keeper: signs, most: mostSigned },
          tops: options.tops ?? null,
        }
        const made = await (tries < TRIES ? makeBeside(db, making) : makeAlone(db, making)).catch(lostLease)
        // The ledger has moved on since the view began, perhaps by events that no position counts yet.
        if (made === null) {
          await fold()
          continue
        }
        if (made instanceof LeaseLost) {
          known = null
          await othersTurn()
          continue
        }
        const snapshot = await clock.run('publish', async () => {
          const written = await writeSnapshot(db, made.head, { isFull, delay })
          if (made.closed && written?.isThere === false)
            await writeSnapshot(db, made.closed, { isFull: false, delay })
          await dropUnnamedColumns(db)
          if (asOf === null) await collect()
          return written
        })
        if (snapshot === null) {
          // So many others have published that nothing is left of the snapshot that this one goes on from.
          known = null
          continue
        }
        // Another process may have been quicker.
        if (snapshot.isThere) return resultOf(snapshot, null, clock)
        const { state, cutoff: published, counted } = made.head
        if (asOf === null) {
          state.freshSkills.clear()
          for (const traders of state.scores.touched.values()) traders.clear()
          const { standings, shown } = made.head
          const columns = { written: snapshot.written, standings: standings.now, shown }
          held = { state, snapshot: snapshot.id, columns }
          await forgetTouched(db, published)
          await publishClosedDay(published)
          if (made.tops) await options.tops?.take(made.tops, published.undone)
        }
        return resultOf(snapshot, counted, clock)
      }
    },
  }
  return publisher
}

/**
 * The day whose close is public before any head is, if its snapshot is missing: the last that was over the delay before the
 * cutoff of the newest head, which need not be there yet.
 */
async function closedDayMissing(sql: Sql, cutoff: Cutoff, delay: Seconds): Promise<Day | null> {
  const upTo = cutoff.time - delay
  const day = dayOf(upTo + 1) - 1
  const heads = [...(await headSnapshots(sql)), { cutoffTime: cutoff.time, takenBack: null }]
  if (day < cutoff.firstDay || heads.some(publicAt(upTo, delay))) return null
  return (await newestAsOf(sql, day)) === undefined ? day : null
}

/** Touched traders that one transaction forgets. */
const FORGOTTEN = 5_000
const TOUCHED = statement((from) => from(TOUCHED_TRADERS).select('trader_id as trader', 'since'))
const TOUCHED_UP_TO = statement((from, { version }: { version: number }) =>
  from(TOUCHED_TRADERS).select('trader_id').where('version', '<=', version).limit(1),
)
const FORGET_TOUCHED = statement((from, { version }: { version: number }) =>
  from(TOUCHED_TRADERS)
    .whereIn(
      'trader_id',
      from(TOUCHED_TRADERS).select('trader_id').where('version', '<=', version).limit(FORGOTTEN),
    )
    .where('version', '<=', version)
    .delete(),
)
const MEANINGS = statement((from) => from(LEDGER_STATE).select('meanings').where('id', 1))

/** After a publication's commit: the snapshot counts these traders' changes. */
async function forgetTouched(db: Database, { version }: Cutoff): Promise<void> {
  // A look first: nothing to forget takes no turn among writers.
  while ((await TOUCHED_UP_TO.get(db, { version })) !== undefined) await FORGET_TOUCHED.run(db, { version })
}

interface Making {
  asOf: Day | null
  /** The state to continue from. */
  known: Held | null
  clock: PhaseClock
  delay: Seconds
  /** Null: signs are left as they are. */
  signs: { keeper: SignKeeper; most: number } | null
  tops: TopsBeside | null
}

/** Publications of one version of the ledger, with the boards that were ranked in their pass. */
interface Made {
  head: Publication
  /** The last closed day, if its snapshot is missing and all traders were counted. */
  closed: Publication | null
  tops: readonly BoardTop[] | null
}

/**
 * Makes a publication of the ledger as a view sees it. Its version is pinned in one short transaction, and the days of
 * foresight are written in others; everybody goes on writing meanwhile.
 * @returns null if the ledger has moved on since the view began
 * @throws LeaseLost if another publisher has begun before the days of foresight were read
 */
function makeBeside(db: Database, making: Making): Promise<Made | null> {
  return db.view(async (sql) => {
    const cutoff = await readCutoff(sql, making.asOf)
    const begun = await db.transaction((tx) => begin(tx, cutoff))
    if (begun === null) return null
    const { lease } = begun
    const news = await newsAt(sql, { cutoff, lease }, making, writerBeside(db, lease))
    if (lease === null) return makePublication(sql, sql, news, making)
    return db.view(async (foresight) => {
      await requireLease(foresight, lease)
      return makePublication(sql, foresight, news, making)
    })
  })
}

/** The same in one transaction, which all others who write wait for. */
function makeAlone(db: Database, making: Making): Promise<Made | null> {
  return db.transaction(async (tx) => {
    await readLedgerState(tx, true)
    const cutoff = await readCutoff(tx, making.asOf)
    const begun = await begin(tx, cutoff)
    if (begun === null) return null
    const news = await newsAt(tx, { cutoff, ...begun }, making, (work) => work(tx))
    return makePublication(tx, tx, news, making)
  })
}

function lostLease(error: unknown): LeaseLost {
  if (error instanceof LeaseLost) return error
  throw error
}

/**
 * Pins the ledger's current version, and takes the lease if the days of foresight are not up to date.
 * @returns null if now is not the cutoff's version any more, or positions do not count every event
 */
async function begin(tx: Sql, cutoff: Cutoff): Promise<{ lease: PublisherLease | null } | null> {
  const { version } = await readLedgerState(tx, true)
  if (version !== cutoff.version || (await isUnfolded(tx))) return null
  const lease = cutoff.asOf === null || (await isBehind(tx, cutoff)) ? await takeLease(tx) : null
  await pinNow(tx, cutoff.day)
  return { lease }
}

/** Brings the days of foresight up to the cutoff, and reads what has changed. */
async function newsAt(
  sql: Sql,
  { cutoff, lease }: Pick<News, 'cutoff' | 'lease'>,
  { known, clock, signs }: Making,
  write: Write,
): Promise<News> {
  await clock.run(
    'foresight',
    async (onProgress) => lease && updateForesightDays(sql, { cutoff, lease, write, onProgress }),
  )
  if (lease !== null && signs !== null)
    await clock.run('signs', () => signs.keeper.update(sql, write, signs.most))
  const rows = await TOUCHED.all(sql)
  const row = await MEANINGS.get(sql)
  const meanings = row?.meanings ?? 0
  const labels = known?.state.meanings === meanings ? known.state.labels : null
  return {
    cutoff,
    lease,
    meanings,
    labels: labels ?? (await readLabelsByUnit(sql, write)),
    touched: rows.map(({ trader }) => trader),
    since: rows.reduce((least, row) => Math.min(least, row.since), lease?.since ?? NEVER),
  }
}

/** @param foresight reads the days of foresight at the version of `sql` */
async function makePublication(sql: Sql, foresight: Sql, begun: News, making: Making): Promise<Made> {
  const { known: held, clock } = making
  const { lease } = begun
  const sources = { sql, foresight }
  const updated = await clock.run('changes', async () => held && goOn(sources, held, begun, making))
  if (updated !== null) {
    const { state, isLate } = updated
    const counted = updated.traders.length
    const known = held?.columns ?? null
    const isSameDay = held?.state.cutoff.day === state.cutoff.day
    const [before, closing] = isSameDay ? [known, null] : [null, known]
    const dayBefore = isLate ? state.dayBefore : null
    const head = await clock.run('boards', () =>
      publicationOf(sources, { state, counted, lease, before, dayBefore, closing }),
    )
    return { head, closed: null, tops: null }
  }
  const { counted, tops, ...loaded } = await clock.run('traders', (progress) =>
    loadAll(sources, begun, making, progress),
  )
  return clock.run('boards', async () => {
    const of = (state: PublisherState, own: PublisherLease | null) =>
      publicationOf(sources, { ...loadedAlone, state, counted, lease: own, dayBefore: state.dayBefore })
    const head = await of(loaded.state, lease)
    const closed = loaded.closed && (await of(loaded.closed, null))
    return { head, closed, tops }
  })
}

/** There is no snapshot to which columns are added. */
const loadedAlone = { before: null, closing: null }

type Counted = Pick<Publication, 'state' | 'counted' | 'lease' | 'before' | 'dayBefore' | 'closing'>

async function publicationOf(
  sources: Sources,
  { state, counted, lease, before, dayBefore, closing }: Counted,
): Promise<Publication> {
  const { sql } = sources
  const { cutoff } = state
  const gaps = await gapTraders(sql, cutoff.time)
  const unrealized = unrealizedAt(state, closingPrices(state.marks, cutoff.day))
  const now = standingsNow(state, unrealized, gaps)
  const changed = now.map((standings, i) => before && changedRows(defined(before.standings[i]), standings))
  const ranked = now.map((standings, i) => ({ standings, changed: changed[i] ?? null }))
  const gapsBefore = dayBefore && (await gapTraders(sql, cutoff.day * DAY_SECONDS - 1))
  return {
    cutoff,
    lease,
    state,
    before,
    dayBefore,
    closing,
    changed,
    gaps,
    counted,
    standings: {
      now,
      dayBefore: dayBefore && gapsBefore && standingsBefore(state, dayBefore, gapsBefore),
    },
    shown: await shownRows(sources, state, ranked, unrealized),
    views: cutoff.asOf === null ? await viewsAt(sql, cutoff.time) : [],
  }
}

/** Counts all traders; for the newest event also up to a closed day that is missing, and for the boards that are asked. */
async function loadAll(
  sources: Sources,
  begun: News,
  { asOf, delay, tops }: Making,
  progress: (done: number, total: number) => void,
): Promise<Loaded & { counted: number }> {
  const { cutoff } = begun
  let counted = 0
  const missing = asOf === null ? await closedDayMissing(sources.sql, cutoff, delay) : null
  const loaded = await loadState(sources, begun, {
    closed: missing === null ? null : await readCutoff(sources.sql, missing),
    tops: asOf === null && tops !== null ? topsBefore(tops.asked, cutoff) : null,
    onTraders(done, total) {
      counted = done
      progress(done, total)
    },
  })
  return { ...loaded, counted }
}

/** Blocks may have been taken back since the boards were asked for: days that the ledger does not have or has not closed are skipped. */
function topsBefore(asked: TopsAsked, { firstDay, day: last }: Cutoff): TopsAsked | null {
  const isClosed = (day: Day) => day >= firstDay && day < last
  const days = asked.days.filter(isClosed)
  return days.length === 0 ? null : { ...asked, days, skilledOn: asked.skilledOn?.filter(isClosed) ?? [] }
}

/**
 * The state that is held, at the cutoff; null where everything is to be read: the state is not of the newest snapshot, or of an
 * earlier day than yesterday, what changed since was not kept, or a pass over all traders is due for something else.
 */
async function goOn(
  sources: Sources,
  { state, snapshot }: Held,
  news: News,
  { delay, tops }: Making,
): Promise<Updated | null> {
  const { sql } = sources
  const { cutoff } = news
  if (cutoff.firstDay !== state.cutoff.firstDay) return null
  const newest = await newestHead(sql)
  if (newest?.id !== snapshot || !(await isReadable(sql, state.cutoff.version))) return null
  if (cutoff.day === state.cutoff.day) return updateState(sources, state, news)
  if (cutoff.day !== state.cutoff.day + 1 || (tops && topsBefore(tops.asked, cutoff))) return null
  if ((await closedDayMissing(sql, cutoff, delay)) !== null) return null
  return moveToNextDay(sources, state, news)
}

/** @param counted traders that were counted; null if the answer was there already */
function resultOf(
  { id, traders, boards }: PublishedSnapshot,
  counted: number | null,
  clock: PhaseClock,
): RefreshResult {
  return {
    snapshot: id,
    traders,
    boards,
    computed: counted ?? 0,
    seconds: clock.seconds(),
    phases: clock.phases,
    unchanged: counted === null,
  }
}
