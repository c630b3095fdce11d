import { Redis } from 'ioredis'
import { z } from 'zod'
import type { JwtConfig } from '../../config/config.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import { type ChainClient, chainClient, checkChainId, quantityIn } from '../../sources/rpc/chain-client.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { postgresName, storeReason } from '../../store/engine/store-failures.ts'
import { POLYGON_CHAIN_ID } from '../chain-node.ts'
import { failureReason } from '../screen/failures.ts'
import { durationText } from '../screen/progress.ts'
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

/** Timeout of the request, in milliseconds. */
const REDIS_PATIENCE = 2_000

/** Whether Redis answers. The service runs without it, but each process then counts requests on its own. */
export async function checkRedis(url: string): Promise<Check> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: REDIS_PATIENCE,
    commandTimeout: REDIS_PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // Without a listener a failure would be printed a second time, with a stack.
  let reason = ''
  redis.on('error', (error) => {
    reason = error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    return fine('Redis', 'answers')
  } catch (error) {
    const found = `does not answer (${reason || failureReason(error)})`
    return wrong('Redis', found, 'Start it, correct REDIS_URL, or unset it.')
  } finally {
    redis.disconnect()
  }
}

/** Key types that can check a token: RS256, ES256 and EdDSA are accepted. */
const KINDS = ['RSA', 'EC', 'OKP']

/** Whether the issuer of bearer tokens publishes usable keys. */
export async function checkIdentity({ jwksUrl }: JwtConfig): Promise<Check> {
  const name = 'Identity'
  try {
    const answer = await fetch(jwksUrl, { signal: AbortSignal.timeout(PATIENCE) })
    if (!answer.ok)
      return wrong(name, `${jwksUrl.host} answers ${answer.status} for its keys`, 'Correct JWT_JWKS_URL.')
    const keys = usableKeys(await answer.json())
    if (keys === 0)
      return wrong(
        name,
        `${jwksUrl.host} publishes no key for RS256, ES256 or EdDSA`,
        'Correct JWT_JWKS_URL.',
      )
    return fine(name, `${jwksUrl.host} publishes ${keys} ${keys === 1 ? 'key' : 'keys'}`)
  } catch (error) {
    const found = `the keys of ${jwksUrl.host} cannot be read (${failureReason(error)})`
    return wrong(name, found, 'Correct JWT_JWKS_URL, or let this machine reach it.')
  }
}

const KEY_SET = z.object({ keys: z.array(z.object({ kty: z.string(), use: z.string().optional() })) })

/** Throws if the answer is not a key set. */
function usableKeys(answer: unknown): number {
  const parsed = KEY_SET.safeParse(answer)
  if (!parsed.success) throw new Error('its response is not a JSON Web Key Set')
  return parsed.data.keys.filter(({ kty, use }) => KINDS.includes(kty) && use !== 'enc').length
}

/** Polygon has a block every two seconds: a head this old, in seconds, belongs to a node that has not caught up. */
const OLD = 60

/** Whether the chain's node answers, serves Polygon, and has its newest blocks. */
export async function checkChainNode(url: string): Promise<Check> {
  const name = 'Chain node'
  try {
    const client = chainClient({ url, timeoutMs: PATIENCE, retry: { attempts: 1 } })
    await checkChainId(client, POLYGON_CHAIN_ID)
    const { number, time } = await head(client)
    const age = Math.max(0, Date.now() / 1_000 - time)
    const found = `Polygon; its newest block is ${number}, ${durationText(age)} old`
    return age > OLD
      ? notice(name, found, 'Wait until the node has caught up, or set RPC_URL to another.')
      : fine(name, found)
  } catch (error) {
    return wrong(name, failureReason(error), 'Correct RPC_URL, or unset it if nothing reads the chain.')
  }
}

async function head(client: ChainClient): Promise<{ number: number; time: Seconds }> {
  const [answer] = await client.ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
  const fields: Record<string, unknown> = typeof answer === 'object' ? { ...answer } : {}
  const [number, time] = [quantityIn(fields.number), quantityIn(fields.timestamp)]
  if (number === null || time === null) throw new Error('it does not report its newest block')
  return { number, time }
}
