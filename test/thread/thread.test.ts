import { describe, expect, onTestFinished, test } from 'vitest'
import { CommandError, PequodError } from '../../src/errors.ts'
import { startThread, ThreadEnded } from '../../src/thread.ts'
import type { SmallWorks } from './support/small-thread.ts'

function start(isProcess: boolean, name = 'worker') {
  const thread = startThread<SmallWorks, { name: string }>({
    from: import.meta.url,
    file: 'support/small-thread',
    data: { name },
    isProcess,
  })
  onTestFinished(() => thread.kill())
  return thread
}

describe.each([
  { kind: 'thread', isProcess: false },
  { kind: 'process', isProcess: true },
])('as a $kind', ({ isProcess }) => {
  test('a thread reports progress to whom asked for the work, and then answers', async () => {
    const thread = start(isProcess)
    const [reported, others] = [[] as number[], [] as number[]]
    const sums = [
      thread.ask('sum', 4, (number) => reported.push(number)),
      thread.ask('sum', 2, (number) => others.push(number)),
    ]
    expect(await Promise.all(sums)).toEqual([10, 3])
    expect({ reported, others }).toEqual({ reported: [1, 2, 3, 4], others: [1, 2] })
    expect([...(await thread.ask('column', null))]).toEqual([1, 2, 3])
  })

  test('a thread works on several requests at a time', async () => {
    const thread = start(isProcess)
    const waiting = thread.ask('wait', null)
    await thread.ask('open', null)
    expect(await waiting).toBe('worker')
  })

  test('a failure of the work arrives as what it is, and the thread goes on', async () => {
    const thread = start(isProcess)
    const failures = (['pequod', 'command', 'other'] as const).map((kind) =>
      thread.ask('fail', kind).catch((error: unknown) => error),
    )
    const [pequod, command, other] = await Promise.all(failures)
    expect(pequod).toBeInstanceOf(PequodError)
    expect(pequod).toMatchObject({ code: 'RATE_LIMITED', message: 'Too fast.', retryAfter: 3 })
    expect(command).toBeInstanceOf(CommandError)
    expect(command).toMatchObject({ message: 'No such file.' })
    expect(other).toBeInstanceOf(Error)
    expect(other).toMatchObject({ message: 'refused', code: 'ECONNREFUSED' })
    expect(await thread.ask('sum', 1)).toBe(1)
    expect(thread.hasEnded).toBe(false)
  })

  test('a stopped thread finishes its work first', async () => {
    const thread = start(isProcess)
    const waiting = thread.ask('wait', null)
    await thread.stop()
    expect(await waiting).toBe('worker was stopped')
    expect(thread.hasEnded).toBe(true)
    await expect(thread.ask('sum', 1)).rejects.toThrow(ThreadEnded)
    await thread.stop()
  })

  test('a thread that dies rejects what is open and what is asked afterwards', async () => {
    const thread = start(isProcess)
    // A process tells its reason on its standard error.
    const reason = isProcess ? /ended before its work did/ : /nobody catches this/
    const waiting = expect(thread.ask('wait', null)).rejects.toThrow(reason)
    await expect(thread.ask('crash', null)).rejects.toThrow(reason)
    await waiting
    await expect(thread.ask('sum', 1)).rejects.toThrow(reason)
    const silent = start(isProcess)
    await expect(silent.ask('exit', null)).rejects.toThrow(ThreadEnded)
    await expect(start(isProcess, 'broken').ask('sum', 1)).rejects.toThrow(
      isProcess ? ThreadEnded : 'it cannot open',
    )
  })

  test('a killed thread rejects what is open with the reason', async () => {
    const thread = start(isProcess)
    const waiting = expect(thread.ask('wait', null)).rejects.toThrow('the stream broke')
    await thread.kill(new Error('the stream broke'))
    await waiting
  })
})
