import type { Figures } from './judge.ts'

/** The options of a run of faults. */
export interface FaultOptions {
  /** Requests a second. */
  rate: number
  /** How long each fault lasts, in milliseconds. */
  lasts: number
}

/** The result of a fault: the callers' figures, or a finding in one sentence. A failed check rejects. */
export type Outcome = Figures | { checked: string }

/** Faults of the same parts. */
export interface FaultGroup {
  names: readonly string[]
  /** Starts the parts. */
  open(): Promise<OpenGroup>
}

/** Parts that run, and can be harmed. */
export interface OpenGroup {
  /** Causes the fault, ends it, and returns the result. */
  run(name: string, options: FaultOptions): Promise<Outcome>
  close(): Promise<void>
}
