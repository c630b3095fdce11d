/** A sleep that can be woken. */
export interface InterruptibleSleep {
  /** Resolves after so many milliseconds, when woken, or when the signal aborts; immediately if woken since the last one. */
  sleep(milliseconds: number): Promise<void>
  wake(): void
}

/** Makes a sleep that ends early when there is something to do. */
export function interruptibleSleep(signal: AbortSignal): InterruptibleSleep {
  let woken = false
  let end: (() => void) | null = null
  const wake = () => {
    woken = true
    end?.()
  }
  signal.addEventListener('abort', wake, { once: true })
  return {
    wake,
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        // Later in any case than what wakes us together: answers that came at once are one round.
        const timer = setTimeout(() => end?.(), milliseconds)
        end = () => {
          clearTimeout(timer)
          end = null
          woken = false
          setImmediate(resolve)
        }
        if (woken) end()
      }),
  }
}
