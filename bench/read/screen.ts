/**
 * The answer to a screen against reading its columns: three ranges and one order over a million traders, and the sums of the
 * same four columns, in turns in one process.
 *
 *   npx node bench/read/screen.ts [traders, default 1,000,000] [rounds, default 15]
 */
import { defined } from '../../src/checks.ts'
import { seededRandom } from '../../src/metrics/skill/edge.ts'
import { answerScreen } from '../../src/numbers/screen/evaluate.ts'
import type { ScreenTable } from '../../src/store/snapshot/snapshot-reader.ts'
import { inTurns } from '../run/in-turns.ts'
import { ratios, spread } from '../run/spread.ts'

const [traders = 1_000_000, rounds = 15] = process.argv.slice(2).map(Number)

/** Numbers from 0 to 1, some of them unknown. */
function drawn(name: string, unknown: number): Float64Array {
  const bits = seededRandom(name)(new Uint32Array(traders))
  return Float64Array.from(bits, (bit) => (bit / 2 ** 32 < unknown ? Number.NaN : bit / 2 ** 32))
}

const COLUMNS = {
  roi: drawn('roi', 0.1),
  edgeLow: drawn('edgeLow', 0.6),
  lastTrade: drawn('lastTrade', 0),
  units: drawn('units', 0),
  volume: drawn('volume', 0),
}
const table: ScreenTable = {
  key: 'bench',
  ids: Float64Array.from({ length: traders }, (_, id) => id + 1),
  hidden: new Set([7, 77, 777]),
  column: async (id) => defined(Object.entries(COLUMNS).find(([name]) => name === id))[1],
}

const range = (column: 'edgeLow' | 'lastTrade' | 'units', min: number) =>
  ({ kind: 'RANGE', column, min, max: 2 }) as const

/** Milliseconds of the processor. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

let sink = 0
async function readOnce(): Promise<void> {
  for (const name of ['roi', 'edgeLow', 'lastTrade', 'units'] as const) {
    const values = COLUMNS[name]
    for (let row = 0; row < values.length; row++) sink += defined(values[row])
  }
}

async function answer(): Promise<void> {
  const { count } = await answerScreen(
    table,
    {
      where: { kind: 'ALL', of: [range('edgeLow', 0.7), range('lastTrade', 0.2), range('units', 0.3)] },
      order: [{ column: 'roi', isAscending: false, weight: null, isChange: false }],
      given: null,
    },
    { changes: async () => new Float64Array(), most: 1_000 },
  )
  sink += count
}

for (let warm = 0; warm < 3; warm++) for (const work of [readOnce, answer]) await work()
const [reads = [], answers = []] = await inTurns([readOnce, answer], rounds, timed)
console.log(`screen, ${traders.toLocaleString('en')} traders: reading four columns ${spread(reads, 1)} ms`)
console.log(
  `screen: three ranges and one order ${spread(answers, 1)} ms, ratio ${spread(ratios(answers, reads), 2)}`,
)
console.log(Number.isNaN(sink) ? 'with unknown numbers' : 'without unknown numbers')
