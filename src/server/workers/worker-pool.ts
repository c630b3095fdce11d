import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createMemoryLimiter, type Verdict } from '../../access/limits/rate-limit.ts'
import { defined } from '../../checks.ts'
import type { Clock } from '../../clock.ts'
import { CommandError } from '../../errors.ts'
import {
  CLOCK_VARIABLE,
  createMetricsGatherer,
  type FromWorker,
  isFromWorker,
  type ToWorker,
} from './worker-channel.ts'

export interface WorkerPoolOptions {
  workers: number
  env: NodeJS.ProcessEnv
  /** The clock of the processes, sent to each every second. @default the machine's */
  clock?: Clock
  /** Receives a line about each unexpected event of a process. */
  onTrouble(line: string): void
}

/** Processes that serve on one port, each replaced when it dies. */
export interface WorkerPool {
  /** Starts them; returns their address. Rejects with a CommandError if one ends before it listens. */
  start(): Promise<string>
  /** Replaces one after the other, each when its successor listens; stops at the first failure. */
  restart(): Promise<void>
  /** Ends all processes, and waits for them. */
  end(): Promise<void>
}

/** The environment variable that holds a process's number in the pool, from 1. */
export const WORKER_VARIABLE = 'PEQUOD_WORKER'

/** Milliseconds before a dead process gets a successor: one that dies at its start must not use up the machine. */
const AGAIN_MS = 1_000
const CLOCK_MS = 1_000

/** Makes a pool; `start` starts the processes. */
export function createWorkerPool({ workers: count, env, clock, onTrouble }: WorkerPoolOptions): WorkerPool {
  const serving = new Map<number, Worker>()
  /** Processes with counts of their own, including ended ones until they have sent them. */
  const counting = new Set<Worker>()
  const limiter = createMemoryLimiter()
  const metrics = createMetricsGatherer()
  let isEnding = false
  const tellTime = () => {
    if (clock) for (const worker of serving.values()) send(worker, { kind: 'pequod:clock', now: clock() })
  }
  const ticking = clock && setInterval(tellTime, CLOCK_MS)

  const answer = (worker: Worker, message: FromWorker) => {
    if (message.kind === 'pequod:hits') {
      const verdicts = message.hits.map(([id, caller, limit, cost]): [number, Verdict] => [
        id,
        cost === null ? limiter.hit(caller, limit) : limiter.spend(caller, cost, limit),
      ])
      send(worker, { kind: 'pequod:verdicts', verdicts })
    }
    if (message.kind === 'pequod:session')
      for (const other of counting) if (other !== worker) send(other, message)
    if (message.kind === 'pequod:ask-metrics') void tellMetrics(worker, message.ask)
    if (message.kind === 'pequod:last-metrics') counting.delete(worker)
    metrics.take(message)
  }
  const tellMetrics = async (worker: Worker, ask: number) => {
    const asked = [...counting].map((one) => ({ send: (message: ToWorker) => send(one, message) }))
    send(worker, { kind: 'pequod:all-metrics', ask, text: await metrics.gather(asked) })
  }
  /** Resolves when the process listens, has taken its place, and its predecessor has ended. */
  const startOne = async (place: number): Promise<string> => {
    const time = clock && { [CLOCK_VARIABLE]: String(clock()) }
    const worker = cluster.fork({ ...env, ...time, [WORKER_VARIABLE]: String(place) })
    worker.on('message', (message: unknown) => {
      if (isFromWorker(message)) answer(worker, message)
    })
    worker.on('exit', () => {
      counting.delete(worker)
      void replace(place, worker)
    })
    const url = await listening(worker)
    const before = serving.get(place)
    serving.set(place, worker)
    counting.add(worker)
    if (before !== undefined) await endOne(before, true)
    return url
  }
  /** A process that exits unexpectedly is replaced, however often that happens. */
  const replace = async (place: number, gone: Worker) => {
    if (serving.get(place) !== gone) return
    serving.delete(place)
    while (!isEnding && !serving.has(place)) {
      onTrouble(`Process ${place} of ${count} exited unexpectedly; starting another.`)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      // A request may have replaced it meanwhile.
      if (!isEnding && !serving.has(place)) await startOne(place).catch(() => undefined)
    }
  }
  const endOne = async (worker: Worker, isReplaced: boolean) => {
    if (worker.isDead()) return
    const exited = once(worker, 'exit')
    send(worker, { kind: 'pequod:end', isReplaced })
    await exited
  }
  return {
    async start() {
      const urls = await Promise.all(Array.from({ length: count }, (_, i) => startOne(i + 1)))
      return defined(urls[0])
    },
    async restart() {
      for (let place = 1; place <= count && !isEnding; place++) await startOne(place)
    },
    async end() {
      isEnding = true
      clearInterval(ticking)
      const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(all.map((worker) => endOne(worker, false)))
    },
  }
}

function send(worker: Worker, message: ToWorker): void {
  // A process dying at this moment needs no answer; its exit is handled.
  if (worker.isConnected()) worker.send(message, () => undefined)
}

function listening(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (isFromWorker(message) && message.kind === 'pequod:listening') resolve(message.url)
    })
    worker.once('exit', () => reject(new CommandError('A serving process exited before it listened.')))
  })
}
