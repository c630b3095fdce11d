import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultOptions } from './fault.ts'
import { type Figures, judge } from './judge.ts'
import { startTraffic } from './traffic.ts'
import type { World } from './world.ts'

/** A fault in a part of a service, and its end. */
export interface Harm {
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

/** Milliseconds of requests before and after the fault. */
const BEFORE = 2_000
const BEHIND = 12_000

/** Does the harm while callers ask, and judges what they got. */
export async function whileAsked(
  world: World,
  url: string,
  harm: Harm,
  { rate, lasts }: FaultOptions,
): Promise<Figures> {
  const { askers, questions, healthy } = world
  const traffic = startTraffic({ url, rate, askers, questions })
  let endedAt = 0
  try {
    await sleep(BEFORE)
    await harm.begin()
    await sleep(lasts)
    await harm.end()
    endedAt = performance.now()
    await sleep(BEHIND)
  } finally {
    await traffic.end()
  }
  return judge(traffic.asked, endedAt, healthy)
}
