import { parentPort, workerData } from 'node:worker_threads'
import { PequodError } from '../../errors.ts'
import type { Database } from '../../store/engine/database.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { computeStandings } from '../publish/compute-standings.ts'
import type { AsOfReply, AsOfTask } from './as-of-task.ts'
import { publishAsOf } from './publish-as-of.ts'

// The thread that computes one day for computeInThread, with connections of its own.

if (parentPort === null) throw new Error('as-of-worker is started by computeInThread, as a worker thread')
const port = parentPort
const { address, day, standings }: AsOfTask = workerData

function reply(news: AsOfReply): void {
  port.postMessage(news)
}

let db: Database | null = null
try {
  db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
  if (standings === null) await publishAsOf(db, day)
  else await computeStandings(db, standings)
  reply({ type: 'published' })
} catch (error) {
  if (!(error instanceof PequodError)) throw error
  reply({ type: 'failure', code: error.code, sentence: error.message, retryAfter: error.retryAfter })
} finally {
  await db?.close()
}
