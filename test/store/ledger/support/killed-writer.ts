import { openStore } from '../../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import { sealLedger } from '../../../../src/store/ledger/seal-ledger.ts'
import { foldLoaded } from '../../../../src/store/load/fold-loaded.ts'

/*
 * Folds what is loaded, seals, or ingests one event, so that it can be killed meanwhile.
 *
 * Usage: node killed-writer.ts STORE fold|seal|EVENT
 */
const [, , path = '', work = ''] = process.argv
const { db, close } = await openStore({ kind: 'sqlite', path })
process.stdout.write('started\n')
if (work === 'fold') await foldLoaded(db)
else if (work === 'seal') await sealLedger(db, { settledAfterDays: 0, partRows: 5 })
else await ingestRecords(db, [JSON.parse(work)])
await close()
