import { availableParallelism } from 'node:os'
import { startThread, type Work } from '../../thread.ts'
import type { Database, Sql, StoreAddress } from '../engine/database.ts'
import { holdsLease, type Lease, releaseLease, renewLease, takeLease } from '../engine/locks.ts'
import { type FoldedRange, foldRange, type WorkFile } from './fold-range.ts'
import type { TokenRange } from './plan-ranges.ts'

/** Something that folds one range after the other. */
export interface FoldLane {
  fold(range: TokenRange): Promise<FoldedRange>
  close(): Promise<void>
}

/** Inputs of a worker when it starts. */
export interface LaneTask {
  address: StoreAddress
  work: WorkFile
}

export type LaneWorks = { fold: Work<TokenRange, FoldedRange> }

/** A thread costs a second of processor time before it folds as fast as this one: it earns that by three ranges. */
const RANGES_A_WORKER = 3

/** One lane a worker thread; without an address, or for fewer ranges than a thread is worth, a single one in this thread. */
export function openLanes(
  db: Database,
  work: WorkFile,
  {
    address,
    ranges,
    workers = Math.min(availableParallelism(), Math.floor(ranges / RANGES_A_WORKER)),
  }: { address?: StoreAddress | undefined; ranges: number; workers?: number },
): FoldLane[] {
  return address === undefined || workers === 0
    ? [ownLane(db, work)]
    : Array.from({ length: workers }, () => workerLane({ address: sharing(address, workers), work }))
}

/** The memory and the cores that the engine of sealed files may use, shared among threads that have one each. */
function sharing(address: StoreAddress, workers: number): StoreAddress {
  const memoryMiB = Math.max(64, Math.floor((address.data?.memoryMiB ?? 512) / workers))
  const threads = Math.max(1, Math.floor(availableParallelism() / workers))
  return { ...address, data: { ...address.data, memoryMiB, threads } }
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
  const thread = startThread<LaneWorks, LaneTask>({ from: import.meta.url, file: 'fold-worker', data: task })
  return {
    fold: (range) => thread.ask('fold', range),
    // Not killed: a thread that ends while DuckDB works for it takes the whole process with it.
    close: () => thread.stop(),
  }
}

/** How long a claim lasts that is not renewed, and how often it is, in milliseconds. */
const LEASE_MS = 10_000
const RENEW_MS = 2_000

/** A claim to fold, which one process has at a time: two would each undo the other's half-written ranges. */
export interface FoldClaim {
  /** Whether it is still valid; it stays valid to the transaction's end. */
  standsIn(tx: Sql): Promise<boolean>
  release(): Promise<void>
}

/** Takes the claim, or null while another process has it. A process that ends without releasing it loses it after ten seconds. */
export async function claimFold(db: Database): Promise<FoldClaim | null> {
  const lease = await db.transaction((tx) => takeLease(tx, 'fold', LEASE_MS))
  return lease && keep(db, lease)
}

function keep(db: Database, lease: Lease): FoldClaim {
  const renew = () => db.transaction((tx) => renewLease(tx, lease, LEASE_MS))
  // A failure shows where the claim is next asked for.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref()
  return {
    standsIn: (tx) => holdsLease(tx, lease, true),
    async release() {
      clearInterval(timer)
      await db.transaction((tx) => releaseLease(tx, lease))
    },
  }
}
