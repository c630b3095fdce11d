import { installPeer, loadPeer } from '../peers/peers.ts'

/** The part of autocannon that the benches use; it comes without types. */
interface Options {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Open at the same time. */
  connections: number
  /** Seconds; unused with `amount`. */
  duration?: number
  /** Requests in all. */
  amount?: number
  /** Requests a second over all connections; unlimited if absent. */
  overallRate?: number
  /** Threads that ask; 0 asks from the caller's own. */
  workers: number
}
interface Result {
  /** Answers: a second, and in all. */
  requests: { average: number; total: number }
  /** In milliseconds. */
  latency: { p50: number; p99: number }
  non2xx: number
  /** Requests without an answer: connections that failed, and timeouts. */
  errors: number
}

/** Sends requests by autocannon, which is installed first. */
export async function autocannon(options: Options): Promise<Result> {
  await installPeer('autocannon')
  const send = loadPeer('autocannon', 'autocannon') as (options: Options) => Promise<Result>
  return send(options)
}
