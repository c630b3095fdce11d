import { retractNews } from '../../../src/jobs/news.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'

/** Reverts a block and all later ones, as the chain's follower does. */
export async function undo(db: Database, block: number): Promise<void> {
  await createLedgerWriter(db).undo(block, (tx) => retractNews(tx, block))
}

/**
 * Returns a store in which a block is reverted directly after the nth view, before the reader of that view
 * writes.
 */
export function undoneMeanwhile(db: Database, block: number, nth: number): Database {
  let views = 0
  const view: Database['view'] = async (work) => {
    const read = await db.view(work)
    if (++views === nth) await undo(db, block)
    return read
  }
  return new Proxy(db, { get: (target, name) => (name === 'view' ? view : Reflect.get(target, name)) })
}
