import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import type { RunningService } from '../e2e/support/running-service.ts'
import type { FaultGroup, FaultOptions } from './fault.ts'
import { type Figures, judge } from './judge.ts'
import { startTraffic, type Traffic } from './traffic.ts'
import { whileAsked } from './while-asked.ts'
import { startWorld, type World } from './world.ts'

/** A crowd's requests, as a multiple of the usual rate. */
const TIMES = 10
/** Simultaneous connections of a crowd. */
const CROWD = 500
/** Milliseconds of each period in which a starved service runs. */
const RUNS = 50
const WHILE = 500

/** Overload: ten times the requests, or a tenth of the processor. */
export const CROWD_FAULTS: FaultGroup = {
  names: ['crowded', 'starved'],
  async open() {
    const folder = await temporaryFolder()
    const world = await startWorld({ kind: 'sqlite', path: join(folder.path, 'world.db') })
    return {
      run: (name, options) => (name === 'crowded' ? crowd(world, options) : starve(world, options)),
      async close() {
        await world.close()
        await folder.remove()
      },
    }
  },
}

async function crowd(world: World, options: FaultOptions): Promise<Figures> {
  const service = await world.serve()
  const { askers, healthy } = world
  // These are never answered from memory.
  const questions = world.questions.filter((one) => 'query' in one)
  const crowds: Traffic[] = []
  const begin = () => {
    const rate = TIMES * options.rate
    const most = (rate * options.lasts) / 1_000
    crowds.push(startTraffic({ url: service.url, rate, askers, questions, connections: CROWD, most }))
  }
  const end = async () => {
    for (const one of crowds) await one.end()
  }
  try {
    const figures = await whileAsked(world, service.url, { begin, end }, options)
    const asked = crowds.flatMap((one) => one.asked)
    return sum(figures, await judge(asked, figures.endedAt, healthy))
  } finally {
    await service.end('SIGKILL')
  }
}

async function starve(world: World, options: FaultOptions): Promise<Figures> {
  const service = await world.serve()
  const over = new AbortController()
  let starving: Promise<void> = Promise.resolve()
  const begin = () => {
    starving = runNowAndThen(service, over.signal)
  }
  const end = async () => {
    over.abort()
    await starving
  }
  try {
    return await whileAsked(world, service.url, { begin, end }, options)
  } finally {
    await service.end('SIGKILL')
  }
}

async function runNowAndThen(service: RunningService, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    service.kill('SIGSTOP')
    await sleep(WHILE - RUNS)
    service.kill('SIGCONT')
    await sleep(RUNS)
  }
}

function sum(one: Figures, other: Figures): Figures {
  return {
    requests: one.requests + other.requests,
    right: one.right + other.right,
    unavailable: one.unavailable + other.unavailable,
    wrong: [...one.wrong, ...other.wrong],
    again: one.again + other.again,
    seconds: Math.max(one.seconds, other.seconds),
    endedAt: one.endedAt,
  }
}
