import { DAY_SECONDS, type Day } from '../../ledger/quantities.ts'
import { type HeadView, viewsAt } from '../../smart-money/write-head-views.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ingest/ledger-state.ts'
import { gapTraders } from '../../store/ledger/gap-traders.ts'
import { foldLoaded } from '../../store/load/fold-loaded.ts'
import { isReadable, pinNow } from '../../store/past/pin.ts'
import type { Standings } from '../../store/snapshot/standings.ts'
import { dropUnnamedColumns, type WrittenColumns } from '../../store/snapshot/write-columns.ts'
import { type Cutoff, readCutoff } from '../boards/cutoff.ts'
import { updateBehaviour } from '../days/update-behaviour.ts'
import { readWorldLabels } from '../inputs/world-labels.ts'
import { closingPrices } from './closing-prices.ts'
import { loadPresent } from './load-present.ts'
import { createPhaseClock, type PhaseClock } from './phase-clock.ts'
import type { DayBefore, Present } from './present.ts'
import type { RefreshOptions, RefreshResult } from './refresh.ts'
import { findPublished, type PublishedSnapshot } from './snapshot-ids.ts'
import { standingsBefore, standingsNow, unrealizedAt } from './standings-of.ts'
import { type News, updatePresent } from './update-present.ts'
import { writeSnapshot } from './write-snapshot.ts'

/** Publishes snapshots one after the other, and keeps in memory what moves from one to the next. */
export interface Publisher {
  /**
   * Publishes what the ledger holds, where that is not published yet.
   * @throws PequodError SERVICE_UNAVAILABLE where the ledger holds no events, BAD_USER_INPUT where it begins after `asOf`
   */
  publish(options?: RefreshOptions): Promise<RefreshResult>
}

/** What one publication is made from: all of one moment of the ledger. */
export interface Publication {
  cutoff: Cutoff
  present: Present
  /** Null where what the day before told is written already. */
  dayBefore: DayBefore | null
  /** What is written of it. */
  keptDayBefore: readonly WrittenColumns[]
  standings: { now: Standings[]; dayBefore: Standings[] | null }
  gaps: ReadonlySet<number>
  views: readonly HeadView[]
  /** Traders that were counted. */
  counted: number
}

/** The present as the newest head snapshot was published from it. */
interface Held {
  present: Present
  snapshot: number
  dayBefore: readonly WrittenColumns[]
}

/** How often it is tried to read the ledger at the moment up to which behaviour is known. */
const TRIES = 5

/** A publisher that knows nothing yet: it reads everything before it publishes for the first time. */
export function createPublisher(db: Database): Publisher {
  let held: Held | null = null
  return {
    async publish(options = {}) {
      // A load that was stopped left fills in no position.
      await foldLoaded(db)
      const clock = createPhaseClock(options.onPhase ?? (() => undefined))
      const asOf = options.asOf ?? null
      const isFull = options.full === true
      const published = isFull ? null : await findPublished(db, await readCutoff(db, asOf))
      if (published) {
        // Who published it may have been killed before this.
        await dropUnnamedColumns(db)
        return resultOf(published, null, clock)
      }
      let known = asOf === null && !isFull ? held : null
      // What is half counted is worth nothing: a publication that fails leaves nothing in memory.
      if (asOf === null) held = null
      let since = Number.POSITIVE_INFINITY
      const beginNow = async (tx: Sql) => {
        const begun = await begin(tx, asOf, known?.present ?? null)
        since = Math.min(since, begun.since)
        return { ...begun, since }
      }
      for (let tries = 1; ; tries++) {
        const begun = await clock.run('behaviour', () => db.transaction(beginNow))
        const made =
          tries < TRIES
            ? await db.view((sql) => makeOfSameMoment(sql, begun, known, clock))
            : await db.transaction(async (tx) => makePublication(tx, await beginNow(tx), known, clock))
        // Others wrote in between: what is known of behaviour is of before.
        if (made === null) continue
        const snapshot = await clock.run('publish', async () => {
          const written = await writeSnapshot(db, made, isFull)
          await dropUnnamedColumns(db)
          return written
        })
        if (snapshot === null) {
          // So many others have published that nothing is left of the snapshot that this one goes on from.
          known = null
          continue
        }
        // Another process may have been quicker.
        if (snapshot.isThere) return resultOf(snapshot, null, clock)
        if (asOf === null) {
          made.present.freshSkills.clear()
          held = { present: made.present, snapshot: snapshot.id, dayBefore: snapshot.dayBefore }
          // After the commit: the snapshot counts these traders' changes, and nothing waits for this.
          await db.run('DELETE FROM touched_traders WHERE version <= ?', [made.cutoff.version])
        }
        return resultOf(snapshot, made.counted, clock)
      }
    },
  }
}

