import type { Config } from '../../config/config.ts'
import { type Check, fine, notice, wrong } from './check.ts'
import { type ClockOffset, clockOffsets } from './clock-offsets.ts'

/** Largest acceptable error of the ages of snapshots and alerts, in seconds. */
const WORTH_KNOWING = 5
/** From this offset on, valid bearer tokens are refused: see bearer.ts. */
const HARMFUL = 30

const MEND = 'Keep both machines on network time: `timedatectl set-ntp true`, or chrony.'

/** Compares this machine's clock with those of the configured services; empty if there are none to compare with. */
export async function checkClock(config: Config): Promise<Check[]> {
  return judgeClock(await clockOffsets(config))
}

/** Judges the largest offset. */
export function judgeClock(offsets: readonly ClockOffset[]): Check[] {
  const [worst] = offsets.toSorted((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds))
  if (worst === undefined) return []
  const off = Math.abs(worst.seconds)
  if (off < WORTH_KNOWING) return [fine('Clock', `agrees with ${offsets.map(({ of }) => of).join(' and ')}`)]
  const found = `${Math.round(off)} s ${worst.seconds > 0 ? 'behind' : 'ahead of'} ${worst.of}`
  return [off < HARMFUL ? notice('Clock', found, MEND) : wrong('Clock', found, MEND)]
}
