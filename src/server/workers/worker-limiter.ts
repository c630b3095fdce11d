import type { RateLimiter, Verdict } from '../../access/limits/rate-limit.ts'
import type { WorkerChannel } from './worker-channel.ts'

/**
 * The limiter of a worker process: the main process counts for all, so that the limit is exact however a caller's
 * requests are spread. Simultaneous requests share one message.
 */
export function createWorkerLimiter(channel: WorkerChannel): RateLimiter {
  const waiting = new Map<number, (verdict: Verdict) => void>()
  let asked = 0
  let hits: [number, string, number, number | null][] = []
  channel.onMessage((message) => {
    if (message.kind !== 'pequod:verdicts') return
    for (const [id, verdict] of message.verdicts) {
      waiting.get(id)?.(verdict)
      waiting.delete(id)
    }
  })
  const send = () => {
    void channel.send({ kind: 'pequod:hits', hits })
    hits = []
  }
  const ask = (caller: string, limit: number, cost: number | null) => {
    const id = asked++
    if (hits.length === 0) setImmediate(send)
    hits.push([id, caller, limit, cost])
    return new Promise<Verdict>((resolve) => waiting.set(id, resolve))
  }
  return {
    hit: (caller, limit) => ask(caller, limit, null),
    spend: (caller, cost, budget) => ask(caller, budget, cost),
  }
}