/**
 * Brings the days of behaviour up to the ledger, and has the ledger's rows kept as they are now, in one short transaction
 * that other writers wait for.
 */
async function begin(tx: Sql, asOf: Day | null, known: Present | null): Promise<News> {
  await readLedgerState(tx, true)
  const cutoff = await readCutoff(tx, asOf)
  const rows = await tx.all<{ trader: number; since: number }>(
    'SELECT trader_id AS trader, since FROM touched_traders',
  )
  const changed = await tx.get<{ since: number | null }>('SELECT MIN(since) AS since FROM ledger_changes')
  const first = changed?.since ?? Number.POSITIVE_INFINITY
  const state = await tx.get<{ meanings: number }>('SELECT meanings FROM ledger_state WHERE id = 1')
  const meanings = state?.meanings ?? 0
  await updateBehaviour(tx, cutoff)
  const labels = known?.meanings === meanings ? known.labels : await readWorldLabels(tx)
  await pinNow(tx, cutoff.day)
  const touched = rows.map(({ trader }) => trader)
  return {
    cutoff,
    labels,
    meanings,
    touched,
    since: rows.reduce((least, row) => Math.min(least, row.since), first),
  }
}

/** Null where the ledger has moved on since the beginning. */
async function makeOfSameMoment(
  sql: Sql,
  begun: News,
  held: Held | null,
  clock: PhaseClock,
): Promise<Publication | null> {
  const { version } = await readLedgerState(sql)
  return version === begun.cutoff.version ? makePublication(sql, begun, held, clock) : null
}

async function makePublication(
  sql: Sql,
  begun: News,
  held: Held | null,
  clock: PhaseClock,
): Promise<Publication> {
  const { cutoff } = begun
  const updated = await clock.run('changes', async () =>
    held !== null && (await goesOn(sql, held, begun)) ? updatePresent(sql, held.present, begun) : null,
  )
  const { present, counted, isLate } =
    updated ?? (await clock.run('traders', (progress) => loadAll(sql, begun, progress)))
  const dayBefore = isLate ? present.dayBefore : null
  const keptDayBefore = isLate ? [] : (held?.dayBefore ?? [])
  return clock.run('boards', async () => {
    const gaps = await gapTraders(sql, cutoff.time)
    const unrealized = unrealizedAt(present, closingPrices(present.marks, cutoff.day))
    const gapsBefore = dayBefore && (await gapTraders(sql, cutoff.day * DAY_SECONDS - 1))
    return {
      ...{ cutoff, present, dayBefore, keptDayBefore, gaps, counted },
      standings: {
        now: standingsNow(present, unrealized, gaps),
        dayBefore: dayBefore && gapsBefore && standingsBefore(present, dayBefore, gapsBefore),
      },
      views: cutoff.asOf === null ? await viewsAt(sql, cutoff.time) : [],
    }
  })
}

async function loadAll(sql: Sql, begun: News, progress: (done: number) => void) {
  let counted = 0
  const present = await loadPresent(sql, begun, (done) => {
    counted = done
    progress(done)
  })
  return { present, counted, isLate: true }
}

/** True where the snapshot that is held is of the same day, still the newest, and what changed since was kept. */
async function goesOn(sql: Sql, { present, snapshot }: Held, { cutoff }: News): Promise<boolean> {
  if (cutoff.day !== present.cutoff.day || cutoff.firstDay !== present.cutoff.firstDay) return false
  const newest = await sql.get<{ id: number }>('SELECT MAX(id) AS id FROM snapshots WHERE as_of IS NULL')
  return newest?.id === snapshot && (await isReadable(sql, present.cutoff.version))
}

/** @param counted traders that were counted; null where the answer was there already */
function resultOf(
  { id, traders, boards }: PublishedSnapshot,
  counted: number | null,
  clock: PhaseClock,
): RefreshResult {
  return {
    ...{ snapshot: id, traders, boards },
    computed: counted ?? 0,
    seconds: clock.seconds(),
    phases: clock.phases,
    unchanged: counted === null,
  }
}
