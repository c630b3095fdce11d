import { parentPort, workerData } from 'node:worker_threads'
import { openPostgres } from '../engine/postgres.ts'
import { openSqlite } from '../engine/sqlite.ts'
import type { LaneAnswer, LaneTask } from './fold-lanes.ts'
import { type FoldedRange, foldRange, type TokenRange } from './fold-range.ts'

// A thread that folds ranges of tokens for foldLoaded. Each message to it is a range; it answers each with what it comes to. Null ends it.

if (parentPort === null) throw new Error('fold-worker is started by foldLoaded, as a worker thread')
const port = parentPort
const { address, work } = workerData as LaneTask
const db =
  address.kind === 'sqlite'
    ? await openSqlite({ path: address.path, data: address.data })
    : openPostgres(address)
const connection = await db.duckdb.connect()

let working = Promise.resolve()
port.on('message', (range: TokenRange | null) => {
  working = working.then(() => (range === null ? end() : answer(range)))
})

async function answer(range: TokenRange): Promise<void> {
  try {
    const folded = await foldRange(db, connection, work, range)
    post({ folded }, buffersOf(folded))
  } catch (error) {
    post({ failure: error instanceof Error ? error : new Error(String(error)) })
  }
}

async function end(): Promise<void> {
  connection.closeSync()
  await db.close()
  port.close()
}

function post(message: LaneAnswer, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}

/** The memory of the columns: handed over, not copied. */
function buffersOf({ positions, days }: FoldedRange): ArrayBuffer[] {
  return [...Object.values(positions.columns), ...Object.values(days.columns)].map(
    ({ buffer }) => buffer as ArrayBuffer,
  )
}
