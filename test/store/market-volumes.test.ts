import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, MarketInfo } from '../../src/ledger/event.ts'
import { DAY_SECONDS, dayOf } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { apiIdentity } from '../../src/store/ingest/api-events.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { readVolumes } from '../../src/store/markets/market-facts.ts'
import { readMarketList } from '../../src/store/markets/market-list.ts'
import { rebuild } from '../../src/store/verify/check-rebuild.ts'
import { disorder, ingestInCuts, shuffled } from './support/disorder.ts'
import { describeEngines } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { MARKET_LINES, randomLedger } from './support/random-ledger.ts'

const MARKETS: MarketInfo[] = MARKET_LINES.map((market, i) => ({
  ...market,
  category: i === 0 ? null : i < 3 ? 'politics' : 'sports',
}))

/** A row of the Data API for a chain's fill: in other dollars, with any role or null. */
interface Told {
  isTold: boolean
  role: 'TAKER' | 'MAKER' | null
  more: number
}

const told = fc.array(
  fc.record<Told>({
    isTold: fc.boolean(),
    role: fc.constantFrom('TAKER', 'MAKER', null),
    more: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 60, maxLength: 60 },
)

function rowsOf(events: readonly LedgerEvent[], rows: readonly Told[]): LedgerEvent[] {
  return events.flatMap((event, i) => {
    const row = rows[i]
    if (event.kind !== 'FILL' || !row?.isTold) return []
    const identity = Buffer.from(apiIdentity(`${event.tx}`, 0)).toString('hex')
    const place = { block: null, logIndex: null, row: identity, exchange: null, counterparty: null }
    return [{ ...event, ...place, role: row.role, usd: event.usd + row.more, fee: 0 }]
  })
}

interface StoredFill {
  market: number
  role: number | null
  usd: number
  time: number
}

/**
 * The markets in order, by their definition: the dollars of the fills with the role TAKER up to a time; of all fills where no
 * role is known; −1 where only some are.
 */
async function slowOrder(db: Database, category: string | null, upTo: number) {
  const fills = await db.all<StoredFill>(
    'SELECT k.condition_id AS market, f.role, f.usd, f.time FROM fills f JOIN tokens k ON k.id = f.token_id',
  )
  const markets = await db.all<{ id: number; category: string | null }>(
    'SELECT condition_id AS id, category FROM markets',
  )
  return markets
    .filter((market) => category === null || market.category === category)
    .map(({ id }) => {
      const own = fills.filter(({ market, time }) => market === id && time <= upTo)
      const unknown = own.filter(({ role }) => role === null)
      const counted = unknown.length > 0 ? unknown : own.filter(({ role }) => role === 1)
      const isKnown = unknown.length === 0 || unknown.length === own.length
      const volume = isKnown ? counted.reduce((sum, { usd }) => sum + usd, 0) : -1
      return { market: id, volume, isTraded: own.length > 0 }
    })
    .sort((a, b) => b.volume - a.volume || b.market - a.market)
}

/** Maximum number of moments when a volume may change: at an event, just before it, and at a day's last second. */
const MOMENTS = 8

function momentsOf(events: readonly LedgerEvent[]): number[] {
  const times = events.map(({ time }) => time)
  const all = [...new Set(times.flatMap((time) => [time - 1, time, (dayOf(time) + 1) * DAY_SECONDS - 1]))]
  return all.filter((_, i) => i % Math.ceil(all.length / MOMENTS) === 0)
}

async function expectSlowVolumes(db: Database, moments: readonly number[]): Promise<void> {
  for (const upTo of moments) {
    for (const category of [null, 'politics']) {
      const slow = await slowOrder(db, category, upTo)
      const list = (await readMarketList(db, upTo)).select('VOLUME', { category })
      const rows = Array.from({ length: list.count }, (_, i) => list.at(i))
      expect(rows.map(({ market, volume, isTraded }) => ({ market, volume, isTraded }))).toEqual(slow)
      const traded = (await readMarketList(db, upTo)).select('VOLUME', { category, isTraded: true })
      expect(Array.from({ length: traded.count }, (_, i) => traded.at(i).market)).toEqual(
        slow.filter(({ isTraded }) => isTraded).map(({ market }) => market),
      )
      const volumes = await readVolumes(
        db,
        slow.map(({ market }) => market),
        { upTo },
      )
      const shown = slow.map(({ market }) => (volumes.get(market) === null ? -1 : (volumes.get(market) ?? 0)))
      expect(shown).toEqual(slow.map(({ volume }) => volume))
    }
  }
}

describeEngines("a market's volume", (open, engine) => {
  test("is the sum of its takers' fills, or of all if no role is known, at every moment, after late, repeated, doubly sourced and undone events", async () => {
    const block = fc.integer({ min: 0, max: 100 })
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        fc.boolean(),
        told,
        disorder,
        block,
        async (drawnEvents, isKnown, rows, drawn, undone) => {
          const events = drawnEvents.map((event) =>
            event.kind === 'FILL' && !isKnown ? { ...event, role: null } : event,
          )
          const [store, afresh] = [await open(), await open()]
          const everything = [...events, ...rowsOf(events, rows)]
          const moments = momentsOf(events)
          await ingestRecords(store.db, MARKETS)
          await ingestInCuts(store, shuffled(everything, drawn.order), drawn.cuts)
          await expectSlowVolumes(store.db, moments)
          await createLedgerWriter(store.db).undo(undone, async () => undefined)
          await expectSlowVolumes(store.db, moments)
          await ingestRecords(store.db, shuffled(events, drawn.order))
          await expectSlowVolumes(store.db, moments)
          await rebuild(store.db, afresh.db)
          expect((await dumpLedger(afresh.db)).volumes).toEqual((await dumpLedger(store.db)).volumes)
          await Promise.all([store.close(), afresh.close()])
        },
      ),
      { numRuns: engine === 'sqlite' ? 6 : 2 },
    )
  })
})
