import fc from 'fast-check'
import type { SourceRecord } from '../../../src/ledger/event.ts'
import type { Store } from '../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'

/** Puts records into a shuffled order, some of them twice, cut into batches. */
export const disorder = fc.record({
  order: fc.infiniteStream(fc.nat()),
  cuts: fc.infiniteStream(fc.integer({ min: 1, max: 12 })),
})

/** The records in the order drawn, a part of them twice. */
export function shuffled(records: readonly SourceRecord[], order: Iterator<number>): SourceRecord[] {
  const placed = records.flatMap((record) => {
    const place = order.next().value ?? 0
    return place % 4 === 0
      ? [
          { record, place },
          { record, place: place / 3 },
        ]
      : [{ record, place }]
  })
  return placed.sort((a, b) => a.place - b.place).map(({ record }) => record)
}

/** Takes records in, a few at a time. */
export async function ingestInCuts(
  store: Store,
  records: readonly SourceRecord[],
  cuts: Iterator<number>,
): Promise<void> {
  for (let start = 0; start < records.length; ) {
    const end = start + (cuts.next().value ?? 1)
    await ingestRecords(store.db, records.slice(start, end))
    start = end
  }
}
