import { loadConfig } from '../config.ts'
import { refresh } from '../refresh/refresh.ts'
import { followChain } from '../sources/ingest-chain.ts'
import type { Database } from '../store/database.ts'
import { chainOptions, endSignal, newestBlock, openNode } from './chain-node.ts'
import type { CommandContext } from './command-context.ts'
import { untilAskedToEnd } from './until-asked-to-end.ts'
import { withStore } from './with-store.ts'

/** How the head is followed. */
export interface FollowCommandOptions {
  /** Where to start when nothing has been read yet. @default the newest block */
  from?: number
  /** Blocks that must stand on a block before it is read. */
  confirmations: number
  /** Compute and publish a snapshot as blocks come. @default true */
  refresh?: boolean
}

/** Between two refreshes, in milliseconds: with the reading before it, a fill is on the boards within a minute. */
const REFRESH_EVERY = 20_000

/**
 * `pequod follow`: reads blocks as they are confirmed, undoes what the chain takes back, and publishes snapshots, until
 * it is asked to end. Throws a CommandError where the node cannot be used or stops answering.
 */
export async function follow(context: CommandContext, options: FollowCommandOptions): Promise<void> {
  const client = await openNode(loadConfig(context.env))
  const from = options.from ?? (await newestBlock(client))
  const signal = endSignal(untilAskedToEnd())
  await withStore(context, async ({ db }) => {
    const publisher = options.refresh === false ? null : createPublisher(context, db)
    const report = await followChain(db, {
      ...chainOptions(context, client, signal),
      from,
      confirmations: options.confirmations,
      onChange(change) {
        if (change.kind === 'REORG')
          context.screen.note(`The chain took back block ${change.from} and what followed.`)
        else
          context.screen.note(
            `Block ${change.to}: ${change.report.events.toLocaleString('en')} events so far.`,
          )
        publisher?.soon()
      },
    })
    await publisher?.end()
    context.screen.print(
      `Stopped before block ${report.next}; ${report.events.toLocaleString('en')} events were new.`,
    )
  })
}

interface Publisher {
  /** Publishes now, or as soon as the last time is long enough ago. */
  soon(): void
  /** Publishes what is left, and no more after it. */
  end(): Promise<void>
}

/** Publishes snapshots at a steady pace, whether blocks come fast or not at all. */
function createPublisher(context: CommandContext, db: Database): Publisher {
  let timer: NodeJS.Timeout | null = null
  let last = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  const publish = () => {
    timer = null
    last = performance.now()
    running = running.then(async () => {
      const { traders, seconds, unchanged } = await refresh(db)
      if (!unchanged)
        context.screen.note(`Published ${traders.toLocaleString('en')} traders in ${seconds.toFixed(1)} s.`)
    })
    running.catch((error: unknown) => context.screen.warn(`Nothing was published: ${String(error)}`))
  }
  return {
    soon() {
      timer ??= setTimeout(publish, Math.max(0, last + REFRESH_EVERY - performance.now()))
    },
    async end() {
      if (timer === null) return running
      clearTimeout(timer)
      publish()
      await running
    },
  }
}
