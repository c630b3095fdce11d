import { createLabels } from '../../src/access/accounts/labels.ts'
import { DAY_SECONDS, MICRO, type Seconds } from '../../src/ledger/quantities.ts'
import { createAlertReader } from '../../src/store/alerts/alert-reader.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createAlertDesk } from '../../src/whales/alerts/alert-desk.ts'
import type { RadarRecord } from '../../src/whales/alerts/radar-record.ts'

/**
 * Subtracts the radar's public record of each week from that of the week after: what the implied rates leave open for the
 * prices of the alerts that were decided in between.
 * @param from the start of the first week
 * @param now the wall clock
 * @returns for each board and week with such alerts, the wallets with an alert on that board that can be one of them
 */
export async function linkRecord(db: Database, from: Seconds, now: Seconds): Promise<number[]> {
  const all = await createAlertReader(db).list({}, 1_000_000, null)
  const weeks: (readonly RadarRecord[])[] = []
  for (let at = from; at <= now; at += 7 * DAY_SECONDS) {
    const desk = createAlertDesk({
      db,
      labels: createLabels(null, 'alerts'),
      delayMinutes: 60,
      now: () => at + 3_600,
    })
    weeks.push((await desk.record('ANONYMOUS')).records)
  }
  return weeks.slice(1).flatMap((records, i) =>
    records.flatMap((record) => {
      const before = weeks[i]?.find(({ board }) => board === record.board)
      const decided = record.decided - (before?.decided ?? 0)
      if (decided <= 0) return []
      const own = all.filter(
        ({ boards }) => record.board === null || boards.split(' ').includes(record.board),
      )
      const { least, most } = pricesBetween(before, record, decided)
      const possible = own.filter(({ usd, shares, side }) => {
        const price = side === 0 ? usd / shares : 1 - usd / shares
        return price >= least - 1 / MICRO && price <= most + 1 / MICRO
      })
      return [new Set(possible.map(({ trader }) => trader)).size]
    }),
  )
}

/** Between what each newly decided alert's implied rate must be, where the others can have any. */
function pricesBetween(before: RadarRecord | undefined, after: RadarRecord, decided: number) {
  const sumOf = (record: RadarRecord | undefined) => {
    if (record === undefined || record.decided === 0) return { least: 0, most: 0 }
    const { impliedRate, decided: count } = record
    if (impliedRate === null) return { least: 0, most: count }
    return { least: (impliedRate - 0.005) * count, most: (impliedRate + 0.005) * count }
  }
  const [then, now] = [sumOf(before), sumOf(after)]
  return { least: now.least - then.most - (decided - 1), most: now.most - then.least }
}
