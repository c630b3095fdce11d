import { type CalibrationBin, calibrationBin } from '../../metrics/calibration.ts'
import { PRICE_BINS } from '../../metrics/price-bin.ts'
import { type Cells, numberAt, rowsOf } from './cells.ts'

/** The bins that hold a buy, a row each; the interval follows from the rest. */
export function calibrationCells(bins: readonly CalibrationBin[]): Cells {
  const cells: (number | null)[] = []
  bins.forEach(({ count, meanPrice, outcomeRate, effective }, bin) => {
    if (count > 0) cells.push(bin, count, meanPrice, outcomeRate, effective)
  })
  return cells
}

/** What {@link calibrationCells} was made from. */
export function calibrationFrom(cells: Cells): CalibrationBin[] {
  const bins = Array.from({ length: PRICE_BINS }, (_, bin) => calibrationBin(bin, null))
  for (const row of rowsOf(cells, 5)) {
    const bin = numberAt(row, 0)
    const [count, meanPrice] = [numberAt(row, 1), numberAt(row, 2)]
    bins[bin] = calibrationBin(bin, {
      count,
      meanPrice,
      outcomeRate: numberAt(row, 3),
      effective: numberAt(row, 4),
    })
  }
  return bins
}
