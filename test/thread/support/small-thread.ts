import { CommandError, PequodError } from '../../../src/errors.ts'
import { serveThread, type Work } from '../../../src/thread.ts'

/** Work that does all that a thread's can. */
export type SmallWorks = {
  /** Reports each number up to this one, and answers with their sum. */
  sum: Work<number, number, number>
  fail: Work<'pequod' | 'command' | 'other', null>
  /** Answers after the next `open`. */
  wait: Work<null, string>
  open: Work<null, null>
  /** Ends the thread with an error that nothing catches. */
  crash: Work<null, null>
  exit: Work<null, null>
  column: Work<null, Float64Array<ArrayBuffer>>
}

await serveThread<SmallWorks, { name: string }>(({ name }, stopped) => {
  if (name === 'broken') throw new Error('it cannot open')
  const gate = Promise.withResolvers<void>()
  stopped.addEventListener('abort', () => gate.resolve())
  return {
    works: {
      async sum(last, report) {
        for (let i = 1; i <= last; i++) report(i)
        return (last * (last + 1)) / 2
      },
      async fail(kind) {
        if (kind === 'pequod') throw new PequodError('RATE_LIMITED', 'Too fast.', { retryAfter: 3 })
        if (kind === 'command') throw new CommandError('No such file.')
        throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED', socket: () => null })
      },
      async wait() {
        await gate.promise
        return `${name}${stopped.aborted ? ' was stopped' : ''}`
      },
      async open() {
        gate.resolve()
        return null
      },
      async crash() {
        setImmediate(() => {
          throw new Error('nobody catches this')
        })
        return new Promise(() => undefined)
      },
      exit: () => process.exit(),
      async column() {
        return new Float64Array([1, 2, 3])
      },
    },
    handedOver: (answer) => (answer instanceof Float64Array ? [answer.buffer] : []),
  }
})
