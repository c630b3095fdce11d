import { autocannon } from './autocannon.ts'
/** A request to a server: a path by GET, or a body by POST to it. */
export interface Question {
  path: string
  /** JSON. @default none: GET */
  body?: string
  /** Besides the content type. @default none */
  headers?: Record<string, string>
}

/** How a server is asked. */
export interface Load {
  /** Open at the same time. */
  connections: number
  /** The end: after a time in seconds, or a number of answers. */
  until: { seconds: number } | { requests: number }
  /** Requests a second over all connections. @default unlimited */
  rate?: number
}

/** The result of a round: requests a second, and the median and 99th percentile of milliseconds. */
export interface LoadRound {
  clock: number
  p50: number
  p99: number
  /** Requests in all. */
  requests: number
}

/**
 * Asks a server the same again and again, from this process.
 * @throws Error where anything but 200s came back
 */
export async function loadRound(
  url: string,
  { path, body, headers = {} }: Question,
  { connections, until, rate }: Load,
): Promise<LoadRound> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: `${url}${path}`,
    ...(body === undefined
      ? { method: 'GET', headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }),
    connections,
    workers: 0,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
    ...(rate !== undefined && { overallRate: rate }),
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} requests to ${path} were refused, ${errors} failed`)
  return { clock: requests.average, p50: latency.p50, p99: latency.p99, requests: requests.total }
}
