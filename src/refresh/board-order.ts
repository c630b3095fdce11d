import { MIN_ROI_VOLUME, type Tab } from '../metrics/leaderboards.ts'
import type { Standings } from './standings.ts'

/**
 * Trader ids of a tab's board, best first: by metric descending, then volume descending, then address ascending.
 * @param addressRank places of the traders' addresses in byte order, by trader id
 */
export function boardOrder(tab: Tab, standings: Standings, addressRank: Int32Array): Int32Array {
  const metric = standings[tab.metric]
  const { volume, trader } = standings
  const rows = eligibleRows(tab, standings)
  rows.sort((a, b) => {
    const byMetric = (metric[b] ?? 0) - (metric[a] ?? 0)
    if (byMetric !== 0) return byMetric
    const byVolume = (volume[b] ?? 0) - (volume[a] ?? 0)
    if (byVolume !== 0) return byVolume
    return (addressRank[trader[a] ?? 0] ?? 0) - (addressRank[trader[b] ?? 0] ?? 0)
  })
  return Int32Array.from(rows, (row) => trader[row] ?? 0)
}

/** Standings hold only who traded, which is all that pnl and volume ask for. */
function eligibleRows(tab: Tab, { count, volume, roi }: Standings): Uint32Array {
  const rows = new Uint32Array(count)
  let eligible = 0
  for (let row = 0; row < count; row++) {
    if (tab.metric === 'roi' && !((volume[row] ?? 0) >= MIN_ROI_VOLUME && !Number.isNaN(roi[row]))) continue
    rows[eligible++] = row
  }
  return rows.subarray(0, eligible)
}
