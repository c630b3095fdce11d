import { INFRASTRUCTURE } from '../../chain/contracts.ts'
import type { Database, Sql } from '../engine/database.ts'
import { chainKey } from '../ledger/place.ts'
import { unsealFrom } from '../ledger/seal-ledger.ts'
import { createConditions } from './conditions.ts'
import { createDictionaries } from './dictionary.ts'
import { NOTHING_SETTLED, type SettledUpTo } from './settle-resolved.ts'
import { undoSteps } from './undo-blocks.ts'
import {
  append,
  type BatchReport,
  flush,
  type LedgerBatch,
  type LedgerWriterOptions,
  openSession,
  settle,
  undo,
  type WriterSession,
} from './writer-session.ts'

export type { BatchReport, LedgerBatch, LedgerWriterOptions } from './writer-session.ts'

/** Appends a batch to the ledger and folds what is new. */
export type Append = (batch: LedgerBatch) => Promise<BatchReport>

/** Appends to the ledger and keeps its fact grain current; one transaction at a time. */
export interface LedgerWriter {
  /** Runs `work` in one transaction: everything appended in it becomes visible together, or nothing. */
  transaction<T>(work: (append: Append, tx: Sql) => Promise<T>): Promise<T>
  /**
   * Takes the events of a block and of all after it back, newest first, in transactions of one block or few.
   * @param work runs in each, with the block from which on it takes events back
   * @returns how many events went
   */
  undo(block: number, work: (tx: Sql, from: number) => Promise<void>): Promise<number>
  /** Settles what resolutions of very many positions have left, in short transactions. */
  settle(): Promise<void>
}

const UNDONE_AT_A_TIME = 100

/** A writer on the store. */
export function createLedgerWriter(db: Database, options: LedgerWriterOptions = {}): LedgerWriter {
  const contracts: ReadonlySet<string> = options.infrastructure ?? INFRASTRUCTURE
  const ids = createDictionaries((address) => contracts.has(address))
  const conditions = createConditions()
  // A stream of fill batches numbers its names as it goes; these are their ids so far.
  const names = { traders: [] as number[], tokens: [] as number[] }
  const seen = { version: -1 }

  const inSession = <T>(work: (session: WriterSession) => Promise<T>) =>
    db
      .transaction(async (tx) => {
        const session = await openSession(tx, { ids, conditions, names, seen, contracts, options })
        const result = await work(session)
        await flush(session)
        return result
      })
      .catch((error: unknown) => {
        ids.forget()
        conditions.forgetAll()
        throw error
      })

  return {
    transaction: (work) => inSession((session) => work((batch) => append(session, batch), session.tx)),
    async undo(block, work) {
      let gone = 0
      for (const from of await undoSteps(db, block, options.undoneAtATime ?? UNDONE_AT_A_TIME))
        gone += await inSession(async (session) => {
          await unsealFrom(session.tx, chainKey(from, 0))
          await work(session.tx, from)
          return undo(session, from)
        })
      return gone
    },
    async settle() {
      let upTo: SettledUpTo | null = NOTHING_SETTLED
      for (; upTo !== null; ) {
        const from: SettledUpTo = upTo
        upTo = await inSession((session) => settle(session, from))
      }
    },
  }
}
