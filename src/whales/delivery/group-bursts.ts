import type { Seconds } from '../../ledger/quantities.ts'

/** So many alerts by one trader within {@link BURST_SECONDS} become one message. */
export const BURST_SIZE = 5
/** The length of time, its end not included, within which alerts are one burst. */
export const BURST_SECONDS = 60

/**
 * Splits one trader's alerts, in order of time, into messages: a group of five or more that lie within a minute, or
 * one alert alone. No five that stay alone lie within a minute.
 */
export function groupBursts<Alert extends { time: Seconds }>(
  alerts: readonly Alert[],
): [Alert, ...Alert[]][] {
  const groups: [Alert, ...Alert[]][] = []
  let end = 0
  for (let i = 0; i < alerts.length; ) {
    const first = alerts[i]
    if (first === undefined) break
    while ((alerts[end]?.time ?? Infinity) < first.time + BURST_SECONDS) end++
    const size = end - i >= BURST_SIZE ? end - i : 1
    groups.push([first, ...alerts.slice(i + 1, i + size)])
    i += size
  }
  return groups
}
