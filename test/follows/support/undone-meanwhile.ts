import { retractNews } from '../../../src/jobs/retract-news.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'

/** Takes a block back, and all after it, as whoever follows the chain does. */
export async function undo(db: Database, block: number): Promise<void> {
  await createLedgerWriter(db).undo(block, (tx) => retractNews(tx, block))
}

/** A store in which a block is taken back right behind the nth view: while what was read in it is not written yet. */
export function undoneMeanwhile(db: Database, block: number, nth: number): Database {
  let views = 0
  const view: Database['view'] = async (work) => {
    const read = await db.view(work)
    if (++views === nth) await undo(db, block)
    return read
  }
  return new Proxy(db, { get: (target, name) => (name === 'view' ? view : Reflect.get(target, name)) })
}
