import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StoreAddress } from '../../store/engine/store-address.ts'
import type { SealOptions, SealReport } from '../../store/ledger/seal-ledger.ts'
import type { RefreshResult } from './publisher.ts'

/** A publisher in a thread of its own, so that following the chain continues while it computes. */
export interface OpenPublisher {
  /** Publishes what the ledger holds; one at a time. Rejects with an Error that says why nothing was published. */
  publish(): Promise<RefreshResult>
  /**
   * Seals settled events, a segment at a time, each started while nothing is published. Rejects with an Error that says why
   * nothing was sealed.
   */
  seal(options: Pick<SealOptions, 'partRows' | 'onProgress'>): Promise<SealReport>
  /** Ends the thread when it is idle; sealing ends after the current segment. */
  close(): Promise<void>
}

/** What the thread is asked for. */
export type PublisherRequest = ({ id: number } & Work) | { kind: 'close' }

type Work = { kind: 'publish' } | ({ kind: 'seal' } & Pick<SealOptions, 'partRows'>)

/** What the thread answers. */
export type PublisherReply = { id: number } & ({ result: unknown } | { failure: string } | { sealed: number })

/** Opens a publisher; its thread is started with the first order, and anew after it died. */
export function openPublisher(address: StoreAddress): OpenPublisher {
  let worker: Worker | null = null
  let lastId = 0
  const start = () => {
    // The built package has .js files, development .ts: the worker is beside this file in both.
    const started = new Worker(new URL(`./publisher-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: address,
    })
    // Rejects all waiting calls; the thread ends.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }
  /** An error that the thread does not catch comes out of every order. */
  const order = (asked: Work, onSealed: (rows: number) => void = () => undefined) => {
    worker ??= start()
    const to = worker
    const id = ++lastId
    return new Promise<unknown>((resolve, reject) => {
      const done = () => {
        to.off('message', onNews)
        to.off('error', onEnd)
        to.off('exit', onEnd)
      }
      const onNews = (news: PublisherReply) => {
        if (news.id !== id) return
        if ('sealed' in news) return onSealed(news.sealed)
        done()
        if ('result' in news) resolve(news.result)
        else reject(new Error(news.failure))
      }
      const onEnd = (why: unknown) => {
        done()
        reject(why instanceof Error ? why : new Error('the publisher ended'))
      }
      to.on('message', onNews)
      to.once('error', onEnd)
      to.once('exit', onEnd)
      to.postMessage({ id, ...asked } satisfies PublisherRequest)
    })
  }
  return {
    publish: async () => (await order({ kind: 'publish' })) as RefreshResult,
    seal: async ({ onProgress, ...options }) =>
      (await order({ kind: 'seal', ...options }, onProgress)) as SealReport,
    async close() {
      if (worker === null) return
      const closing = worker
      worker = null
      const exited = once(closing, 'exit')
      closing.postMessage({ kind: 'close' } satisfies PublisherRequest)
      await exited
    },
  }
}
