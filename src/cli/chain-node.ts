import { POLYGON } from '../chain/contracts.ts'
import type { Config } from '../config/config.ts'
import { CommandError } from '../errors.ts'
import type { Hash } from '../ledger/quantities.ts'
import type { RetryPolicy } from '../net/failures.ts'
import type { ChainIngestOptions } from '../sources/ingest-chain.ts'
import { type ChainClient, chainClient, checkChainId } from '../sources/rpc/chain-client.ts'
import type { CommandContext } from './command-context.ts'

export const POLYGON_CHAIN_ID = 137

/** Most refused logs that are printed; the others are counted. */
const SHOWN_REFUSALS = 20

/**
 * The node at RPC_URL, once it has answered that it serves Polygon. Throws a CommandError if none is set, it does not
 * answer, or it serves another chain.
 * @param retry of later requests
 */
export async function openNode(
  config: Config,
  signal?: AbortSignal,
  retry: Partial<RetryPolicy> = {},
): Promise<ChainClient> {
  if (config.rpcUrl === null)
    throw new CommandError('RPC_URL is not set: set it to a Polygon node, as in RPC_URL=https://….')
  await checkChainId(chainClient({ url: config.rpcUrl }), POLYGON_CHAIN_ID, signal)
  return chainClient({ url: config.rpcUrl, retry })
}

/** Options to read the chain into the ledger, printing the first refused logs. */
export function chainOptions(
  context: CommandContext,
  client: ChainClient,
  signal: AbortSignal,
): ChainIngestOptions {
  return { ...logOptions(context, signal), client }
}

/** Options to take the chain's logs from another source than a node. */
export function logOptions(context: CommandContext, signal: AbortSignal): Omit<ChainIngestOptions, 'client'> {
  let refused = 0
  const unpriced = new Set<Hash>()
  return {
    chainId: POLYGON_CHAIN_ID,
    contracts: POLYGON,
    signal,
    onUnknownFee(market) {
      if (unpriced.size < SHOWN_REFUSALS && !unpriced.has(market))
        context.screen.warn(
          `The neg-risk market ${market} was prepared before the first block read: the fee of its conversions ` +
            'is unknown and counts as 0 until the log that prepared it is read.',
        )
      unpriced.add(market)
    },
    onRefusal({ tx, logIndex, reason }) {
      refused++
      if (refused <= SHOWN_REFUSALS)
        context.screen.warn(`transaction ${tx ?? 'unknown'} log ${logIndex ?? '?'}: ${reason}`)
      if (refused === SHOWN_REFUSALS + 1) context.screen.warn('Further refused logs are counted, not shown.')
    },
  }
}

/** A signal that aborts at the first SIGINT or SIGTERM; the aborted work fails with the message. */
export function endSignal(
  ended: Promise<unknown>,
  sentence = 'Stopped; run it again to resume here.',
): AbortSignal {
  const controller = new AbortController()
  void ended.then(() => controller.abort(new CommandError(sentence)))
  return controller.signal
}
