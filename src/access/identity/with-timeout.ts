/** Parts that the time is waited in. */
const PARTS = 5

/**
 * The answer, or a rejection when it takes longer. A stall of this process or machine must not count as the other side's:
 * however long, it counts as one part of the time, and data already on the socket when the time is over still counts.
 * @param milliseconds how long the answer may take
 */
export function withTimeout<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${milliseconds} ms`))
    let left = PARTS
    let timer: NodeJS.Timeout
    const wait = () => {
      timer = setTimeout(() => {
        left--
        // Immediates run after sockets were read, timers before.
        if (left === 0) setImmediate(late)
        else wait()
      }, milliseconds / PARTS)
    }
    wait()
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
