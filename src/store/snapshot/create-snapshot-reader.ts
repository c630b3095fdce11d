import { PequodError } from '../../errors.ts'
import type { Database } from '../engine/database.ts'
import { createMarketStore } from '../markets/market-store.ts'
import { createSmartMoneyStore } from '../smart-money/smart-money-store.ts'
import { createTradeStore } from '../trades/trade-store.ts'
import { keepNames } from './keep-names.ts'
import { createAnalyticsReader } from './read-analytics.ts'
import { type ComputeAsOf, createAsOfReader } from './read-as-of.ts'
import { createBoardReader } from './read-boards.ts'
import { createTraderReader } from './read-traders.ts'
import { createGapReader } from './snapshot-gaps.ts'
import type { SnapshotReader, TraderAsker } from './snapshot-reader.ts'

/** How a reader comes by what is not published. */
export interface SnapshotReaderOptions {
  asker: TraderAsker
  /** Publishes the snapshot as of a day. @default nobody: only days that a refresh published can be read */
  computeAsOf?: ComputeAsOf
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** A reader on the store's committed rows. */
export function createSnapshotReader(db: Database, options: SnapshotReaderOptions): SnapshotReader {
  const clock = options.clock ?? (() => performance.now())
  const { hidden, ...boards } = createBoardReader(db, clock, options.computeAsOf ?? nobodyComputes)
  const traders = createTraderReader(db, boards.order)
  const trades = createTradeStore(db)
  const marketStore = createMarketStore(db)
  const asked = shownBy(options.asker, hidden)
  const compute = options.computeAsOf ?? nobodyComputes
  return {
    ...boards,
    ...createAsOfReader(db, boards.current, compute),
    ...traders,
    ...asked,
    tradersById: keepNames(traders.tradersById, clock),
    ...createAnalyticsReader(db),
    gaps: createGapReader(db),
    smartMoney: createSmartMoneyStore(db),
    trades: { ...trades, tokens: keepNames(trades.tokens, clock) },
    marketStore: { ...marketStore, byId: keepNames(marketStore.byId, clock) },
  }
}

/** Without traders who opted out. */
function shownBy(asker: TraderAsker, hidden: () => Promise<ReadonlySet<number>>): TraderAsker {
  const shown = async (ids: readonly number[]) => {
    const out = await hidden()
    return out.size === 0 ? ids : ids.filter((id) => !out.has(id))
  }
  return {
    stats: async (snapshot, scope, ids) => asker.stats(snapshot, scope, await shown(ids)),
    series: async (snapshot, ids, category) => asker.series(snapshot, await shown(ids), category),
    analytics: async (snapshot, ids) => asker.analytics(snapshot, await shown(ids)),
    positions: async (snapshot, upTo, ids) => asker.positions(snapshot, upTo, await shown(ids)),
  }
}

async function nobodyComputes(): Promise<never> {
  throw new PequodError('SERVICE_UNAVAILABLE', 'The answer as of this day is not computed yet: retry.')
}
