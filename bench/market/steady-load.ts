import { Agent, request } from 'node:http'
import type { Question } from '../run/load-round.ts'

/** One answer: when it was due and when it was there, in milliseconds since 1970. */
export interface TimedAnswer {
  from: number
  to: number
}

/** Open at the same time at most. */
const SOCKETS = 64

/**
 * Sends requests at a constant rate for a time, whether answers come or not: a waiting one delays no other.
 * @throws Error for any status but 200
 */
export async function steadyLoad(
  url: string,
  { rate, seconds, questionOf }: { rate: number; seconds: number; questionOf: (number: number) => Question },
): Promise<TimedAnswer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  const answers: Promise<TimedAnswer>[] = []
  const began = performance.timeOrigin + performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.timeOrigin + performance.now() - began) / 1_000
      while (answers.length < Math.min(elapsed, seconds) * rate) {
        const due = began + (answers.length / rate) * 1_000
        answers.push(ask(agent, url, questionOf(answers.length)).then((to) => ({ from: due, to })))
      }
      if (elapsed < seconds) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  const all = await Promise.all(answers)
  agent.destroy()
  return all
}

/** @returns when the answer was there whole */
function ask(agent: Agent, url: string, { path, body }: Question): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const asked = request(
      `${url}${path}`,
      { agent, method: body === undefined ? 'GET' : 'POST', headers },
      (response) => {
        response.resume()
        response.once('error', reject)
        response.once('end', () =>
          response.statusCode === 200
            ? resolve(performance.timeOrigin + performance.now())
            : reject(new Error(`${path} answered ${response.statusCode}`)),
        )
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}
