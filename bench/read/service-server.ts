/** The service as it is started, over a store at a `DATABASE_URL`, for benches that ask it from another process. */
import { loadConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { createApp } from '../../src/server/app.ts'
import { listen } from '../../src/server/http/listen.ts'
import { serveMeasured } from '../run/measured-process.ts'

serveMeasured(async ({ databaseUrl, dataDir = '' }: { databaseUrl: string; dataDir?: string }) => {
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    // Above one machine's capacity, so that every request is counted and none is refused.
    RATE_LIMIT_ANONYMOUS: '100000',
    RATE_LIMIT_KEY: '100000',
  })
  const { db } = await openStore(config.database)
  return listen(await createApp({ db, config }), { host: '127.0.0.1', port: 0 })
})
