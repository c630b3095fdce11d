import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import type { Writable } from 'node:stream'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { CommandError, type ErrorCode, PequodError } from './errors.ts'

/** Work of one kind: its request, what is reported while it runs, and its answer. */
export interface Work<Request, Answer, Progress = never> {
  request: Request
  answer: Answer
  progress: Progress
}

/** The kinds of work of a thread, by name: `{ publish: Work<null, RefreshResult> }`. */
export type Works = Readonly<Record<string, Work<unknown, unknown, unknown>>>

/** A thread that runs beside this one. */
export interface Thread<All extends Works> {
  /**
   * Requests work; the thread runs requests concurrently. Rejects as the work does there, and with {@link ThreadEnded}, or the error that
   * ended the thread, where the thread ends first or has ended.
   */
  ask<Kind extends keyof All & string>(
    kind: Kind,
    request: All[Kind]['request'],
    onProgress?: (progress: All[Kind]['progress']) => void,
  ): Promise<All[Kind]['answer']>
  /** Lets running work finish, then ends the thread. */
  stop(): Promise<void>
  /** Ends the thread in the middle of its work. Open requests reject with the reason. @default ThreadEnded */
  kill(reason?: unknown): Promise<void>
  readonly hasEnded: boolean
  /** Whether the thread keeps the process from exiting. @default true */
  keepAlive(isKept: boolean): void
  /** The thread's standard input, where it was started with one. */
  readonly stdin: Writable | null
}

/** Rejects requests of a thread that ended before it answered. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded'
}

/** How a thread is started. */
export interface ThreadOptions<Data> {
  /** The address of the module that starts it: `import.meta.url`. */
  from: string
  /** The thread's file beside that module, without its extension: the built package has .js files, development .ts. */
  file: string
  /** Given to the thread's {@link serveThread}. */
  data: Data
  /** True: it has a standard input of its own. @default false */
  hasStdin?: boolean
  /**
   * True: it is a process of the lowest priority, with all of its threads. It can be killed in the middle of DuckDB's work, which would end this
   * process with a thread, and its garbage is not collected by threads of this one. @default false
   */
  isProcess?: boolean
}

type ToThread = { id: number; kind: string; request: unknown } | 'stop'

type FromThread = { id: number } & ({ progress: unknown } | { answer: unknown } | { failure: Failure })

/** An error on its way between threads: a class of ours would arrive as a plain Error. */
type Failure =
  | { type: 'pequod'; code: ErrorCode; message: string; retryAfter: number | null }
  | { type: 'command'; message: string }
  | { type: 'other'; message: string; stack: string | undefined; code: string | undefined }

interface OpenRequest {
  resolve(answer: unknown): void
  reject(reason: unknown): void
  report(progress: unknown): void
}

/** Starts a thread, whose file calls {@link serveThread}. */
export function startThread<All extends Works, Data>(options: ThreadOptions<Data>): Thread<All> {
  const { from, file, data, hasStdin = false, isProcess = false } = options
  const url = new URL(`./${file}${extname(from)}`, from)
  const worker = isProcess
    ? workerOfProcess(fork(url, { serialization: 'advanced' }), data)
    : new Worker(url, { workerData: data, stdin: hasStdin })
  const open = new Map<number, OpenRequest>()
  let lastId = 0
  let end: { reason: unknown } | null = null
  const endWith = (reason: unknown) => {
    end ??= { reason }
    for (const { reject } of open.values()) reject(end.reason)
    open.clear()
  }
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      endWith(new ThreadEnded(`the thread of ${file} ended before its work did`))
      resolve()
    })
  })
  worker.on('error', endWith)
  worker.on('message', (message: FromThread) => {
    const request = open.get(message.id)
    if (request === undefined) return
    if ('progress' in message) return request.report(message.progress)
    open.delete(message.id)
    if ('failure' in message) request.reject(errorOf(message.failure))
    else request.resolve(message.answer)
  })
  return {
    ask: (kind, request, report = () => undefined) =>
      new Promise((resolve, reject) => {
        if (end !== null) return reject(end.reason)
        const id = ++lastId
        open.set(id, { resolve, reject, report })
        worker.postMessage({ id, kind, request } satisfies ToThread)
      }),
    async stop() {
      worker.postMessage('stop' satisfies ToThread)
      await exited
    },
    async kill(reason = new ThreadEnded(`the thread of ${file} was ended`)) {
      endWith(reason)
      await worker.terminate()
    },
    keepAlive: (isKept) => (isKept ? worker.ref() : worker.unref()),
    get hasEnded() {
      return end !== null
    },
    stdin: worker.stdin,
  }
}

/** A process as a thread, whose first message is its data. */
function workerOfProcess(child: ChildProcess, data: unknown) {
  const exited = new Promise((resolve) => {
    child.once('exit', resolve).once('error', resolve)
  })
  // A message that cannot be sent any more needs no answer: its request rejects when the process has exited.
  const send = (message: unknown) => void child.send(message as object, () => undefined)
  send({ data })
  return {
    on: (event: 'error' | 'message', act: (...given: never[]) => void) =>
      child.on(event, act as (...given: unknown[]) => void),
    once: (event: 'exit', act: () => void) => child.once(event, act),
    postMessage: send,
    async terminate() {
      child.kill('SIGKILL')
      await exited
    },
    ref: () => child.ref(),
    unref: () => child.unref(),
    stdin: null,
  }
}

