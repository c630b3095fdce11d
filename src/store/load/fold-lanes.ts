import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database } from '../engine/database.ts'
import type { StoreAddress } from '../engine/store-address.ts'
import { type FoldedRange, foldRange, type TokenRange, type WorkFile } from './fold-range.ts'

/** Something that folds one range after the other. */
export interface FoldLane {
  fold(range: TokenRange): Promise<FoldedRange>
  close(): Promise<void>
}

/** What a worker is given when it starts. */
export interface LaneTask {
  address: StoreAddress
  work: WorkFile
}

/** What a worker answers. */
export type LaneAnswer = { folded: FoldedRange } | { failure: Error }

/** One lane a worker thread; without an address a single one in this thread. */
export function openLanes(
  db: Database,
  work: WorkFile,
  { address, workers = availableParallelism() }: { address?: StoreAddress | undefined; workers?: number },
): FoldLane[] {
  return address === undefined
    ? [ownLane(db, work)]
    : Array.from({ length: workers }, () => workerLane({ address: sharing(address, workers), work }))
}

/** The memory that the engine of sealed files may use, shared among threads that have one each. */
function sharing(address: StoreAddress, workers: number): StoreAddress {
  const memoryMiB = Math.max(64, Math.floor((address.data?.memoryMiB ?? 512) / workers))
  return { ...address, data: { ...address.data, memoryMiB } }
}

function ownLane(db: Database, work: WorkFile): FoldLane {
  return {
    async fold(range) {
      const connection = await db.duckdb.connect()
      try {
        return await foldRange(db, connection, work, range)
      } finally {
        connection.closeSync()
      }
    },
    async close() {},
  }
}

function workerLane(task: LaneTask): FoldLane {
  // The built package holds .js files, development .ts: the worker is beside this file in either.
  const worker = new Worker(new URL(`./fold-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
  })
  // A worker that fails between two ranges fails the next one.
  let failure: Error | null = null
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error))
  })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return {
    fold: (range) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure)
        const end = (answer: LaneAnswer | Error) => {
          worker.off('message', end)
          worker.off('error', end)
          worker.off('exit', exit)
          if (answer instanceof Error) reject(answer)
          else if ('failure' in answer) reject(answer.failure)
          else resolve(answer.folded)
        }
        const exit = () => end(new Error('a thread that folds ended before its work did'))
        worker.on('message', end)
        worker.on('error', end)
        worker.on('exit', exit)
        worker.postMessage(range)
      }),
    async close() {
      // Not terminated: a thread that ends while DuckDB works for it takes the whole process with it.
      worker.postMessage(null)
      await exited
    },
  }
}
