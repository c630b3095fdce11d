import type { Hash, Seconds } from '../../ledger/quantities.ts'
import { RpcFailure } from '../../net/failures.ts'
import { type ChainClient, quantityIn, quantityOf, type RpcCall } from './chain-client.ts'

/** A block's number, hash and parent: enough to see whether the next one follows it. */
export interface BlockHeader {
  number: number
  hash: Hash
  parentHash: Hash
  time: Seconds
}

/** More headers are requested in several batches, since nodes cap them. */
const BATCH = 50

/** The call for one block's header. */
export function headerCall(number: number): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [quantityOf(number), false] }
}

/** The header in an answer, or null if the node does not have the block. Throws RpcFailure where it is another block. */
export function headerIn(answer: unknown, number: number): BlockHeader | null {
  if (answer === null) return null
  const fields: Record<string, unknown> = typeof answer === 'object' ? { ...answer } : {}
  const [hash, parentHash] = [hashIn(fields.hash), hashIn(fields.parentHash)]
  const time = quantityIn(fields.timestamp)
  if (quantityIn(fields.number) !== number || hash === null || parentHash === null || time === null)
    throw new RpcFailure('BUSY', `the response for block ${number} is not a block`)
  return { number, hash, parentHash, time }
}

/** A 32-byte hash in lower case, or null. */
export function hashIn(value: unknown): Hash | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? (value.toLowerCase() as Hash) : null
}

/** The headers of the blocks, in the order asked; null for a block that the node does not have. */
export async function readHeaders(
  client: ChainClient,
  numbers: readonly number[],
  signal?: AbortSignal,
): Promise<(BlockHeader | null)[]> {
  const headers: (BlockHeader | null)[] = []
  for (let start = 0; start < numbers.length; start += BATCH) {
    const part = numbers.slice(start, start + BATCH)
    const answers = await client.ask(part.map(headerCall), { signal })
    for (const [i, number] of part.entries()) headers.push(headerIn(answers[i], number))
  }
  return headers
}