/** Milliseconds without work after which a thread on demand ends. */
const IDLE_MS = 60_000

/**
 * A thread that starts with the first request, and ends after a minute without one to give its memory back. While it has no request it does not
 * keep the process alive.
 */
export function startOnDemand<All extends Works, Data>(
  options: ThreadOptions<Data>,
): Pick<Thread<All>, 'ask' | 'kill'> {
  let thread: Thread<All> | null = null
  let idle: NodeJS.Timeout | undefined
  let open = 0
  const taken = () => {
    const taken = thread
    thread = null
    clearTimeout(idle)
    return taken
  }
  return {
    async ask(kind, request, onProgress) {
      clearTimeout(idle)
      if (thread === null || thread.hasEnded) thread = startThread(options)
      const asked = thread
      open++
      asked.keepAlive(true)
      try {
        return await asked.ask(kind, request, onProgress)
      } finally {
        open--
        if (open === 0 && asked === thread) {
          asked.keepAlive(false)
          idle = setTimeout(() => void taken()?.stop(), IDLE_MS).unref()
        }
      }
    },
    async kill(reason) {
      await taken()?.kill(reason)
    },
  }
}

/**
 * Asks a thread for one piece of work, and ends the thread after it.
 * @param signal ends the thread in the middle of its work
 * @throws as the work does, and ThreadEnded where the signal ended it
 */
export async function askOnce<All extends Works, Kind extends keyof All & string>(
  thread: Thread<All>,
  kind: Kind,
  request: All[Kind]['request'],
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: All[Kind]['progress']): void },
): Promise<All[Kind]['answer']> {
  const end = () => void thread.kill()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await thread.ask(kind, request, onProgress)
  } finally {
    signal.removeEventListener('abort', end)
    if (!thread.hasEnded) await thread.stop()
  }
}

/** The thread's side of its work. */
export interface Served<All extends Works> {
  /** How each kind of work is done. */
  works: {
    [Kind in keyof All]: (
      request: All[Kind]['request'],
      report: (progress: All[Kind]['progress']) => void,
    ) => Promise<All[Kind]['answer']>
  }
  /** The memory of an answer that is handed over, not copied. @default none */
  handedOver?(answer: All[keyof All]['answer']): ArrayBuffer[]
  /** Called once all work is done, before the thread ends. */
  close?(): Promise<void>
}

/**
 * Serves work in a thread of {@link startThread}. Where `open` fails, the thread ends with that error.
 * @param open is given the thread's data, and a signal that no more work will come
 */
export async function serveThread<All extends Works, Data>(
  open: (data: Data, stopped: AbortSignal) => Served<All> | Promise<Served<All>>,
): Promise<void> {
  const { port, data } = parentPort === null ? await portOfProcess() : { port: parentPort, data: workerData }
  const stopped = new AbortController()
  const { works, handedOver = () => [], close } = await open(data, stopped.signal)
  const running = new Set<Promise<void>>()
  const post = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const run = async (id: number, kind: keyof All, request: unknown) => {
    try {
      const answer = await works[kind](request, (progress) => post({ id, progress }))
      post({ id, answer }, handedOver(answer))
    } catch (error) {
      post({ id, failure: failureOf(error) })
    }
  }
  port.on('message', async (message: ToThread) => {
    if (message !== 'stop') {
      const work = run(message.id, message.kind, message.request)
      running.add(work)
      return void work.then(() => running.delete(work))
    }
    stopped.abort()
    await Promise.all(running)
    await close?.()
    port.close()
  })
}

/** The side of a process that {@link startThread} started, which goes after all others, and ends with the one that started it. */
async function portOfProcess() {
  if (process.send === undefined) throw new Error('this file runs as a thread: see startThread')
  process.once('disconnect', () => process.exit())
  // On Linux each thread has its own priority; those that begin later take it from the one that starts them.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW)
  const [{ data }] = await once(process, 'message')
  return {
    port: {
      on: (event: 'message', act: (message: ToThread) => void) => process.on(event, act),
      postMessage: (message: FromThread, _copied: ArrayBuffer[]) => void process.send?.(message),
      close: () => process.disconnect?.(),
    },
    data,
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof PequodError) {
    const { code, message, retryAfter } = error
    return { type: 'pequod', code, message, retryAfter }
  }
  if (error instanceof CommandError) return { type: 'command', message: error.message }
  if (!(error instanceof Error))
    return { type: 'other', message: String(error), stack: undefined, code: undefined }
  const { message, stack } = error
  return { type: 'other', message, stack, code: 'code' in error ? String(error.code) : undefined }
}

function errorOf(failure: Failure): Error {
  if (failure.type === 'pequod')
    return new PequodError(failure.code, failure.message, { retryAfter: failure.retryAfter })
  if (failure.type === 'command') return new CommandError(failure.message)
  const { message, stack, code } = failure
  return Object.assign(new Error(message), stack !== undefined && { stack }, code !== undefined && { code })
}
