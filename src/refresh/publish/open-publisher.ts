import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StoreAddress } from '../../store/engine/store.ts'
import type { RefreshResult } from './refresh.ts'

/** A publisher in a thread of its own: what follows the chain, and tells of it, goes on while it counts. */
export interface OpenPublisher {
  /** Publishes what the ledger holds; one at a time. Rejects with an Error that says why nothing was published. */
  publish(): Promise<RefreshResult>
  /** Ends the thread once it has nothing to do. */
  close(): Promise<void>
}

/** What the thread answers. */
export type PublisherNews = { result: RefreshResult } | { failure: string }

/** Opens a publisher; its thread is started with the first publication, and anew after it died. */
export function openPublisher(address: StoreAddress): OpenPublisher {
  let worker: Worker | null = null
  const start = () => {
    // The built package holds .js files, development .ts: the worker stands beside this file in either.
    const started = new Worker(new URL(`./publisher-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: address,
    })
    // Whoever waits is told; the thread ends.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }
  return {
    async publish() {
      worker ??= start()
      const asked = worker
      const answered = new AbortController()
      const { signal } = answered
      const ended = once(asked, 'exit', { signal }).then(() =>
        Promise.reject(new Error('the publisher ended')),
      )
      ended.catch(() => undefined)
      asked.postMessage('publish')
      try {
        // An error that the thread does not catch comes out here.
        const [news]: PublisherNews[] = await Promise.race([once(asked, 'message', { signal }), ended])
        if (news && 'result' in news) return news.result
        throw new Error(news?.failure ?? 'the publisher ended')
      } finally {
        answered.abort()
      }
    },
    async close() {
      if (worker === null) return
      const closing = worker
      worker = null
      closing.postMessage('close')
      await once(closing, 'exit')
    },
  }
}
