import { demoWorld } from '../seeds/world.ts'
import { type WorldOptions, worldSize } from '../seeds/world-options.ts'
import type { SourceRecord } from '../src/ledger/event.ts'
import { DAY_SECONDS } from '../src/ledger/quantities.ts'
import { refresh } from '../src/refresh/publish/refresh.ts'
import { ingestRecords } from '../src/sources/files/ingest.ts'
import type { Store } from '../src/store/engine/store.ts'

/**
 * Writes the simulated world into a store, the last days one by one, and publishes a snapshot after each.
 * @param last days that come one by one, behind all days before them
 * @returns the id of each snapshot
 */
export async function* daysInTurn(
  { db }: Pick<Store, 'db'>,
  world: WorldOptions | undefined,
  last: number,
): AsyncGenerator<number> {
  const records = demoWorld(world)
  let next = records.next()
  let start: number | null = null
  const upTo = function* (days: number): Generator<SourceRecord> {
    for (; !next.done; next = records.next()) {
      if ('time' in next.value) {
        start ??= next.value.time
        if (next.value.time >= start + days * DAY_SECONDS) return
      }
      yield next.value
    }
  }
  const { days } = worldSize(world)
  for (let day = days - last; !next.done; day++) {
    await ingestRecords(db, upTo(day), { simulated: true })
    await refresh(db)
    yield (await db.get<{ id: number }>('SELECT MAX(id) AS id FROM snapshots'))?.id ?? 0
  }
}
