import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The cost of a command: seconds by the clock, seconds of processor time, and peak memory, including its child
 * processes.
 */
export interface Cost {
  seconds: number
  processor: number
  peakMiB: number
}

const SAMPLE_MS = 100
/** The kernel's unit of processor time; the same on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

/**
 * Runs a command to its end, and measures it with its child processes, which only Linux reports.
 * @throws Error for another status than 0, with its output
 */
export async function measuredCommand(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; signal?: AbortSignal } = {},
): Promise<Cost> {
  const before = await endedProcessorSeconds()
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.signal && { signal: options.signal }),
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: unknown) => {
    said = `${said}${text}`.slice(-2_000)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const closed = once(child, 'close')
  let peak = 0
  let isOn = true
  const sampling = (async () => {
    while (isOn) {
      peak = Math.max(peak, await memoryOf(child.pid ?? 0))
      await sleep(SAMPLE_MS)
    }
  })()
  try {
    const [status] = await closed
    const seconds = (performance.now() - start) / 1_000
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${said}`)
    return { seconds, processor: (await endedProcessorSeconds()) - before, peakMiB: peak / 1_024 }
  } finally {
    isOn = false
    await sampling
  }
}

/** Processor time of all processes that this one started and that have ended, and of those that they started. */
async function endedProcessorSeconds(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND
}

/** Resident memory of a process and of those under it now, in KiB; of a single process, the most that it ever had. */
async function memoryOf(pid: number): Promise<number> {
  const under = await childrenOf(pid)
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const own = Number(
    new RegExp(`^${under.length > 0 ? 'VmRSS' : 'VmHWM'}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0,
  )
  const others = await Promise.all(under.map(memoryOf))
  return others.reduce((sum, one) => sum + one, own)
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}
