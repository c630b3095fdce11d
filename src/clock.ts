import type { Seconds } from './ledger/quantities.ts'

export type Clock = () => Seconds

/** The time that it is. The demo world has a time of its own. */
export const WALL_CLOCK: Clock = () => Math.floor(Date.now() / 1_000)
