import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Question, requestOf } from './question.ts'

/** A caller, and its headers. */
export interface Asker {
  name: string
  headers: Readonly<Record<string, string>>
}

/** One request and its result. Times are those of `performance.now()`. */
export interface Asked {
  asker: Asker
  question: Question
  at: number
  /** Milliseconds until the end of the answer. */
  took: number
  /** 0 without an answer: `body` gives the reason. */
  status: number
  retryAfter: string | null
  /** True where it was sent a second time. */
  isAgain: boolean
  /** The body's SHA-256. */
  digest: string
  /** The body's beginning. */
  body: string
}

/** Requests that are being made. */
export interface Traffic {
  asked: readonly Asked[]
  /** Stops, and waits for requests in progress. */
  end(): Promise<void>
}

/** Timeout of a request, in milliseconds. */
const PATIENCE = 30_000
const SHOWN = 500

export interface TrafficOptions {
  url: string
  /** Requests a second, regardless of earlier ones. */
  rate: number
  askers: readonly Asker[]
  questions: readonly Question[]
  /** Maximum connections; a request without one waits. @default unlimited */
  connections?: number
  /** Requests at most. @default no bound */
  most?: number
}

/** Asks at a steady rate, the askers in turn, each of the questions in an order without a pattern. */
export function startTraffic(options: TrafficOptions): Traffic {
  const { url, rate, askers, questions, connections, most = Infinity } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections ?? Infinity })
  const asked: Asked[] = []
  const underWay = new Set<Promise<void>>()
  let isOver = false
  const began = performance.now()
  let made = 0
  const make = () => {
    const asker = askers[made % askers.length]
    // A step of a prime through the list comes by every question before any comes again.
    const question = questions[(made++ * 7_919) % questions.length]
    if (asker === undefined || question === undefined) return
    const one = ask(url, asker, question, agent).then((answer) => void asked.push(answer))
    underWay.add(one)
    void one.finally(() => underWay.delete(one))
  }
  const run = async () => {
    while (!isOver) {
      while (made < Math.min(most, ((performance.now() - began) / 1_000) * rate)) make()
      await sleep(5)
    }
  }
  const running = run()
  return {
    asked,
    async end() {
      isOver = true
      await running
      await Promise.all(underWay)
      agent.destroy()
    },
  }
}

/**
 * Sends a request. With an agent, repeats it over a new connection if the idle one had been closed: every client with
 * persistent connections meets this, and repeats safe requests (RFC 9112, 9.3.1). Never rejects.
 */
export async function ask(url: string, asker: Asker, question: Question, agent?: Agent): Promise<Asked> {
  const at = performance.now()
  const first = await send(url, asker, question, agent)
  const isAgain = first.wasEnded && agent !== undefined
  const { status, retryAfter, text } = isAgain ? await send(url, asker, question, false) : first
  const digest = digestOf(text)
  // Copied: a part of a text holds on to all of it.
  const body = Buffer.from(text.slice(0, SHOWN)).toString()
  const took = performance.now() - at
  return { asker, question, at, took, status, retryAfter, isAgain, digest, body }
}

/** A hash that is equal for equal bodies. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** The received answer. */
interface Sent {
  status: number
  retryAfter: string | null
  text: string
  /** True where a connection that had carried a request before was ended before the first byte of an answer. */
  wasEnded: boolean
}

/** Never rejects. @param agent false: over a connection of its own. @default Node's own agent */
function send(url: string, asker: Asker, question: Question, agent?: Agent | false): Promise<Sent> {
  const { method, url: path, body } = requestOf(question)
  const type = body === '' ? {} : { 'content-type': 'application/json' }
  const headers = { accept: 'application/json', ...type, ...asker.headers }
  return new Promise((resolve) => {
    const fail = (error: Error, wasEnded: boolean) =>
      resolve({ status: 0, retryAfter: null, text: String(error), wasEnded })
    const sent = request(new URL(path, url), { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', (error) => fail(error, false))
      response.on('end', () => {
        const { statusCode: status = 0 } = response
        resolve({ status, retryAfter: response.headers['retry-after'] ?? null, text, wasEnded: false })
      })
    })
    sent.setTimeout(PATIENCE, () => sent.destroy(new Error(`no answer within ${PATIENCE} ms`)))
    sent.on('error', (error) =>
      fail(error, sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET'),
    )
    sent.end(body)
  })
}
