import { setTimeout as sleep } from 'node:timers/promises'
import { type ContractSet, POLYGON } from '../../chain/contracts.ts'
import { CommandError } from '../../errors.ts'
import type { Hash } from '../../ledger/quantities.ts'
import { RpcFailure } from '../../net/failures.ts'
import { BlockDecoder, type BlockEvents } from './block-events.ts'
import { type BlockHeader, readHeaders } from './block-header.ts'
import { BlockTimes } from './block-times.ts'
import { type ChainClient, quantityIn } from './chain-client.ts'
import { logFilters, WindowSize } from './log-filter.ts'
import { readWindow } from './read-window.ts'

/** A change of the chain: more blocks, or blocks removed by a reorg. */
export type HeadChange =
  | ({
      kind: 'BLOCKS'
      /** Every block from `from` to `to`, for the store to remember. */
      blocks: BlockHeader[]
    } & BlockEvents)
  | {
      kind: 'REORG'
      /** The first block that is no longer canonical: undo it and all later ones before requesting the next change. */
      from: number
    }

export interface FollowHeadOptions {
  client: ChainClient
  /** The first block to read: one more than the last that the store has. */
  from: number
  /** Confirmations: blocks that must follow a block before it is read; 0 reads up to the head. */
  confirmations: number
  /** The store's blocks; read at every step, so it must include the changes yielded so far. */
  knownBlocks: KnownBlocks
  /** Milliseconds between two looks at the head. @default 1000 */
  pollMs?: number
  /** @default the venue on Polygon */
  contracts?: ContractSet
  /** The conversion fee, in 1/10,000, of a neg-risk market prepared before `from`. @default always 0 */
  feeBipsOf?: (market: Hash) => number
  /** The most blocks in one change. @default 50 */
  maxBlocks?: number
  signal?: AbortSignal
}

/**
 * Follows the chain forever: each new block that is `confirmations` deep, and each reorg of blocks yielded before,
 * found by comparing hashes with the store's. Waits for a lagging node. Throws a CommandError when the node fails
 * despite all retries.
 */
