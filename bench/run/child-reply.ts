import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * The next message of a process that this one started.
 * @throws Error where it ends before, with its file and status
 */
export async function childReply(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(([status]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${status}`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message
  } finally {
    // The other of the two no longer matters.
    ended.catch(() => undefined)
    answered.abort()
  }
}
