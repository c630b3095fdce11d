import type { Day } from '../../ledger/quantities.ts'
import { addProductTo, emptySum, type RunningSum, resetSum } from '../../metrics/running-sum.ts'
import { createForesightColumns } from './foresight-columns.ts'
import type { Write } from './publisher-lease.ts'

/** What of a fill counts for prescience. */
export interface ForesightTerms {
  usd: number
  /** By how much the price moved the trader's way, in micro-dollars a share. */
  moved: number
  /** The market's number, below 2^27. */
  market: number
}

/** Rows on their way to `foresight_days`: a day's fills are added up until the day is over. */
export interface ForesightRows {
  /** Adds a fill; the days ascend. */
  add(day: Day, trader: number, terms: ForesightTerms): void
  /** Makes rows of the day that is open. */
  closeDay(): void
  /** Rows that are not written yet. */
  readonly size: number
  /** Rows written so far. */
  readonly written: number
  write(write: Write): Promise<void>
}

/** What a trader's fills of the open day add up to. */
interface OpenRow {
  fills: number
  usd: number
  moved: RunningSum
}

/** Market numbers are below this, and traders below 2^26: both are one number. */
const MARKET_LIMIT = 2 ** 27

/** An empty set of rows. */
export function createForesightRows(): ForesightRows {
  const columns = createForesightColumns()
  const open = new Map<number, OpenRow>()
  /** Rows of days that are over, used again. */
  const spare: OpenRow[] = []
  /** Trader and market of each of the day's fills. */
  let markets: number[] = []
  let openDay = -1
  let written = 0

  const rowOf = (trader: number): OpenRow => {
    const known = open.get(trader)
    if (known) return known
    const row = spare.pop() ?? { fills: 0, usd: 0, moved: emptySum() }
    open.set(trader, row)
    return row
  }
  const close = (trader: number) => {
    const row = open.get(trader)
    if (!row) return
    columns.add({ trader, day: openDay, ...row })
    row.fills = 0
    row.usd = 0
    resetSum(row.moved)
    spare.push(row)
  }
  const closeDay = () => {
    eachTrader(markets, columns.addMarket, close)
    markets = []
    open.clear()
  }
  return {
    add(day, trader, { usd, moved, market }) {
      if (day !== openDay) closeDay()
      openDay = day
      const row = rowOf(trader)
      row.fills += 1
      row.usd += usd
      addProductTo(row.moved, usd, moved)
      markets.push(trader * MARKET_LIMIT + market)
    },
    closeDay,
    get size() {
      return columns.size
    },
    get written() {
      return written
    },
    async write(write) {
      written += columns.size
      await columns.write(write)
    },
  }
}

/** Sums each trader's distinct markets, ascending, and calls `use` after each trader. */
function eachTrader(
  markets: readonly number[],
  addMarket: (market: number) => void,
  use: (trader: number) => void,
): void {
  const sorted = Float64Array.from(markets).sort()
  let last = -1
  for (let i = 0; i < sorted.length; i++) {
    const pair = sorted[i] ?? 0
    const trader = Math.floor(pair / MARKET_LIMIT)
    if (pair !== last) addMarket(pair - trader * MARKET_LIMIT)
    last = pair
    const next = sorted[i + 1]
    if (next === undefined || next >= (trader + 1) * MARKET_LIMIT) use(trader)
  }
}
