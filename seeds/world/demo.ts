import type { SourceRecord } from '../../src/ledger/event.ts'
import { DAY_SECONDS } from '../../src/ledger/quantities.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import { type IngestReport, ingestRecords } from '../../src/sources/files/ingest.ts'
import { demoWorld } from './world.ts'
import { type WorldOptions, worldSize } from './world-options.ts'

/** How the demo world is planted. */
export interface DemoSeedOptions {
  /** @default the world of 120 days */
  world?: WorldOptions
  /** Called after each simulated day with the finished fraction of the world, from 0 to 1. */
  onProgress?(share: number): void
}

/**
 * Writes the simulated world into a store and marks its ledger as simulated: all of it, or nothing where it fails. Doing
 * it again changes nothing.
 */
export async function seed(store: Pick<Store, 'db'>, options: DemoSeedOptions = {}): Promise<IngestReport> {
  const { days } = worldSize(options.world)
  const report = (day: number) => options.onProgress?.(Math.min(1, day / days))
  return ingestRecords(store.db, reportingDays(demoWorld(options.world), report), { simulated: true })
}

function* reportingDays(
  records: Iterable<SourceRecord>,
  report: (day: number) => void,
): Generator<SourceRecord> {
  let start: number | null = null
  let day = 0
  for (const record of records) {
    if ('time' in record) {
      start ??= record.time
      const passed = Math.floor((record.time - start) / DAY_SECONDS)
      if (passed > day) {
        day = passed
        report(day)
      }
    }
    yield record
  }
}
