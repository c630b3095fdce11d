import type { Seconds } from './ledger/quantities.ts'

export type Clock = () => Seconds

/** The time that it is. The demo world has a time of its own. */
export const WALL_CLOCK: Clock = () => Math.floor(Date.now() / 1_000)

/** Minutes for which events and snapshots are only for Pro, unless the operator sets another time. */
export const DELAY_MINUTES = 60
