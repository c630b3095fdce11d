/**
 * Does harm to the parts of a service while callers ask it, and tells what they got: a line for each fault. Every
 * answer must be the one of a healthy service to the same caller, or a 503 that says when to ask again, and all must
 * be right again within ten seconds of the fault's end; the exit status is 1 where that is not so.
 *
 *   npm run test:faults                                  all of them
 *   npm run test:faults -- store redis-hung --rate 50    those whose names begin so
 */
import { parseArgs } from 'node:util'
import { CLOCK_FAULTS } from './clock-faults.ts'
import { CROWD_FAULTS } from './crowd-faults.ts'
import { DISK_FAULTS } from './disk-faults.ts'
import type { FaultGroup, Outcome } from './fault.ts'
import type { Figures } from './judge.ts'
import { NODE_FAULTS } from './node-faults.ts'
import { PART_FAULTS } from './part-faults.ts'
import { STORE_FAULTS } from './store-faults.ts'

const GROUPS: readonly FaultGroup[] = [
  STORE_FAULTS,
  PART_FAULTS,
  NODE_FAULTS,
  DISK_FAULTS,
  CLOCK_FAULTS,
  CROWD_FAULTS,
]

/** Seconds within which service must have recovered. */
const BACK_WITHIN = 10
/** Wrong answers of a fault that are shown. */
const SHOWN = 5

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rate: { type: 'string', default: '200' }, seconds: { type: 'string', default: '6' } },
})
const options = { rate: Number(values.rate), lasts: Number(values.seconds) * 1_000 }
const isChosen = (name: string) => positionals.length === 0 || positionals.some((one) => name.startsWith(one))

for (const { names, open } of GROUPS) {
  const chosen = names.filter(isChosen)
  const group = chosen.length === 0 ? null : await open()
  for (const name of chosen) if (group !== null) tell(name, await group.run(name, options).catch(failed))
  await group?.close()
}
// Leftovers of a failed check must not keep this waiting.
process.exit()

function tell(name: string, came: Outcome | { failed: string }): void {
  if ('failed' in came) process.exitCode = 1
  if ('requests' in came) tellFigures(name, came)
  else console.log(`${name}: ${'failed' in came ? came.failed : came.checked}`)
}

function tellFigures(name: string, came: Figures): void {
  const { requests, right, unavailable, wrong, again, seconds } = came
  const counts = `${requests} requests, ${right} right, ${unavailable} 503, ${wrong.length} wrong, ${again} sent again`
  console.log(`${name}: ${counts}, back after ${seconds.toFixed(1)} s`)
  for (const one of wrong.slice(0, SHOWN)) console.log(shown(came, one))
  if (wrong.length > 0 || seconds > BACK_WITHIN) process.exitCode = 1
}

function shown({ endedAt }: Figures, one: Figures['wrong'][number]): string {
  const { asker, question, at, took, status, body } = one
  const when = `${((at - endedAt) / 1_000).toFixed(1)} s after the fault’s end, answered in ${Math.round(took)} ms`
  return `  ${asker.name} ${JSON.stringify(question)} ${when}: ${status} ${body}`
}

function failed(error: unknown): { failed: string } {
  return { failed: `failed: ${error instanceof Error ? error.stack : String(error)}` }
}
