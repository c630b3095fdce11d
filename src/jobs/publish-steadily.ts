import { countText } from '../formats.ts'
import { openPublisher } from '../numbers/publish/refresh.ts'
import type { Database, StoreAddress } from '../store/engine/database.ts'
import { holdsEvents } from '../store/ledger/ledger-state.ts'
import { NOTHING_SEALED } from '../store/ledger/seal-ledger.ts'
import type { JobContext } from './job-context.ts'
import { writeWeeklySignals } from './news.ts'
import { addExamples } from './run-lab.ts'
import { sealWhenDue } from './seal-when-due.ts'

export interface PublishOptions {
  /** The store's address, for the publishing thread. */
  address: StoreAddress
  /** Minutes after which a snapshot becomes public. */
  delayMinutes: number
  /** Minimum milliseconds from the start of one snapshot to the start of the next. */
  everyMs: number
  /** Rows of a sealed part. @default 40000 */
  partRows?: number
  /** Seal settled fills after a snapshot. @default true */
  seal?: boolean
}

export interface Publisher {
  /** Publishes immediately, or once the minimum interval has passed. */
  soon(): void
  /** Publishes and waits for it. */
  now(): Promise<void>
  /** Publishes unpublished events, then stops. */
  end(): Promise<void>
}

/**
 * Publishes snapshots at a steady pace, however fast blocks arrive. A failed snapshot is reported in one line, and the
 * next one tries again, while the ledger continues. After a snapshot all settled fills are sealed; the next snapshot
 * does not wait for that.
 */
export function publishSteadily(
  context: JobContext,
  db: Database,
  { address, delayMinutes, everyMs, seal: seals = true, partRows }: PublishOptions,
): Publisher {
  let timer: NodeJS.Timeout | null = null
  let last = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let sealing: Promise<void> | null = null
  let isEnding = false
  const publisher = openPublisher({ address, delayMinutes })

  const once = async () => {
    try {
      if (!(await hasEvents(db))) return
      const { traders, seconds, unchanged } = await publisher.publish()
      if (!unchanged)
        context.screen.note(`Published ${countText(traders)} traders in ${seconds.toFixed(1)} s.`)
      await writeWeeklySignals(context, db)
      await addExamples(db, delayMinutes)
    } catch (error) {
      context.screen.warn(
        `No snapshot was published: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  /** Sealing a long past takes hours. */
  const seal = async () => {
    await sealWhenDue(context, db, {
      partRows,
      seal: async (options) => (isEnding ? NOTHING_SEALED : publisher.seal(options)),
    })
    sealing = null
  }
  const publish = () => {
    timer = null
    last = performance.now()
    running = running.then(once)
    if (seals) sealing ??= running.then(seal)
    return running
  }
  return {
    soon() {
      timer ??= setTimeout(publish, Math.max(0, last + everyMs - performance.now()))
    },
    now: publish,
    async end() {
      if (timer !== null) {
        clearTimeout(timer)
        publish()
      }
      await running
      isEnding = true
      await publisher.close()
      await sealing
    },
  }
}

/** The first followed blocks may hold no event of the venue, so there is nothing to publish yet. */
async function hasEvents(db: Database): Promise<boolean> {
  return holdsEvents(db)
}
