import type { Database, Sql } from '../store/engine/database.ts'
import { createLedgerWriter, type LedgerWriter } from '../store/ingest/ledger-writer.ts'
import {
  ChainPlaceMoved,
  forgetBlocksFrom,
  forgetPoolsFrom,
  knownBlock,
  type RememberedBlock,
  readChainRange,
  rememberBlocks,
  writeChainRange,
} from '../store/ledger/chain-knowledge.ts'
import {
  appendBlocks,
  emptyReading,
  type Reading,
  type ReadingOptions,
  type ReadingReport,
  recordSkipped,
} from './append-blocks.ts'
import { openKnownChain } from './known-chain.ts'
import { PortalChanged, type PortalOptions, portalHeader, readPortal } from './portal/read-portal.ts'
import type { BlockEvents } from './rpc/block-events.ts'
import type { ChainClient } from './rpc/chain-client.ts'
import { firstChangedBlock, followHead } from './rpc/follow-head.ts'
import { type ReadProgress, readBlocks } from './rpc/read-blocks.ts'

/** The source of blocks, and the ledger. */
export interface ChainIngestOptions extends ReadingOptions {
  client: ChainClient
  chainId: number
  signal?: AbortSignal
}

export interface ChainReport extends ReadingReport {
  /** The first block that has not been read. */
  next: number
}

export interface BackfillOptions extends ChainIngestOptions {
  from: number
  to: number
  onProgress?(progress: ReadProgress): void
}

/**
 * Reads the blocks `from` to `to` into the ledger. Each window is one transaction with the place where the next one
 * starts, so a backfill that was stopped goes on where it stopped, and one that is run again adds nothing.
 */
