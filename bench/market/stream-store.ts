import { DAY_SECONDS, dayOf, type Seconds, weekStart } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { SETTLED_AFTER_DAYS } from '../../src/store/ledger/seal-ledger.ts'
import { makeMarketStore, walletOf } from './market-store.ts'
import { createNewFills } from './new-fills.ts'
import { holdersShape } from './shapes.ts'
import { keysFor, makeWhale } from './whale-subscription.ts'

/** Fills of the day that is sealed at the midnight. */
const DUE_FILLS = 45_000
const FILLS_A_WRITE = 5_000

/** A store as a follower of the chain left it. */
export interface StreamStore {
  /** The next midnight: a day is settled then, and more of its fills are rows than a segment needs. It is no Monday's. */
  midnight: Seconds
  /** Keys for streams of alerts. */
  keys: readonly string[]
}

/** Makes the published store, with one more trader than the holders, whose large fills are alerts. */
export async function makeStreamStore(path: string, traders: number, streams: number): Promise<StreamStore> {
  const shape = holdersShape(traders)
  const { db, close } = await makeMarketStore({ kind: 'sqlite', path }, shape)
  const news = createNewFills(shape, {
    traders: { first: 0, count: traders + 1 },
    markets: { first: 0, count: Math.floor(shape.markets * 0.9) },
  })
  for (let made = 0; made < DUE_FILLS; made += FILLS_A_WRITE)
    await ingestRecords(db, news.take(FILLS_A_WRITE, news.after()))
  const whale = walletOf(traders)
  const midnight = (dayOf(news.after()) + SETTLED_AFTER_DAYS + 1) * DAY_SECONDS
  // No day of a snapshot that is shown is sealed: this one is of the day before the midnight.
  await ingestRecords(
    db,
    news.take(1, midnight - 3_600).map((fill) => ({ ...fill, owner: whale })),
  )
  const weeks: number[] = []
  for (let week = weekStart(dayOf(shape.start)); week <= dayOf(midnight); week += 7) weeks.push(week)
  await makeWhale(db, whale, weeks)
  await refresh(db)
  await updateSmartMoney(db)
  const keys = await keysFor(db, streams)
  await close()
  return { midnight, keys }
}
