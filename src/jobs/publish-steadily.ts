import { openPublisher } from '../refresh/publish/open-publisher.ts'
import type { Database } from '../store/engine/database.ts'
import type { StoreAddress } from '../store/engine/store-address.ts'
import { holdsEvents } from '../store/ledger/ledger-state.ts'
import { NOTHING_SEALED } from '../store/ledger/seal-ledger.ts'
import type { JobContext } from './job-context.ts'
import { sealWhenDue } from './seal-when-due.ts'
import { writeWeeklySignals } from './write-weekly-signals.ts'

/** How snapshots are published. */
export interface PublishOptions {
  /** Where the thread that publishes finds the store. */
  address: StoreAddress
  /** Milliseconds from the start of one snapshot to that of the next, at least. */
  everyMs: number
  /** Rows of a part that is sealed. @default 40000 */
  partRows?: number
  /** Seal behind a snapshot what is settled. @default true */
  seal?: boolean
}

/** Publishes snapshots while a ledger grows. */
export interface Publisher {
  /** Publishes now, or as soon as the last time is long enough ago. */
  soon(): void
  /** Publishes what is left, and no more after it. */
  end(): Promise<void>
}

/**
 * Publishes snapshots at a steady pace, whether blocks come fast or not at all. A snapshot that fails is reported in
 * one line, and the next one tries again: the ledger goes on meanwhile. Behind a snapshot what is settled is sealed, however
 * much that is; the next snapshot does not wait for it.
 */
export function publishSteadily(
  context: JobContext,
  db: Database,
  { address, everyMs, seal: seals = true, partRows }: PublishOptions,
): Publisher {
  let timer: NodeJS.Timeout | null = null
  let last = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let sealing: Promise<void> | null = null
  let isEnding = false
  const publisher = openPublisher(address)

  const once = async () => {
    try {
      if (!(await hasEvents(db))) return
      const { traders, seconds, unchanged } = await publisher.publish()
      if (!unchanged)
        context.screen.note(`Published ${traders.toLocaleString('en')} traders in ${seconds.toFixed(1)} s.`)
      await writeWeeklySignals(context, db)
    } catch (error) {
      context.screen.warn(
        `No snapshot was published: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  /** A long past takes hours. */
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
  }
  return {
    soon() {
      timer ??= setTimeout(publish, Math.max(0, last + everyMs - performance.now()))
    },
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

/** The first blocks of a following may hold nothing of the venue's: there is nothing to publish yet. */
async function hasEvents(db: Database): Promise<boolean> {
  return holdsEvents(db)
}
