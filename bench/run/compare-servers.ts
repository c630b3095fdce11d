import { inTurns } from './in-turns.ts'
import { type Load, loadRound, type Question } from './load-round.ts'
import type { MeasuredProcess } from './measured-process.ts'
import { ratios, spread } from './spread.ts'

/** Requests to warm up the compilers before measuring. */
const WARM = 3_000

/** A server and what it is asked. */
export interface Compared {
  name: string
  server: MeasuredProcess
  question: Question
}

/** The first server's expected ratio to the second. */
export interface CompareOptions {
  rounds: number
  seconds: number
  connections: number
  /** Before each line. */
  title: string
  aim: number
  /** Requests before any is measured. @default 3,000 */
  warm?: number
}

/**
 * Asks the service and another server in turns, and prints requests a second and the ratio of each round, by the clock and
 * by the servers' own processor time: medians, with the least and the most.
 */
export async function compareServers(
  ours: Compared,
  theirs: Compared,
  { rounds, seconds, connections, title, aim, warm = WARM }: CompareOptions,
): Promise<void> {
  const both = [ours, theirs]
  for (const { server, question } of both)
    await loadRound(server.url, question, { connections, until: { requests: warm } })
  const load = { connections, until: { seconds } }
  const [mine = [], others = []] = await inTurns(both, rounds, (compared) => measure(compared, load))
  const figures = (all: typeof mine, key: 'clock' | 'processor' | 'p99') => all.map((round) => round[key])
  for (const [{ name }, all] of [
    [ours, mine],
    [theirs, others],
  ] as const) {
    const latency = `p99 ${spread(figures(all, 'p99'))} ms`
    console.log(`${title}: ${name} ${spread(figures(all, 'clock'))} requests/s, ${latency}`)
  }
  const [clock, processor] = (['clock', 'processor'] as const).map((key) =>
    spread(ratios(figures(mine, key), figures(others, key)), 2),
  )
  console.log(
    `${title}: ratio ${clock} by the clock, ${processor} by processor time (aim ${aim.toFixed(2)}), ${rounds} rounds of ${seconds} s`,
  )
}

async function measure({ server, question }: Compared, load: Load) {
  const before = await server.processorSeconds()
  const round = await loadRound(server.url, question, load)
  return { ...round, processor: round.requests / ((await server.processorSeconds()) - before) }
}
