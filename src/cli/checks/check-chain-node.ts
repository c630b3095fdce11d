import type { Seconds } from '../../ledger/quantities.ts'
import { type ChainClient, chainClient, checkChainId } from '../../sources/rpc/chain-client.ts'
import { quantityIn } from '../../sources/rpc/quantity.ts'
import { POLYGON_CHAIN_ID } from '../chain-node.ts'
import { failureReason } from '../screen/failure-reason.ts'
import { durationText } from '../screen/time-left.ts'
import { type Check, fine, notice, wrong } from './check.ts'

/** Timeout of a request, in milliseconds. */
const PATIENCE = 5_000
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
