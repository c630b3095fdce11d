import { openStore } from '../../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import { createLedgerWriter } from '../../../../src/store/ingest/ledger-writer.ts'
import { sealLedger } from '../../../../src/store/ledger/seal-ledger.ts'
import { foldLoaded } from '../../../../src/store/load/fold-loaded.ts'

/*
 * Folds what is loaded, or by other rules, seals, ingests one event, or undoes blocks, so that it can be killed meanwhile; `many`: as if that
 * changed very many positions.
 *
 * Usage: node killed-writer.ts STORE fold|again|seal|event EVENT|many EVENT|undo BLOCK
 */
const [, , path = '', work = '', what = ''] = process.argv
// Opening the store folds again.
if (work === 'again') process.stdout.write('started\n')
const { db, close } = await openStore({ kind: 'sqlite', path })
if (work !== 'again') process.stdout.write('started\n')
if (work === 'seal') await sealLedger(db, { settledAfterDays: 0, partRows: 5, leadMs: 20 })
else if (work === 'undo')
  await createLedgerWriter(db, { mostPositions: 0 }).undo(Number(what), async () => undefined)
else if (work === 'event') await ingestRecords(db, [JSON.parse(what)])
else if (work === 'many') await ingestRecords(db, [JSON.parse(what)], { mostPositions: 0 })
await foldLoaded(db)
await close()
