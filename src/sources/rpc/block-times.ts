import type { ChainLog } from '../../chain/fact.ts'
import { EARLIEST_TIME } from '../../ledger/bounds.ts'
import type { Hash, Seconds } from '../../ledger/quantities.ts'
import { RpcFailure } from '../../net/failures.ts'
import { type BlockHeader, readHeaders } from './block-header.ts'
import type { ChainClient } from './chain-client.ts'
import type { CheckedLog } from './check-logs.ts'

const KEPT = 10_000

/**
 * Block times by hash, since a number may mean another block later. The oldest entries are dropped above {@link KEPT}.
 */
export class BlockTimes {
  readonly #times = new Map<Hash, Seconds>()

  learn({ hash, time }: Pick<BlockHeader, 'hash' | 'time'>): void {
    this.#times.set(hash, time)
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= KEPT) break
      this.#times.delete(oldest)
    }
  }

  /**
   * The logs with their blocks' times: the time in the log itself, else in the block's header, fetched in batches.
   * Throws RpcFailure: BEHIND for a header that is missing or not of the log's block, REFUSED for a time before 2020.
   * The clock is no limit here: a chain has its own time, and a development chain may be ahead.
   */
  async timed(client: ChainClient, logs: readonly CheckedLog[], signal?: AbortSignal): Promise<ChainLog[]> {
    const times = await this.#timesOf(client, logs, signal)
    return logs.map(({ blockHash, blockTime, ...log }) => {
      const time = blockTime ?? times.get(blockHash)
      if (time === undefined)
        throw new RpcFailure('BEHIND', `block ${log.blockNumber} has two contradictory versions`)
      if (time < EARLIEST_TIME)
        throw new RpcFailure(
          'REFUSED',
          `block ${log.blockNumber} has the time ${time} (seconds since 1970): a time from 2020-01-01 on is needed`,
        )
      return { ...log, blockTime: time }
    })
  }

  /** A window's own times are separate from the cache, which may be smaller than the window. */
  async #timesOf(client: ChainClient, logs: readonly CheckedLog[], signal?: AbortSignal) {
    const times = new Map<Hash, Seconds>()
    const wanted = new Set<number>()
    for (const { blockHash, blockNumber, blockTime } of logs) {
      const known = blockTime ?? this.#times.get(blockHash)
      if (known === undefined) wanted.add(blockNumber)
      else times.set(blockHash, known)
    }
    for (const header of await readHeaders(client, [...wanted], signal)) {
      if (header === null) throw new RpcFailure('BEHIND', 'a block that has logs is missing')
      times.set(header.hash, header.time)
      this.learn(header)
    }
    return times
  }
}
