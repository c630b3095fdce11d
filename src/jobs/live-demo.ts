import { FIRST_LIVE_BLOCK, type LiveStep, liveWorld, PAST_END } from '../../seeds/world/live-world.ts'
import type { WorldOptions } from '../../seeds/world/world-options.ts'
import type { Clock } from '../clock.ts'
import { readWeekMembers } from '../cohorts/cohort-weeks.ts'
import { COHORTS } from '../cohorts/cohorts.ts'
import { loadConfig } from '../config/config.ts'
import { dropMessages } from '../delivery/outbox-messages.ts'
import { SET_BACK_FOLLOWS } from '../follows/followers.ts'
import type { SourceRecord } from '../ledger/event.ts'
import { type Address, type Day, dayOf, type Seconds, weekStart } from '../ledger/quantities.ts'
import { createReader } from '../numbers/profiles/create-reader.ts'
import { ingestRecords } from '../sources/files/ingest.ts'
import type { Database, StoreAddress } from '../store/engine/database.ts'
import { createLedgerWriter } from '../store/ingest/ledger-writer.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import { partOf } from '../store/snapshot/snapshot-tables.ts'
import type { JobContext } from './job-context.ts'
import { retractNews, watchWhales } from './news.ts'
import { publishSteadily } from './publish-steadily.ts'

export interface LiveDemoOptions {
  /** The store's address, for the publishing thread. */
  address: StoreAddress
  /** Demo seconds per real second. */
  speed: number
  /** The world's hours per demo minute; more of them make more events. @default 1 */
  pace?: number
  /** The past. @default the demo's */
  world?: WorldOptions
  /** Milliseconds between two polls for new events. @default 1000 */
  everyMs?: number
  /** Minimum milliseconds from one snapshot to the next. @default 20000 */
  publishMs?: number
}

export interface DemoTimes {
  /** When its market resumes. */
  resumes: Seconds
  /** The time of its clock when it is first served: the first part of the delay since the market resumed is public. */
  starts: Seconds
}

/** Seconds of the market that are simulated before the demo is served: an hour of delay, and its sixth. */
const LONGEST_LEAD = 4_200

/**
 * Callers without Pro see the demo's market as of a delay ago. So a start simulates the time since: from the end of the past on where
 * the delay is at most an hour, and the same 70 minutes, later, where it is longer.
 */
export function demoTimes(delayMinutes: number): DemoTimes {
  const delay = 60 * delayMinutes
  const lead = delay + partOf(delay)
  const starts = PAST_END + lead
  return { resumes: starts - Math.min(lead, LONGEST_LEAD), starts }
}

export interface LiveDemo {
  clock: Clock
  /** Ends it, after the running step. */
  end(): Promise<void>
}

const RADAR_COHORTS = COHORTS.flatMap(({ id, isRadar }) => (isRadar ? id : []))
/** A computer that slept does not catch up. */
const LONGEST_STEP_MS = 5_000

/**
 * Removes the events of the demo's market since its start with the messages about them, so that each start resumes from the same past.
 * @returns the number of removed events; the next snapshot is without them
 */
export async function undoLiveDemo(context: JobContext, db: Database): Promise<number> {
  const { lastBlock } = await readLedgerState(db)
  if (lastBlock === null || lastBlock < FIRST_LIVE_BLOCK) return 0
  // Alerts must be detected before their fills are removed.
  await watchWhales(context, db)
  const { starts } = demoTimes(loadConfig(context.env).whaleDelayMinutes)
  return createLedgerWriter(db).undo(FIRST_LIVE_BLOCK, async (tx, block) => {
    await retractNews(tx, block)
    // Their times are those of the clock before, which may be later than the new one.
    await dropMessages(tx)
    await SET_BACK_FOLLOWS.run(tx, { to: starts })
  })
}

/** Seconds between two looks at who leads. */
const LOOK_SECONDS = 60
/** Boards whose first traders trade often. */
const LED = ['pnl-7d', 'pnl-30d', 'pnl-all']

