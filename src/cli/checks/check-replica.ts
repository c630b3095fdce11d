import { postgresName, storeReason } from '../../store/engine/open-failure.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { type Check, fine, notice, wrong } from './check.ts'

/** Timeout of the request, in milliseconds. */
const PATIENCE = 5_000

/** Whether the replica answers and is one. Its lag changes by the second, so `/metrics` reports it. */
export async function checkReplica(url: string): Promise<Check> {
  const name = 'Replica'
  const db = openPostgres({ url, poolSize: 1, connectTimeoutMs: PATIENCE, queryTimeoutMs: PATIENCE })
  try {
    const row = await db.get<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows')
    if (row?.follows === true) return fine(name, 'answers, and replicates a primary')
    return notice(
      name,
      'answers, but is not a replica',
      'Point DATABASE_REPLICA_URL at a replica, or unset it.',
    )
  } catch (error) {
    const mend = 'Start it, correct DATABASE_REPLICA_URL, or unset it: the primary serves reads until then.'
    return wrong(name, `${postgresName(url)} does not answer: ${storeReason(error)}`, mend)
  } finally {
    await db.close()
  }
}
