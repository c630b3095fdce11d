import type { Figures } from './judge.ts'

/** What a run of faults was asked to do. */
export interface FaultOptions {
  /** Requests a second. */
  rate: number
  /** How long each fault lasts, in milliseconds. */
  lasts: number
}

/** What a fault came to: what callers got, or what was seen, in one sentence. A check that fails rejects. */
export type Outcome = Figures | { checked: string }

/** Faults of the same parts. */
export interface FaultGroup {
  names: readonly string[]
  /** Starts the parts. */
  open(): Promise<OpenGroup>
}

/** Parts that run, and can be harmed. */
export interface OpenGroup {
  /** Does the harm, ends it, and tells what came of it. */
  run(name: string, options: FaultOptions): Promise<Outcome>
  close(): Promise<void>
}
