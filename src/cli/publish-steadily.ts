import { refresh } from '../refresh/refresh.ts'
import type { Database } from '../store/database.ts'
import type { CommandContext } from './command-context.ts'
import { noteSignals } from './note-signals.ts'
import { sealWhenDue } from './seal.ts'

/** Segments that are sealed behind a snapshot at most: the next snapshot does not wait for a long past. */
const SEGMENTS_A_SNAPSHOT = 4

/** Publishes snapshots while a ledger grows. */
export interface Publisher {
  /** Publishes now, or as soon as the last time is long enough ago. */
  soon(): void
  /** Publishes what is left, and no more after it. */
  end(): Promise<void>
}

/**
 * Publishes snapshots at a steady pace, whether blocks come fast or not at all. A snapshot that fails is told of in
 * one line, and the next one tries again: the ledger goes on meanwhile.
 * @param everyMs milliseconds from the start of one snapshot to that of the next, at least
 */
export function publishSteadily(context: CommandContext, db: Database, everyMs: number): Publisher {
  let timer: NodeJS.Timeout | null = null
  let last = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()

  const once = async () => {
    try {
      if (!(await hasEvents(db))) return
      const { traders, seconds, unchanged } = await refresh(db)
      if (!unchanged)
        context.screen.note(`Published ${traders.toLocaleString('en')} traders in ${seconds.toFixed(1)} s.`)
      await noteSignals(context, db)
    } catch (error) {
      context.screen.warn(`Nothing was published: ${error instanceof Error ? error.message : String(error)}`)
    }
    await sealWhenDue(context, db, { maxSegments: SEGMENTS_A_SNAPSHOT })
  }
  const publish = () => {
    timer = null
    last = performance.now()
    running = running.then(once)
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
    },
  }
}

/** The first blocks of a following may hold nothing of the venue's: there is nothing to publish yet. */
async function hasEvents(db: Database): Promise<boolean> {
  return (await db.get('SELECT id FROM ledger_state WHERE fills + movements > 0')) !== undefined
}
