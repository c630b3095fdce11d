/**
 * The accuracy and the cost of separating skill from luck. First the time of the tests for one trader. Then many seeds
 * of a simulated crowd at the level of units: the fraction of planted skilled traders that are found, and the fraction
 * of traders labeled skilled that are not. Last, whole demo worlds: the verdict and class of each planted role, and the
 * same in a world without information, where every trader labeled skilled is labeled wrongly.
 *
 *   npx node bench/read/skill.ts [seeds, default 500] [worlds, default 3]
 */
import { CATEGORIES } from '../../seeds/market/market-plan.ts'
import type { Role } from '../../seeds/world/model.ts'
import { demoWorld, plantedRoles } from '../../seeds/world/world.ts'
import type { Address } from '../../src/ledger/quantities.ts'
import { PERIODS, periodNamed } from '../../src/metrics/leaderboards.ts'
import {
  benjaminiHochberg,
  decidedUnits,
  type StakedUnit,
  seededRandom,
  type Verdict,
  verdict,
  wilsonInterval,
} from '../../src/metrics/skill/edge.ts'
import { periodRecord } from '../../src/numbers/analytics/period-record.ts'
import { skillRecord, traderAnalytics } from '../../src/numbers/analytics/trader-analytics.ts'
import type { TraderFacts } from '../../src/numbers/analytics/trader-facts.ts'
import type { SkillRecord } from '../../src/store/snapshot/trader-record.ts'
import { worldFacts } from '../worlds/world-facts.ts'

/** Traders of a simulated crowd: what each adds to the chance of winning that it pays for. */
const CROWD = [
  ...new Array<number>(5).fill(0.25),
  ...new Array<number>(40).fill(0),
  ...new Array<number>(5).fill(-0.15),
]
const UNITS = 40

const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as Address
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** A share with its Wilson interval. */
function shareText(count: number, of: number): string {
  const interval = wilsonInterval(count, of)
  if (interval === null) return 'none'
  return `${percent(count / of)} (${count} of ${of}, 95 % ${percent(interval[0])} to ${percent(interval[1])})`
}

/** Bets of one to eleven dollars and more at prices of .10 to .90, that win with the price paid and something added. */
function drawnUnits(name: string, count: number, added: number): StakedUnit[] {
  const numbers = seededRandom(name)(new Uint32Array(3 * count))
  const drawn = (at: number) => (numbers[at] ?? 0) / 2 ** 32
  return Array.from({ length: count }, (_, i) => {
    const price = 0.1 + 0.8 * drawn(3 * i)
    const shares = Math.floor(1e7 / (0.1 + drawn(3 * i + 1)))
    const cost = Math.round(shares * price)
    return { pnl: (drawn(3 * i + 2) < price + added ? shares : 0) - cost, cost, shares }
  })
}

function timeSkill(): void {
  skillRecord(drawnUnits('warm', 100, 0.2), wallet(1), null)
  for (const [kind, added] of [
    ['without skill', 0],
    ['with skill', 0.2],
  ] as const) {
    for (const count of [30, 100, 1000]) {
      const units = drawnUnits(`time ${count}`, count, added)
      const start = performance.now()
      const { pValue } = skillRecord(units, wallet(count), null)
      console.log(
        `${count} units ${kind}: ${(performance.now() - start).toFixed(1)} ms, p = ${pValue?.toPrecision(3)}`,
      )
    }
  }
}

/** The verdicts of a family of traders, in their order. */
function verdictsOf(records: readonly SkillRecord[]): { q: (number | null)[]; verdicts: Verdict[] } {
  const tested = records.filter(({ pValue }) => pValue !== null)
  const family = benjaminiHochberg(tested.map(({ pValue }) => pValue ?? 1))
  const qByRecord = new Map(tested.map((record, i) => [record, family[i] ?? 1]))
  const q = records.map((record) => qByRecord.get(record) ?? null)
  const verdicts = records.map(({ units, interval }, i) => verdict({ units, q: q[i] ?? null, interval }))
  return { q, verdicts }
}

function simulateCrowds(seeds: number): void {
  let [found, called, wrong, unskilled] = [0, 0, 0, 0]
  for (let seed = 0; seed < seeds; seed++) {
    const records = CROWD.map((added, i) =>
      skillRecord(drawnUnits(`${seed} ${i}`, UNITS, added), wallet(1000 * seed + i + 1), null),
    )
    verdictsOf(records).verdicts.forEach((one, i) => {
      const added = CROWD[i] ?? 0
      if (one === 'UNSKILLED' && added < 0) unskilled += 1
      if (one !== 'SKILLED') return
      called += 1
      if (added > 0) found += 1
      else wrong += 1
    })
  }
  console.log(`${seeds} crowds of ${CROWD.length} traders with ${UNITS} units each:`)
  console.log(`  skilled found        ${shareText(found, 5 * seeds)}`)
  console.log(`  false among called   ${shareText(wrong, called)}; the level is 5 %`)
  console.log(`  no skill, but called ${shareText(wrong, 45 * seeds)}`)
  console.log(`  unskilled found      ${shareText(unskilled, 5 * seeds)}`)
}

/** How the traders of one planted role came out: verdicts, strategies and bots, counted over all worlds. */
type Outcome = Map<string, number>

function classifyWorlds(worlds: number, informed: boolean): void {
  const outcomes = new Map<Role, Outcome>()
  for (let seed = 1; seed <= worlds; seed++) {
    const facts = worldFacts([...demoWorld({ seed, informed })], CATEGORIES)
    const roles = plantedRoles({ seed })
    const all = analyticsOfAll(facts)
    facts.forEach(({ address }, i) => {
      const role = roles.get(address)
      const analytics = all[i]
      if (role === undefined || analytics === undefined) return
      const outcome: Outcome = outcomes.get(role) ?? new Map()
      outcomes.set(role, outcome)
      const bot = analytics.behavior.isBot ? 'bot' : 'no bot'
      for (const key of ['traders', analytics.skill.verdict, analytics.strategy.strategy, bot])
        outcome.set(key, (outcome.get(key) ?? 0) + 1)
    })
  }
  console.log(`${worlds} demo worlds${informed ? '' : ' in which nobody knows anything'}, by planted role:`)
  for (const [role, outcome] of outcomes)
    console.log(`  ${role.padEnd(13)} ${[...outcome].map(([key, count]) => `${key} ${count}`).join(', ')}`)
}

function analyticsOfAll(all: readonly TraderFacts[]) {
  const units = all.map(({ tokens }) => decidedUnits(tokens))
  const records = all.map(({ address }, i) => skillRecord(units[i] ?? [], address, null))
  const { q } = verdictsOf(records)
  const period = periodNamed('ALL')
  return all.flatMap((facts, i) => {
    const totals = facts.totals[PERIODS.indexOf(period)]
    const skill = records[i]
    if (totals === undefined || skill === undefined) return []
    const record = periodRecord(facts, period, units[i] ?? [])
    return [traderAnalytics(record, { totals, skill, qValue: q[i] ?? null, nameOf: String })]
  })
}

timeSkill()
simulateCrowds(Number(process.argv[2] ?? 500))
for (const informed of [true, false]) classifyWorlds(Number(process.argv[3] ?? 3), informed)
