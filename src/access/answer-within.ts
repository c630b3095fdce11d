/**
 * The answer, or a rejection when it takes longer. What lies on the socket already when the time is over still counts:
 * a process that was too busy to read an answer must not take the other side for gone.
 * @param milliseconds how long the answer may take
 */
export function answerWithin<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${milliseconds} ms`))
    // Immediates run after sockets were read, timers before.
    const timer = setTimeout(() => setImmediate(late), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
