/**
 * The publisher's memory, and a pass over it: a generated present of 2,000,000 traders with five open positions and
 * three decided units each, put into the publisher's own arrays; then a publish without the store: every open position
 * is valued, each period's columns are made, and the first rows of every board that they order are read. Against
 * sorting one column of as many values as traders.
 *
 *   npx node bench/market/present.ts [traders, default 2,000,000]
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRandom } from '../../seeds/world/random.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { LEADERBOARDS, PERIODS } from '../../src/metrics/leaderboards.ts'
import { closingPrices, UNRESOLVED } from '../../src/numbers/inputs/marks.ts'
import { standingsNow, unrealizedAt } from '../../src/numbers/publish/build-standings.ts'
import { emptyState, HELD_NOW, type PublisherState } from '../../src/numbers/publish/publisher-state.ts'
import { boardOf } from '../../src/store/snapshot/board-of.ts'
import { newRows, packStandings } from '../../src/store/snapshot/standings.ts'
import { median, spread } from '../run/spread.ts'
import { timesToSort } from './times-to-sort.ts'

const TRADERS = Number(process.argv[2] ?? 2_000_000)
const POSITIONS_EACH = 5
const UNITS_EACH = 3
/** Tokens with an open position; of the market's 1.5 million markets most are settled. */
const TOKENS = Math.max(2, Math.round(TRADERS / 10))
const DAYS = 120
const ROUNDS = 5

/** Arrays and everything else that this process holds, in MiB. */
function heldMiB(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

/** Prices of each of the tokens on each day, as marks. */
function marksOf(random: ReturnType<typeof createRandom>): PublisherState['marks'] {
  const tokens = TOKENS + 1
  return {
    condition: Int32Array.from({ length: tokens }, (_, token) => (token + 1) >> 1),
    sibling: Int32Array.from({ length: tokens }, (_, token) => (token === 0 ? 0 : ((token - 1) ^ 1) + 1)),
    unit: Float64Array.from({ length: tokens }, (_, token) => (token + 1) >> 1),
    resolvedOn: new Int32Array(tokens).fill(UNRESOLVED),
    payout: new Int32Array(tokens),
    start: Int32Array.from({ length: tokens + 1 }, (_, token) => Math.max(0, token - 1) * DAYS),
    day: Int32Array.from({ length: TOKENS * DAYS }, (_, i) => i % DAYS),
    price: Int32Array.from({ length: TOKENS * DAYS }, () => random.below(MICRO)),
  }
}

function generate(): PublisherState {
  const random = createRandom(1, 'present')
  const size = TRADERS + 1
  const present = emptyState({
    cutoff: {
      asOf: null,
      day: DAYS - 1,
      time: DAYS * 86_400 - 1,
      block: 1,
      lastDay: DAYS - 1,
      firstDay: 0,
      events: TRADERS * (POSITIONS_EACH + UNITS_EACH),
      version: 1,
      undone: 0,
    },
    order: {
      traders: Int32Array.from({ length: TRADERS }, (_, trader) => trader + 1),
      hidden: new Uint8Array(size),
    },
    marks: marksOf(random),
    labels: { byUnit: new Map() },
    meanings: 0,
  })
  const usd = () => Math.floor(random.pareto(1, 20_000) * MICRO)
  for (let trader = 1; trader <= TRADERS; trader++) {
    present.known[trader] = 1
    present.positions.replace(
      trader,
      Array.from({ length: POSITIONS_EACH }, () => ({
        token: 1 + random.below(TOKENS),
        shares: 2 * usd(),
        cost: usd(),
        closes: HELD_NOW,
      })),
    )
    present.units.replace(
      trader,
      Array.from({ length: UNITS_EACH }, () => ({
        unit: random.below(TOKENS),
        decidedOn: random.below(DAYS),
        pnl: usd() - usd(),
        cost: usd(),
      })),
    )
    for (const { settled, volume, stake, fills } of present.periods) {
      settled[trader] = usd() - usd()
      volume[trader] = 2 * usd()
      stake[trader] = usd()
      fills[trader] = 1 + random.below(20)
    }
  }
  return present
}

/** Milliseconds of each part of a publish. */
function publishOnce(
  present: PublisherState,
): Record<'prices and values' | 'columns' | 'packed' | 'boards', number> {
  const times: number[] = [performance.now()]
  const unrealized = unrealizedAt(present, closingPrices(present.marks, present.cutoff.day))
  times.push(performance.now())
  const standings = standingsNow(present, unrealized, new Set())
  times.push(performance.now())
  const bytes = standings.reduce(
    (sum, own) => sum + packStandings(own, newRows(0, own.trader.length)).length,
    0,
  )
  times.push(performance.now())
  let rows = 0
  for (const { tab, period } of LEADERBOARDS.filter((board) => !board.tab.isScored)) {
    const own = standings[PERIODS.indexOf(period)]
    if (own)
      rows += boardOf(tab, { standings: own, scores: null }, { standings: own, scores: null }).traders.length
  }
  times.push(performance.now())
  if (bytes === 0 || rows === 0) throw new Error('nothing was published')
  const took = (i: number) => (times[i + 1] ?? 0) - (times[i] ?? 0)
  return { 'prices and values': took(0), columns: took(1), packed: took(2), boards: took(3) }
}

const say = (text: string) => console.log(`present, ${count(TRADERS)} traders: ${text}`)
const before = heldMiB()
const present = generate()
const held = heldMiB() - before
say(
  `${count(POSITIONS_EACH * TRADERS)} open positions, ${count(UNITS_EACH * TRADERS)} decided units, ${count(TOKENS)} tokens over ${DAYS} days: ` +
    `${count(held)} MiB, ${count((held * 2 ** 20) / TRADERS)} bytes a trader`,
)
const sort = timesToSort(TRADERS)
say(`sorting as many values ${spread(sort, 0)} ms`)
const rounds = Array.from({ length: ROUNDS }, () => publishOnce(present))
const wholes = rounds.map((parts) => Object.values(parts).reduce((sum, ms) => sum + ms, 0))
const parts = (['prices and values', 'columns', 'packed', 'boards'] as const).map(
  (name) => `${name} ${count(median(rounds.map((round) => round[name])))}`,
)
say(
  `a publish but for the store ${spread(wholes, 0)} ms, ${(median(wholes) / median(sort)).toFixed(1)} × the sort (aim 20): ${parts.join(', ')}`,
)
say(`peak ${count(process.resourceUsage().maxRSS / 1024)} MiB`)

function count(number: number): string {
  return Math.round(number).toLocaleString('en')
}
