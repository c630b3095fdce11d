/** The number of blocks in one request. */
export interface WindowLimits {
  /** The first window. @default 100 */
  start: number
  /** @default 1 */
  min: number
  /** @default 2000 */
  max: number
}

const DEFAULT_WINDOW: WindowLimits = { start: 100, min: 1, max: 2_000 }

/** An answer of fewer logs leaves room for more blocks. */
const FEW_LOGS = 2_500
/** An answer of more logs is as large as is good for either side. */
const MANY_LOGS = 10_000
/** Maximum consecutive successes before a window size that has failed is retried a little larger. */
const MAX_CAUTION = 64

/**
 * The number of blocks to ask for: doubled while answers are small and quick, halved when a node balks. After that it
 * grows by a quarter, and ever more rarely, so that a node's fixed limit is found and not run into at every step.
 */
export class WindowSize {
  readonly #limits: WindowLimits
  #size: number
  /** Good answers needed before the next growth; 0 until the first failure. */
  #caution = 0
  #good = 0

  /** Limits are in blocks; `min` to `max`, with `start` brought between them. */
  constructor(limits: Partial<WindowLimits> = {}) {
    this.#limits = { ...DEFAULT_WINDOW, ...limits }
    this.#size = 0
    this.#set(this.#limits.start)
  }

  /** Blocks in the next window. */
  get blocks(): number {
    return this.#size
  }

  /** Records an answer: its blocks, its logs, and the part of the time limit that it took (0 to 1). */
  answered(blocks: number, logs: number, part: number): void {
    if (logs > MANY_LOGS || part > 0.5) this.#set(Math.min(this.#size, blocks / 2))
    else if (blocks >= this.#size && logs < FEW_LOGS && part < 0.25) this.#grow()
  }

  /** Records that a request for this number of blocks was too large. */
  balked(blocks: number): void {
    this.#caution = Math.min(MAX_CAUTION, Math.max(1, this.#caution * 2))
    this.#good = 0
    this.#set(Math.min(this.#size, blocks / 2))
  }

  #grow(): void {
    this.#good++
    if (this.#good < this.#caution) return
    this.#good = 0
    this.#set(this.#caution === 0 ? this.#size * 2 : Math.max(this.#size + 1, this.#size * 1.25))
  }

  #set(blocks: number): void {
    this.#size = Math.max(this.#limits.min, Math.min(this.#limits.max, Math.floor(blocks)))
  }
}