export async function ingestBlocks(db: Database, options: BackfillOptions): Promise<ChainReport> {
  const { client, chainId, to, signal } = options
  const range = await readChainRange(db, chainId)
  const resumed = range !== null && options.from >= range.first && options.from < range.next
  const from = resumed ? range.next : options.from
  const report = emptyReport(from)
  const known = await openKnownChain(db, options.contracts)
  const { contracts, feeBipsOf } = known
  const writer = createLedgerWriter(db, { infrastructure: contracts.infrastructure })
  const blocks = readBlocks({
    client,
    from,
    to,
    contracts,
    feeBipsOf,
    ...(signal && { signal }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  })
  const first = resumed ? range.first : options.from
  const requirePlace = async () => undefined
  for await (const window of blocks)
    await takeBlocks(writer, window, [window.head], { ...options, first, report, known, requirePlace })
  return report
}

export interface PortalIngestOptions extends Omit<ChainIngestOptions, 'client'>, UndoHooks {
  portal: PortalOptions
  from: number
  /** The last block; null: up to the newest that is final. */
  to: number | null
  onProgress?(progress: { block: number; logs: number }): void
}

/**
 * Reads the blocks from `from` on out of a portal into the ledger, as {@link ingestBlocks} does from a node. Where the
 * portal's chain has changed since, what it no longer has is taken back first.
 */
export async function ingestPortal(db: Database, options: PortalIngestOptions): Promise<ChainReport> {
  const { chainId, portal, to } = options
  const range = await readChainRange(db, chainId)
  const resumed = range !== null && options.from >= range.first && options.from < range.next
  const first = resumed ? range.first : options.from
  const report = emptyReport(resumed ? range.next : options.from)
  const known = await openKnownChain(db, options.contracts)
  const { contracts, feeBipsOf } = known
  const writer = createLedgerWriter(db, { infrastructure: contracts.infrastructure })
  const taking = { ...options, first, report, known, requirePlace: async () => undefined }
  for (;;) {
    const last = resumed || report.next > options.from ? await knownBlock(db, report.next - 1) : null
    const after = last?.number === report.next - 1 ? last : null
    try {
      const blocks = readPortal({
        ...portal,
        from: report.next,
        to,
        after,
        contracts,
        feeBipsOf,
        ...progressOf(options),
      })
      for await (const window of blocks) await takeBlocks(writer, window, [window.head], taking)
      return report
    } catch (error) {
      if (!(error instanceof PortalChanged)) throw error
      const from = await firstChangedBlock({
        headerOf: (number) => portalHeader(portal, number),
        knownBlocks: (number) => knownBlock(db, number),
        last: report.next - 1,
        from: first,
      })
      if (from !== null) await takeBack(writer, from, taking)
    }
  }
}

function progressOf({ onProgress }: PortalIngestOptions): Pick<PortalIngestOptions, 'onProgress'> {
  return onProgress ? { onProgress } : {}
}

export interface UndoHooks {
  /** Called before blocks are undone, while the ledger still has their events. */
  beforeUndo?(): Promise<void>
  /** Runs within the transaction that takes the events of a block and of all after it back, before they go. */
  onUndo?(tx: Sql, block: number): Promise<void>
}

export interface FollowOptions extends ChainIngestOptions, UndoHooks {
  /** Where to start when nothing has been read yet; the next unread block otherwise. */
  from: number
  confirmations: number
  /** @default 1000 */
  pollMs?: number
  /** Called after each change of the ledger. */
  onChange?(change: {
    kind: 'BLOCKS' | 'REORG'
    from: number
    to: number
    report: ChainReport
  }): void | Promise<void>
}

/**
 * Follows the chain into the ledger until it is stopped: new blocks as they are confirmed, and, where the chain
 * takes blocks back, their events out of the ledger and the new ones in.
 * @throws ChainPlaceMoved if another process has read on or taken back meanwhile: nothing is written over its work
 */
export async function followChain(db: Database, options: FollowOptions): Promise<ChainReport> {
  const { client, chainId, confirmations, signal } = options
  const range = await readChainRange(db, chainId)
  const from = range?.next ?? options.from
  const report = emptyReport(from)
  const known = await openKnownChain(db, options.contracts)
  const { contracts, feeBipsOf } = known
  const writer = createLedgerWriter(db, { infrastructure: contracts.infrastructure })
  const changes = followHead({
    client,
    from,
    confirmations,
    contracts,
    knownBlocks: (number) => knownBlock(db, number),
    feeBipsOf,
    ...(options.pollMs !== undefined && { pollMs: options.pollMs }),
    ...(signal && { signal }),
  })
  const first = range?.first ?? options.from
  let hasBegun = range !== null
  const requirePlace = async (tx: Sql) => {
    const place = hasBegun ? report.next : null
    if (((await readChainRange(tx, chainId))?.next ?? null) !== place) throw new ChainPlaceMoved()
  }
  for await (const change of changes) {
    const taking = { ...options, first, report, known, requirePlace }
    if (change.kind === 'BLOCKS') await takeBlocks(writer, change, change.blocks, taking)
    else await takeBack(writer, change.from, taking)
    hasBegun = true
    const to = change.kind === 'BLOCKS' ? change.to : report.next - 1
    await options.onChange?.({ kind: change.kind, from: change.from, to, report })
  }
  return report
}

/** One step of a reading. */
interface Taking {
  /** The first block of the unbroken reading. */
  first: number
  report: ChainReport
  known: Reading['known']
  /** Throws in the step's transaction where the reading is not where this process left it. */
  requirePlace(tx: Sql): Promise<void>
}

async function takeBlocks(
  writer: LedgerWriter,
  window: BlockEvents,
  blocks: readonly RememberedBlock[],
  options: Omit<ChainIngestOptions, 'client'> & Taking,
): Promise<void> {
  const { first, report } = options
  recordSkipped(window, options)
  await writer.transaction(async (append, tx) => {
    await options.requirePlace(tx)
    await appendBlocks(append, tx, window, options)
    await rememberBlocks(tx, blocks)
    await writeChainRange(tx, options.chainId, { first, next: window.to + 1 })
  })
  report.next = window.to + 1
}

function emptyReport(next: number): ChainReport {
  return { ...emptyReading(), next }
}

async function takeBack(
  writer: LedgerWriter,
  from: number,
  options: Pick<ChainIngestOptions, 'chainId'> & UndoHooks & Taking,
): Promise<void> {
  const { first, report } = options
  await options.beforeUndo?.()
  await writer.undo(from, async (tx, block) => {
    await options.requirePlace(tx)
    await options.onUndo?.(tx, block)
    await forgetBlocksFrom(tx, block)
    await forgetPoolsFrom(tx, block)
    await writeChainRange(tx, options.chainId, { first: Math.min(first, block), next: block })
    report.next = block
  })
}
