const VALID = 'from_snapshot <= ? AND until_snapshot > ?'

/**
 * SQL for what a snapshot shows of traders: their stats `s`, and where it has a point for the cutoff's day, that day's
 * close `c`. It takes {@link shownAt}; relies on the keys of both tables, trader first.
 */
export const SHOWN_STATS =
  'trader_stats s LEFT JOIN trader_closes c ON c.trader_id = s.trader_id ' +
  `AND c.${VALID.replace(' AND ', ' AND c.')}`

/** SQL that is true for the stats that a snapshot shows; it takes {@link shownAt}. */
export const IS_SHOWN = `s.${VALID.replace(' AND ', ' AND s.')}`

/** The values that {@link SHOWN_STATS} and {@link IS_SHOWN} take, each: a snapshot's id. */
export function shownAt(snapshot: number): [number, number] {
  return [snapshot, snapshot]
}

const CHANGE = 'COALESCE(c.change, 0)'
const PNL = `s.pnl + ${CHANGE}`

/** SQL for the numbers that move with the price at the cutoff; exact like those that a full refresh writes. */
export const SHOWN = {
  pnl: PNL,
  official: 's.official + COALESCE(c.official_change, 0)',
  // The cutoff's day is one more step of the drawdown (metrics/drawdown-state.ts).
  maxDrawdown: `CASE WHEN s.drawdown_peak - (${PNL}) > s.drawdown_worst THEN s.drawdown_peak - (${PNL}) ELSE s.drawdown_worst END`,
  unrealized: `s.unrealized + ${CHANGE}`,
  // Nothing at work means no return, whatever the holdings have come to.
  roi: `CASE WHEN ${CHANGE} = 0 OR s.roi IS NULL THEN s.roi ELSE CAST(s.pnl + c.change AS DOUBLE PRECISION) / CAST(s.start_value + s.bought AS DOUBLE PRECISION) END`,
} as const
