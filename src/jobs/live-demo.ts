import { FIRST_LIVE_BLOCK, LIVE_START, type LiveStep, liveWorld } from '../../seeds/world/live-world.ts'
import type { WorldOptions } from '../../seeds/world/world-options.ts'
import type { Clock } from '../clock.ts'
import { COHORTS } from '../cohorts/cohorts.ts'
import type { SourceRecord } from '../ledger/event.ts'
import { type Address, type Day, dayOf, type Seconds, weekStart } from '../ledger/quantities.ts'
import { ingestRecords } from '../sources/files/ingest.ts'
import type { Database } from '../store/engine/database.ts'
import type { StoreAddress } from '../store/engine/store-address.ts'
import { createLedgerWriter } from '../store/ingest/ledger-writer.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import { readWeekMembers } from '../store/smart-money/week-members.ts'
import type { JobContext } from './job-context.ts'
import { publishSteadily } from './publish-steadily.ts'
import { retractNews } from './retract-news.ts'
import { watchWhales } from './watch-whales.ts'

/** How the demo's market goes on. */
export interface LiveDemoOptions {
  /** Where the store is, for the thread that publishes. */
  address: StoreAddress
  /** Seconds of the demo in one of ours. */
  speed: number
  /** The world's hours in one of our minutes: the more, the more happens. @default 1 */
  pace?: number
  /** The past. @default the demo's */
  world?: WorldOptions
  /** Milliseconds between two looks at what has happened. @default 1000 */
  everyMs?: number
}

/** A demo whose market goes on. */
export interface LiveDemo {
  /** The time in the demo. */
  clock: Clock
  /** Ends it, behind what is under way. */
  end(): Promise<void>
}

const RADAR_COHORTS = COHORTS.flatMap(({ id, isRadar }) => (isRadar ? id : []))
const PUBLISH_MS = 20_000
/** A machine that slept does not make up for it. */
const LONGEST_STEP_MS = 5_000

/**
 * Takes back what happened in the demo's market since its start: each start goes on from the same past.
 * @returns how many events went; the next snapshot is without them
 */
export async function undoLiveDemo(context: JobContext, db: Database): Promise<number> {
  const { lastBlock } = await readLedgerState(db)
  if (lastBlock === null || lastBlock < FIRST_LIVE_BLOCK) return 0
  // What is taken back must have been looked at.
  await watchWhales(context, db)
  return createLedgerWriter(db).undo(FIRST_LIVE_BLOCK, (tx) => retractNews(tx, FIRST_LIVE_BLOCK))
}

/**
 * Has the demo's market go on in real time: events every second or two, large trades of those who cause alerts every
 * minute or two, a snapshot every 20 seconds. A failure is a line, and the next look writes what this one has not.
 */
export async function startLiveDemo(
  { env, screen }: JobContext,
  db: Database,
  { address, speed, pace = 1, world, everyMs = 1_000 }: LiveDemoOptions,
): Promise<LiveDemo> {
  // Nobody wants to read of each block of a market that goes on for hours.
  const quiet: JobContext = { env, screen: { ...screen, note: () => undefined } }
  let whales: readonly Address[] = []
  let week: Day | null = null
  const steps = liveWorld({ hourSeconds: (60 * speed) / pace, whales: () => whales, ...(world && { world }) })
  const publisher = publishSteadily(quiet, db, { address, everyMs: PUBLISH_MS, seal: false })
  let now = LIVE_START as number
  // The past is simulated here, before anything is answered.
  let upcoming: LiveStep | undefined = steps.next().value as LiveStep
  /** What has happened and is not in the ledger yet. */
  let due: SourceRecord[] = []
  const take = (upTo: Seconds) => {
    for (;;) {
      upcoming ??= steps.next().value as LiveStep
      if (upcoming.time > upTo) return
      due.push(...upcoming.records)
      upcoming = undefined
    }
  }
  /** Whose large trades cause alerts changes with the week, once its cohorts are fixed. */
  const meetWhales = async (day: Day) => {
    if (week === weekStart(day)) return
    const members = await readWeekMembers(db, RADAR_COHORTS, weekStart(day))
    if (members.length === 0) return
    whales = [...new Set(members.map(({ address }) => address))].sort()
    week = weekStart(day)
  }
  const look = async () => {
    take(Math.floor(now))
    if (due.length === 0) return
    await ingestRecords(db, due, { simulated: true })
    due = []
    publisher.soon()
    await watchWhales(quiet, db, { now: Math.floor(now) })
    await meetWhales(dayOf(now))
  }
  let running: Promise<void> | null = null
  let last = performance.now()
  const timer = setInterval(() => {
    const passed = Math.min(performance.now() - last, LONGEST_STEP_MS)
    last = performance.now()
    now += (passed / 1_000) * speed
    running ??= look()
      .catch((error: unknown) => screen.warn(`The demo was interrupted: ${String(error)}`))
      .finally(() => {
        running = null
      })
  }, everyMs)
  return {
    clock: () => Math.floor(now),
    async end() {
      clearInterval(timer)
      await running
      await publisher.end()
    },
  }
}