/** The first two traders of each of those boards, for the second may soon lead; none before there is a snapshot. */
async function firstTraders(db: Database): Promise<Address[]> {
  const reader = createReader(db)
  const snapshot = await reader.current()
  if (snapshot === null) return []
  const orders = await Promise.all(LED.map((board) => reader.order(snapshot, board)))
  const first = orders.flatMap((order) => [...(order?.traders.slice(0, 2) ?? [])])
  const traders = await reader.tradersById([...new Set(first)])
  return [...traders.values()].map(({ address }) => address).sort()
}

/**
 * Runs the demo's market in real time: events every second or two, large trades by traders with alerts every minute or
 * two, those of leaders twice a minute, a snapshot every 20 seconds. A failure prints a line, and the next step writes the events that this one did not.
 * Before it resolves it runs the market up to the start of its clock, with a snapshot for each sixth of the delay.
 */
export async function startLiveDemo(
  { env, screen }: JobContext,
  db: Database,
  { address, speed, pace = 1, world, everyMs = 1_000, publishMs = 20_000 }: LiveDemoOptions,
): Promise<LiveDemo> {
  // A line for each block of a market that runs for hours would only fill the screen.
  const quiet: JobContext = { env, screen: { ...screen, note: () => undefined } }
  let whales: readonly Address[] = []
  /** Leaders of the last hours, with when each last led: free accounts see boards of an hour ago. */
  let leaders: readonly { address: Address; led: Seconds }[] = []
  let looked = 0
  let week: Day | null = null
  const delayMinutes = loadConfig(env).whaleDelayMinutes
  const { resumes, starts } = demoTimes(delayMinutes)
  const steps = liveWorld({
    hourSeconds: (60 * speed) / pace,
    from: resumes,
    whales: () => whales,
    leaders: () => leaders.map(({ address }) => address).sort(),
    ...(world && { world }),
  })
  const publisher = publishSteadily(quiet, db, {
    address,
    delayMinutes,
    everyMs: publishMs,
    seal: false,
  })
  let now = starts as number
  // Simulates the past here, before any request is answered.
  let upcoming: LiveStep | undefined = steps.next().value as LiveStep
  /** Events that are not in the ledger yet. */
  let due: SourceRecord[] = []
  const take = (upTo: Seconds) => {
    for (;;) {
      upcoming ??= steps.next().value as LiveStep
      if (upcoming.time > upTo) return
      due.push(...upcoming.records)
      upcoming = undefined
    }
  }
  /** The traders with alerts change with the week, once its cohorts are fixed. */
  const meetWhales = async (day: Day) => {
    if (week === weekStart(day)) return
    const members = await readWeekMembers(db, RADAR_COHORTS, weekStart(day))
    if (members.length === 0) return
    whales = [...new Set(members.map(({ address }) => address))].sort()
    week = weekStart(day)
  }
  const meetLeaders = async (upTo: Seconds) => {
    if (upTo < looked + LOOK_SECONDS) return
    looked = upTo
    const first = await firstTraders(db)
    const earlier = leaders.filter(
      ({ address, led }) => led >= upTo - LONGEST_LEAD - 60 * delayMinutes && !first.includes(address),
    )
    leaders = [...earlier, ...first.map((address) => ({ address, led: upTo }))]
  }
  const write = async (upTo: Seconds) => {
    take(upTo)
    if (due.length === 0) return false
    await ingestRecords(db, due, { simulated: true })
    due = []
    await watchWhales(quiet, db, { now: upTo })
    await meetWhales(dayOf(upTo))
    return true
  }
  const look = (upTo: Seconds) =>
    write(upTo).catch((error: unknown) => {
      screen.warn(`The demo was interrupted: ${String(error)}`)
      return false
    })
  const part = partOf(60 * delayMinutes)
  for (let end = resumes + part; end < starts; end += part) {
    await meetLeaders(end - part)
    await look(end - 1)
    await publisher.now()
  }
  await meetLeaders(starts - part)
  await look(starts - 1)
  await publisher.now()
  let running: Promise<void> | null = null
  let last = performance.now()
  const timer = setInterval(() => {
    const passed = Math.min(performance.now() - last, LONGEST_STEP_MS)
    last = performance.now()
    now += (passed / 1_000) * speed
    running ??= look(Math.floor(now)).then(async (isNew) => {
      if (isNew) publisher.soon()
      await meetLeaders(Math.floor(now)).catch(() => undefined)
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
