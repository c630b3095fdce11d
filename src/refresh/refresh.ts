import { DAY_SECONDS, type Day } from '../ledger/quantities.ts'
import { writeViewsOf } from '../smart-money/write-head-views.ts'
import type { Database, Sql } from '../store/database.ts'
import { gapTraders } from '../store/gap-traders.ts'
import { foldLoaded } from '../store/load/fold-loaded.ts'
import { writeSnapshotGaps } from '../store/snapshot-gaps.ts'
import { SNAPSHOTS } from '../store/snapshot-tables.ts'
import { readBasis, writeBasis } from './basis.ts'
import { buildMarks } from './build-marks.ts'
import type { World } from './compute-trader.ts'
import { computeTraders, type TradersComputed } from './compute-traders.ts'
import { type Cutoff, readCutoff } from './cutoff.ts'
import { createDailyCloser } from './daily-closes.ts'
import { momentsOf } from './moments.ts'
import { onPinnedLedger } from './on-pinned-ledger.ts'
import { createPhaseClock, type Phase, type PhaseClock, type TimedPhase } from './phase-clock.ts'
import { readPriceDays } from './read-price-days.ts'
import { readPrints } from './read-prints.ts'
import { readTokenFacts } from './read-token-facts.ts'
import { snapshotGapsOf } from './snapshot-gaps-of.ts'
import { dropOldSnapshots, findPublished, nextSnapshotId, type PublishedSnapshot } from './snapshot-ids.ts'
import { readTraderOrder } from './trader-order.ts'
import { tradersToCompute } from './traders-to-compute.ts'
import { updateBehaviour } from './update-behaviour.ts'
import { readWorldLabels } from './world-labels.ts'
import { writeBoards } from './write-boards.ts'
import { writeSharedAnalytics } from './write-shared-analytics.ts'

/** How a refresh is run. */
export interface RefreshOptions {
  /** Computes the answer as of this day's close beside the newest one. @default the newest event */
  asOf?: Day
  /**
   * Computes everyone again, even where the ledger has not changed, instead of only those whose numbers can differ
   * from the newest snapshot's. The answer is the same. @default false
   */
  full?: boolean
  /** Told of each part's progress. @default nobody */
  onPhase?: (phase: Phase) => void
}

/** What a refresh did. */
export interface RefreshResult {
  /** The snapshot that tells the answer, whether new or already there. */
  snapshot: number | null
  /** Traders with at least one event. */
  traders: number
  boards: number
  /** Traders that were computed; the others' numbers stayed what they were. */
  computed: number
  seconds: number
  phases: readonly TimedPhase[]
  /** True where the ledger has not changed since that snapshot: nothing was computed. */
  unchanged: boolean
}

/**
 * Computes one immutable snapshot of everything from the ledger's fact grain, and publishes it. All is read and
 * written in one transaction that sees one state of the ledger; readers see the snapshot before, or this one whole.
 * @throws PequodError SERVICE_UNAVAILABLE where the ledger holds no events, BAD_USER_INPUT where it begins after `asOf`
 */
export async function refresh(db: Database, options: RefreshOptions = {}): Promise<RefreshResult> {
  // A load that was stopped left fills in no position.
  await foldLoaded(db)
  const clock = createPhaseClock(options.onPhase ?? (() => undefined))
  const outcome = await onPinnedLedger(db, async (tx) => {
    const cutoff = await readCutoff(tx, options.asOf ?? null)
    const published = options.full ? null : await findPublished(tx, cutoff)
    if (published) return { cutoff, published, computed: 0, unchanged: true }
    const isFull = options.full === true || cutoff.asOf !== null
    return { cutoff, ...(await publish(tx, cutoff, isFull, clock)), unchanged: false }
  })
  const { cutoff, published, computed, unchanged } = outcome
  // After the commit: the snapshot counts these traders' changes, and nothing waits for this.
  if (cutoff.asOf === null) await db.run('DELETE FROM touched_traders WHERE version <= ?', [cutoff.version])
  const { id, traders, boards } = published
  return {
    snapshot: id,
    traders,
    boards,
    computed,
    seconds: clock.seconds(),
    phases: clock.phases,
    unchanged,
  }
}

async function publish(
  tx: Sql,
  cutoff: Cutoff,
  isFull: boolean,
  clock: PhaseClock,
): Promise<{ published: PublishedSnapshot; computed: number }> {
  const id = await nextSnapshotId(tx, cutoff)
  const order = await clock.run('order', () => readTraderOrder(tx))
  const world = await clock.run('marks', () => readWorld(tx, cutoff))
  const reseen = await clock.run('behaviour', () => updateBehaviour(tx, cutoff))
  const { prints, toCompute } = await clock.run('changes', async () => {
    const prints = await readPrints(tx, world, cutoff)
    const basis = isFull ? null : await readBasis(tx)
    return { prints, toCompute: await tradersToCompute(tx, cutoff, world, order, prints, basis, reseen) }
  })
  let done = 0
  const traders = await clock.run('traders', (progress) =>
    computeTraders(tx, id, world, order, toCompute, (count) => {
      done = count
      progress(count)
    }),
  )
  const { standings, figures } = traders
  const { basis } = toCompute
  const gaps = {
    now: await gapTraders(tx, cutoff.time),
    dayBefore: await gapTraders(tx, cutoff.day * DAY_SECONDS - 1),
  }
  // Before the ledger's first day nobody stood anywhere: there are no ranks to compare with.
  const sources = {
    standings,
    figures,
    order,
    known: basis?.orders ?? null,
    hasDayBefore: cutoff.day > cutoff.firstDay,
    day: cutoff.day,
    gaps,
  }
  const orders = await clock.run('boards', (progress) => writeBoards(tx, id, sources, progress))
  await clock.run('analytics', () => writeSharedAnalytics(tx, id, traders))
  await clock.run('publish', async () => {
    await writeSnapshot(tx, id, cutoff, traders)
    await writeSnapshotGaps(tx, id, await snapshotGapsOf(tx, gaps.now, traders, cutoff.asOf === null))
    if (cutoff.asOf === null) await writeViewsOf(tx, id, cutoff.time)
    if (cutoff.asOf === null) await writeBasis(tx, id, { prints, standings, orders, figures }, basis)
    await dropOldSnapshots(tx, id, cutoff)
  })
  return { published: { id, traders: traders.traders, boards: orders.now.size }, computed: done }
}

async function readWorld(tx: Sql, cutoff: Cutoff): Promise<World> {
  const facts = await readTokenFacts(tx, cutoff.day)
  const labels = await readWorldLabels(tx)
  const marks = buildMarks(facts, await readPriceDays(tx, facts.condition.length, cutoff.day))
  return {
    marks,
    moments: momentsOf(cutoff.day),
    closesOf: createDailyCloser(marks, cutoff.firstDay, cutoff.day),
    labels,
  }
}

async function writeSnapshot(tx: Sql, id: number, cutoff: Cutoff, computed: TradersComputed): Promise<void> {
  const row = {
    id: [id],
    as_of: [cutoff.asOf],
    cutoff_time: [cutoff.time],
    cutoff_block: [cutoff.block],
    first_day: [cutoff.firstDay],
    generated_at: [Math.floor(Date.now() / 1000)],
    ledger_version: [cutoff.version],
    traders: [computed.traders],
    partial_traders: [computed.partialTraders],
    events: [cutoff.events],
  }
  await tx.upsert(SNAPSHOTS, row, 1)
}
