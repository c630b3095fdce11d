import { PequodError } from '../../errors.ts'

/** The open streams of a process, which are bounded. */
export interface StreamSlots {
  /**
   * Takes a slot, and returns what frees it.
   * @param caller the caller's key in the limiter; null: this process itself
   * @throws PequodError SERVICE_UNAVAILABLE at the limit of the process, RATE_LIMITED at the caller's own
   */
  take(caller: string | null): () => void
}

export interface SlotLimits {
  /** Most open streams. @default 10000 */
  most?: number
  /** Most open streams of one caller. @default 20 */
  mostOfCaller?: number
  /** Called with the number of open streams whenever it changes. @default ignored */
  onChange?(open: number): void
}

/** Counts open streams, and those of each caller. */
export function createStreamSlots(limits: SlotLimits = {}): StreamSlots {
  const { most = 10_000, mostOfCaller = 20, onChange = () => undefined } = limits
  const ofCallers = new Map<string | null, number>()
  let open = 0
  const add = (caller: string | null, change: 1 | -1) => {
    const own = (ofCallers.get(caller) ?? 0) + change
    if (own > 0) ofCallers.set(caller, own)
    else ofCallers.delete(caller)
    open += change
    onChange(open)
  }
  return {
    take(caller) {
      if (open >= most)
        throw new PequodError('SERVICE_UNAVAILABLE', 'Too many open streams: retry later.', { retryAfter: 1 })
      if (caller !== null && (ofCallers.get(caller) ?? 0) >= mostOfCaller) {
        const message = `You have ${mostOfCaller} open streams, the limit per caller: close one, or use a wider filter.`
        throw new PequodError('RATE_LIMITED', message, { retryAfter: 1 })
      }
      add(caller, 1)
      let isFree = false
      return () => {
        if (!isFree) add(caller, -1)
        isFree = true
      }
    },
  }
}
