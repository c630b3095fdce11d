import type { MarketResult } from '../../metrics/market-extremes.ts'
import { PRICE_BINS } from '../../metrics/price-bin.ts'
import type {
  BehaviourSums,
  DrawdownRecord,
  PeriodRecord,
  UnitFigures,
} from '../../store/snapshot/trader-record.ts'
import { calibrationCells, calibrationFrom } from './calibration-cells.ts'
import {
  type Cells,
  dense,
  nullableAt,
  numberAt,
  rowsOf,
  sparse,
  withDefaults,
  withoutDefaults,
} from './cells.ts'
import { groupCells, groupsFrom } from './group-cells.ts'
import { largeIntegerCells, largeIntegerFrom } from './large-integer-cells.ts'

// A trader without units, holdings or fills: such cells need not be stored.
const NO_UNITS = [0, 0, 0, 0, null, null, null, null, null]
const NO_DRAWDOWN = [0, 0, 0, 0]
const NO_BEHAVIOUR = [0, 0, 0, 0, 0, 0, 0, null]

/** A record as parts of cells, in the order in which {@link recordFrom} reads them. */
export function recordCells(record: PeriodRecord): Cells[] {
  const { behaviour } = record
  return [
    withoutDefaults(unitCells(record.units), NO_UNITS),
    withoutDefaults(drawdownCells(record.drawdown), NO_DRAWDOWN),
    withoutDefaults(behaviourCells(behaviour, record.markets), NO_BEHAVIOUR),
    sparse(behaviour.hours),
    sparse(behaviour.entryUsd),
    largeIntegerCells(behaviour.usdSquares),
    pairsOf(record.volumeByCategory),
    groupCells(record),
    calibrationCells(record.calibration),
    marketCells(record.best),
    marketCells(record.worst),
  ]
}

/** The record of {@link recordCells}; parts that are missing are empty. Throws a RangeError for damaged cells. */
export function recordFrom(parts: readonly Cells[]): PeriodRecord {
  const part = (at: number) => parts[at] ?? []
  const counts = withDefaults(part(2), NO_BEHAVIOUR)
  return {
    units: unitsFrom(withDefaults(part(0), NO_UNITS)),
    drawdown: drawdownFrom(withDefaults(part(1), NO_DRAWDOWN)),
    behaviour: {
      ...countsFrom(counts),
      hours: dense(part(3), 24),
      entryUsd: dense(part(4), PRICE_BINS),
      usdSquares: largeIntegerFrom(part(5)),
    },
    markets: numberAt(counts, 6),
    volumeByCategory: rowsOf(part(6), 2).map((row) => [numberAt(row, 0), numberAt(row, 1)]),
    ...groupsFrom(part(7)),
    calibration: calibrationFrom(part(8)),
    best: marketsFrom(part(9)),
    worst: marketsFrom(part(10)),
  }
}

function pairsOf(pairs: readonly (readonly [number, number])[]): Cells {
  const cells: number[] = []
  for (const [a, b] of pairs) cells.push(a, b)
  return cells
}

function marketCells(markets: readonly MarketResult[]): Cells {
  const cells: number[] = []
  for (const { condition, pnl } of markets) cells.push(condition, pnl)
  return cells
}

function unitCells(units: UnitFigures): Cells {
  const { decided, wins, losses, dollarUnits, largestWin, largestLoss } = units
  const ratios = [units.profitFactor, units.sharpeRatio, units.sortinoRatio]
  return [decided, wins, losses, dollarUnits, largestWin, largestLoss, ...ratios]
}

function unitsFrom(cells: Cells): UnitFigures {
  return {
    decided: numberAt(cells, 0),
    wins: numberAt(cells, 1),
    losses: numberAt(cells, 2),
    dollarUnits: numberAt(cells, 3),
    largestWin: nullableAt(cells, 4),
    largestLoss: nullableAt(cells, 5),
    profitFactor: nullableAt(cells, 6),
    sharpeRatio: nullableAt(cells, 7),
    sortinoRatio: nullableAt(cells, 8),
  }
}

function drawdownCells({ before, capitalAtRisk }: DrawdownRecord): Cells {
  return [before.peak, before.worst, before.peakCapital, capitalAtRisk]
}

function drawdownFrom(cells: Cells): DrawdownRecord {
  const before = { peak: numberAt(cells, 0), worst: numberAt(cells, 1), peakCapital: numberAt(cells, 2) }
  return { before, capitalAtRisk: numberAt(cells, 3) }
}

function behaviourCells(behaviour: BehaviourSums, markets: number): Cells {
  const { fills, activeDays, makerFills, knownRoleFills, buys, lots, holdingTime } = behaviour
  // A median of whole seconds is a whole number of half seconds, and shorter so.
  const halfSeconds = holdingTime === null ? null : Math.round(holdingTime * 7200)
  return [fills, activeDays, makerFills, knownRoleFills, buys, lots, markets, halfSeconds]
}

function countsFrom(cells: Cells) {
  const halfSeconds = nullableAt(cells, 7)
  return {
    fills: numberAt(cells, 0),
    activeDays: numberAt(cells, 1),
    makerFills: numberAt(cells, 2),
    knownRoleFills: numberAt(cells, 3),
    buys: numberAt(cells, 4),
    lots: numberAt(cells, 5),
    holdingTime: halfSeconds === null ? null : halfSeconds / 2 / 3600,
  }
}

function marketsFrom(cells: Cells) {
  return rowsOf(cells, 2).map((row) => ({ condition: numberAt(row, 0), pnl: numberAt(row, 1) }))
}