export async function* followHead(options: FollowHeadOptions): AsyncGenerator<HeadChange> {
  const { pollMs = 1_000, signal } = options
  const follower = new Follower(options)
  try {
    for (;;) {
      const change = await follower.look()
      if (change !== null) yield change
      else await sleep(pollMs, undefined, signal === undefined ? {} : { signal })
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

class Follower {
  readonly #options: FollowHeadOptions
  readonly #contracts: ContractSet
  readonly #decoder: BlockDecoder
  readonly #times = new BlockTimes()
  readonly #size: WindowSize
  /** The first block not yet given out. */
  #next: number
  /** The lowest block given out by this following: what lies below came from elsewhere. */
  #floor: number

  constructor(options: FollowHeadOptions) {
    const { maxBlocks = 50 } = options
    this.#options = options
    this.#contracts = options.contracts ?? POLYGON
    this.#decoder = new BlockDecoder(this.#contracts, options.feeBipsOf)
    this.#size = new WindowSize({ start: maxBlocks, max: maxBlocks })
    this.#next = options.from
    this.#floor = options.from
  }

  /** The next change, or null if there is none yet. */
  async look(): Promise<HeadChange | null> {
    const { client, confirmations, knownBlocks, signal } = this.#options
    const last = this.#next - 1
    const known = await knownBlocks(last)
    const to = Math.min((await newestBlock(client, signal)) - confirmations, last + this.#size.blocks)
    const first = known?.number === last ? last : this.#next
    const headers = await readHeaders(client, range(first, Math.max(to, last)), signal)
    const [before] = headers
    // A node's answer on a block below its own head is no proof of a reorg: a replica may lag on an old branch.
    if (first === last && before !== undefined && before !== null && before.hash !== known?.hash)
      return this.#changed(last)
    const blocks = chained(headers)
    return blocks === null || to <= last ? null : this.#read(first === last ? blocks.slice(1) : blocks)
  }

  async #changed(last: number): Promise<HeadChange | null> {
    const { client, knownBlocks, signal } = this.#options
    const headerOf = async (number: number) => (await readHeaders(client, [number], signal))[0] ?? null
    const from = await firstChangedBlock({ headerOf, knownBlocks, last, from: this.#floor })
    if (from === null) return null
    this.#next = from
    this.#floor = Math.min(this.#floor, from)
    return { kind: 'REORG', from }
  }

  /** Null if the chain changed meanwhile: the next look finds out how. */
  async #read(blocks: BlockHeader[]): Promise<HeadChange | null> {
    const { client, signal } = this.#options
    const [from, to] = [blocks[0]?.number, blocks.at(-1)?.number]
    if (from === undefined || to === undefined) return null
    const filters = logFilters(this.#contracts, from, to)
    const onTooMuch = (part: { from: number; to: number }) => this.#size.balked(part.to - part.from + 1)
    try {
      const begun = performance.now()
      const read = await readWindow({
        client,
        filters,
        times: this.#times,
        headers: blocks,
        signal,
        onTooMuch,
      })
      this.#size.answered(blocks.length, read.logs.length, (performance.now() - begun) / client.timeoutMs)
      const decoded = this.#decoder.decode(read.logs)
      this.#next = to + 1
      const refused = [...read.refused, ...decoded.refused]
      return { kind: 'BLOCKS', from, to, ...decoded, refused, head: read.head, blocks }
    } catch (error) {
      if (error instanceof RpcFailure && error.kind === 'BEHIND') return null
      throw error
    }
  }
}

/** The number of the node's newest block. */
export async function newestBlock(client: ChainClient, signal?: AbortSignal): Promise<number> {
  const [answer] = await client.ask([{ method: 'eth_blockNumber', params: [] }], { signal })
  const head = quantityIn(answer)
  if (head === null) throw new CommandError('The node does not report its newest block.')
  return head
}

/** The headers, where each is there and follows the one before; null if they are not of one chain. */
function chained(headers: readonly (BlockHeader | null)[]): BlockHeader[] | null {
  const blocks: BlockHeader[] = []
  for (const header of headers) {
    const before = blocks.at(-1)
    if (header === null || (before !== undefined && before.hash !== header.parentHash)) return null
    blocks.push(header)
  }
  return blocks
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}

export interface KnownBlock {
  number: number
  hash: Hash
}

/** The highest block at or below `number` in the store, or null. */
export type KnownBlocks = (number: number) => Promise<KnownBlock | null>

/** The two chains to compare. */
export interface FirstChangedOptions {
  /** A block of the chain as it is now, or null if the source does not have it. */
  headerOf(number: number): Promise<BlockHeader | null>
  knownBlocks: KnownBlocks
  /** The highest block that the store has. */
  last: number
  /** The first block that the store was given by this reading: below it, it may hold earlier ones. */
  from: number
}

/**
 * The first block of the store that the chain no longer has, found by walking back from `last` to the first block that
 * both have; null if they agree after all, or if the source lacks `last` (a lagging replica says nothing about the
 * canonical chain). It may be some blocks early if the store does not remember every block. Throws a CommandError if no
 * remembered block is on the chain and some are older than `from`: the extent of the undo is unknown then.
 */
export async function firstChangedBlock(options: FirstChangedOptions): Promise<number | null> {
  const { headerOf, knownBlocks, last, from } = options
  let lowest = last + 1
  for (;;) {
    const known = await knownBlocks(lowest - 1)
    if (known === null) break
    const header = await headerOf(known.number)
    if (header === null) return null
    if (header.hash === known.hash) return known.number === last ? null : known.number + 1
    lowest = known.number
  }
  if (lowest > last) return null
  if (lowest < from)
    throw new CommandError(
      `None of the recorded blocks, down to block ${lowest}, is on the node's chain: ingest the chain again.`,
    )
  return from
}
