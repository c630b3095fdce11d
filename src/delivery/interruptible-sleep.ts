export interface InterruptibleSleep {
  /**
   * Resolves after this number of milliseconds, when woken, or when the signal aborts; immediately if woken since the
   * last sleep.
   */
  sleep(milliseconds: number): Promise<void>
  wake(): void
}

/** Makes a sleep that `wake` ends early. */
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
        // A later phase of the event loop than the wakers', so that simultaneous answers make one round.
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
