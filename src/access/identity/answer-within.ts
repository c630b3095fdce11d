/** Parts that the time is waited in. */
const PARTS = 5

/**
 * The answer, or a rejection when it takes longer. A process or a whole machine that stood still must not take the
 * other side for gone: however long it stood, that counts for one part of the time, and what lies on the socket
 * already when the time is over still counts.
 * @param milliseconds how long the answer may take
 */
export function answerWithin<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
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
