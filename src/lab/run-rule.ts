import { PequodError } from '../errors.ts'
import { countText, plural } from '../formats.ts'
import { DAY_SECONDS, MICRO, type MicroUsd, type Seconds } from '../ledger/quantities.ts'
import { type Decision, decisionsOf } from './decisions.ts'
import { countUnknownRoles, FRICTIONS, type Friction } from './fills.ts'
import {
  bootstrap,
  cannotPay,
  hangsOnDraws,
  type Intervals,
  LEAST_EVENTS,
  mostDraws,
  pValue,
  RANDOM_DRAWS,
  randomSelections,
  randomTimes,
  type Verdict,
  verdictOf,
} from './judge.ts'
import { type Copy, replay } from './replay.ts'
import { placesOf, type Results, resultsOf } from './results.ts'
import type { Rule } from './rule.ts'
import type { Selection, Tape, Tokens, TokenTerms } from './tape.ts'

/** Copies of a rule at most, and of each draw of its baselines. */
export const MOST_COPIES = 50_000
/** Dollars a copy at which capacity is measured. */
const CAPACITY = [10, 100, 1_000, 10_000] as const
/** Points of the curve's band at most. */
const BAND_POINTS = 120

/** The world that a rule trades in: a tape from its first day or before to its last, and whom it chose when. */
export interface TapeWorld {
  tape: Tape
  tokens: TokenTerms
  selections: readonly Selection[]
}

/** The same with marks, by which the rule is judged. */
export interface LabWorld extends TapeWorld {
  tokens: Tokens
}

/** A baseline: the same rule without what is to be judged. */
export interface Baseline {
  draws: number
  /** Mean return on stake of the draws that staked anything; null if none did. */
  onStake: number | null
  /** (1 + draws at least as good) ÷ (1 + draws); a draw that staked nothing counts as at least as good. */
  p: number
}

export interface LabRun {
  verdict: Verdict
  /** The reason why nothing was copied; null where anything was wanted. */
  problem: string | null
  tries: number
  results: Results
  decidedEvents: number
  intervals: Intervals
  /** Days of the band, by their places from the first day. */
  bandDays: readonly number[]
  /** The mean net result of random traders at those days. */
  randomDays: readonly MicroUsd[]
  randomTraders: Baseline
  randomTimes: Baseline
  /** The net result of a run of each friction, from the traders' own prices to the rule as it is. */
  waterfall: readonly { friction: Friction; net: MicroUsd }[]
  capacity: readonly { usd: number; net: MicroUsd; onStake: number | null; filled: number | null }[]
  /** Dollars a copy at which nothing is gained any more; null if that is not between two of those tried. */
  edgeGoneAt: number | null
  delays: readonly { delay: Seconds; net: MicroUsd; onStake: number | null }[]
  /** Rows of unknown role among the copied outcomes: they fill nothing. */
  unknownRoles: number
  /** Days of choice without a record of the screen: nobody is copied after them. */
  unknownChoices: number
  copies: readonly Copy[]
}

/** The return on stake of a draw; null where it staked nothing. */
type Draw = number | null

/** The draws of a rule's baselines so far: those of one rule and world go on where others ended. */
export interface Draws {
  times: Draw[]
  traders: Draw[]
  /** Sums of the usual draws' net results at the days of the band. */
  days: MicroUsd[]
}

/** The draws of a run that begins. */
export function noDraws(): Draws {
  return { times: [], traders: [], days: [] }
}

export interface RunOptions {
  /** Draws of an earlier run of the same rule and world; new ones are added to them. @default none */
  draws?: Draws
  /** Different rules that were tried over overlapping days, this one included. @default 1 */
  tries?: number
  /** Called with the done part of the work, 0 to 1; may pause. */
  onProgress?(part: number): Promise<void>
}

/**
 * Tries a rule. The same rule and world give the same bits.
 * @throws PequodError BAD_USER_INPUT for more than {@link MOST_COPIES} copies
 */
export async function runRule(rule: Rule, world: LabWorld, options: RunOptions = {}): Promise<LabRun> {
  const { draws = noDraws(), tries = 1, onProgress = async () => {} } = options
  const { tape, tokens } = world
  const decisions = decisionsOf(rule, tape, tokens, world.selections)
  if (decisions.length > MOST_COPIES) throw tooMany(decisions.length)
  const attempt = attemptsOf(rule, world)
  const [delay] = rule.delays
  const copies = attempt.copies(decisions, { delay })
  const bandDays = pointsOf(rule.to - rule.from + 1)
  const results = attempt.results(copies, placesOf(rule), bandDays)
  const decidedEvents = results.events.filter((event) => event.isDecided).length
  const intervals = bootstrap(results.events, bandDays.length, rule.hash)
  const waterfall = FRICTIONS.map((friction) => ({
    friction,
    net:
      friction === 'LIMITS'
        ? results.net
        : attempt.net(decisions, { friction, delay: friction === 'NONE' ? 0 : delay }),
  }))
  const capacity = CAPACITY.map((usd) => attempt.capacity(decisions, usd))
  const delays = rule.delays.map((one) => {
    const { net, onStake } =
      one === delay ? results : attempt.results(attempt.copies(decisions, { delay: one }))
    return { delay: one, net, onStake }
  })
  await onProgress(0.1)

  const own = results.onStake ?? 0
  const { times, traders, days } = draws
  while (times.length < RANDOM_DRAWS) {
    const moved = randomTimes(decisions, tape, `${rule.hash} ${times.length}`)
    times.push(attempt.results(attempt.copies(moved, { delay })).onStake)
    await onProgress(0.1 + (0.3 * times.length) / RANDOM_DRAWS)
  }
  const evidence = (drawn: readonly Draw[] = traders) => ({
    decidedEvents,
    net: intervals.net,
    p: pValue(own, drawn),
    tries,
  })
  for (;;) {
    const count = traders.length
    const isUsual = count < RANDOM_DRAWS
    const hangs = !isUsual && hangsOnDraws(evidence(traders.slice(0, RANDOM_DRAWS)))
    const most = hangs ? mostDraws(decisions.length) : RANDOM_DRAWS
    if (count >= most || (count > RANDOM_DRAWS && cannotPay(evidence(), count, most))) break
    const random = randomSelections(world.selections, `${rule.hash} ${count}`)
    const followed = decisionsOf(rule, tape, tokens, random).slice(0, MOST_COPIES)
    const drawn = attempt.results(attempt.copies(followed, { delay }), isUsual ? bandDays : [])
    traders.push(drawn.onStake)
    for (const [i, net] of drawn.days.entries()) days[i] = (days[i] ?? 0) + net
    const more = (count + 1 - RANDOM_DRAWS) / Math.max(1, most - RANDOM_DRAWS)
    await onProgress(isUsual ? 0.4 + (0.3 * (count + 1)) / RANDOM_DRAWS : 0.7 + 0.3 * more)
  }
  return {
    verdict: verdictOf(evidence()),
    problem: problemOf(rule, world, decisions),
    tries,
    results,
    decidedEvents,
    intervals,
    bandDays,
    randomDays: bandDays.map((_, i) => Math.round((days[i] ?? 0) / RANDOM_DRAWS)),
    randomTraders: baselineOf(own, traders),
    randomTimes: baselineOf(own, times),
    waterfall,
    capacity,
    edgeGoneAt: edgeGoneAt(capacity),
    delays,
    unknownChoices: world.selections.filter(({ isUnknown }) => isUnknown).length,
    unknownRoles: countUnknownRoles(tape, new Set(decisions.map(({ token }) => token))),
    copies,
  }
}

/** Runs of a rule over one world. */
function attemptsOf(rule: Rule, { tape, tokens }: LabWorld) {
  const end = (rule.to + 1) * DAY_SECONDS
  const copies = (
    decisions: readonly Decision[],
    { friction = 'LIMITS', delay, own = rule }: { friction?: Friction; delay: Seconds; own?: Rule },
  ) => replay(own, { tape, tokens, decisions, delay, end, friction })
  const results = (all: readonly Copy[], days: readonly number[] = [], points: readonly number[] = []) => {
    const bankroll = Math.round(rule.size.bankroll * MICRO)
    return resultsOf(all, { tokens, from: rule.from, to: rule.to, bankroll }, days, points)
  }
  return {
    copies,
    results,
    net: (decisions: readonly Decision[], run: { friction: Friction; delay: Seconds }) =>
      results(copies(decisions, run)).net,
    capacity(decisions: readonly Decision[], usd: number) {
      const { shareOfTrade: _, shareOfBankroll: __, ...size } = rule.size
      const own = { ...rule, size: { ...size, usd } }
      const all = copies(decisions, { friction: 'UNFILLED', delay: rule.delays[0], own })
      const { net, onStake, staked } = results(all)
      const wanted = all.reduce((sum, copy) => sum + copy.wanted, 0)
      return { usd, net, onStake, filled: wanted === 0 ? null : staked / wanted }
    },
  }
}

function baselineOf(own: number, draws: readonly Draw[]): Baseline {
  const known = draws.filter((one) => one !== null)
  const sum = known.reduce((total, one) => total + one, 0)
  return {
    draws: draws.length,
    onStake: known.length === 0 ? null : sum / known.length,
    p: pValue(own, draws),
  }
}

/** Where the return falls to 0 between two sizes, by a straight line over the logarithm of the dollars. */
function edgeGoneAt(capacity: LabRun['capacity']): number | null {
  for (const [i, { usd, onStake }] of capacity.entries()) {
    const before = capacity[i - 1]
    if (before === undefined || before.onStake === null || onStake === null) continue
    if (before.onStake <= 0 || onStake > 0) continue
    const part = before.onStake / (before.onStake - onStake)
    return Math.round(before.usd * (usd / before.usd) ** part)
  }
  return null
}

/** Places of some days, the last one among them. */
function pointsOf(days: number): number[] {
  const step = Math.max(1, Math.ceil(days / BAND_POINTS))
  const points = Array.from({ length: Math.ceil(days / step) }, (_, i) => days - 1 - i * step)
  return points.reverse()
}

function problemOf(
  { record, universe }: Rule,
  { selections }: LabWorld,
  decisions: readonly Decision[],
): string | null {
  if (decisions.length > 0) return null
  if (selections.some(({ traders }) => traders.length > 0))
    return 'The chosen traders made no trade that `entry` copies while they were chosen.'
  if (universe.screen !== undefined && selections.every(({ isUnknown }) => isUnknown))
    return 'The screen has no record of any day of choice: members are recorded from the first close after it was saved.'
  const whose =
    universe.traders === undefined
      ? `${universe.leaderboard ?? 'the screen'} had no trader`
      : 'none of the named traders was known'
  const times = `On ${selections.length === 1 ? 'the one day' : `none of the ${selections.length} days`} of choice`
  const fits = `with a record of ${record.days} days and ${record.trades} trades`
  return universe.traders === undefined && selections.length > 1
    ? `Nobody was chosen: on all ${selections.length} days of choice ${whose} ${fits}.`
    : `Nobody was chosen: ${times.toLowerCase()} ${whose} ${fits}.`
}

/** The refusal of a rule that copies more than {@link MOST_COPIES} trades. */
export function tooMany(count: number): PequodError {
  const message =
    `The rule would copy ${countText(count)} trades, and ${countText(MOST_COPIES)} is the maximum: ` +
    'copy fewer traders, larger trades or fewer days.'
  return new PequodError('BAD_USER_INPUT', message)
}

/** The verdict in words, for people. */
export function verdictSentence(run: LabRun): string {
  const { unknownChoices, problem } = run
  if (problem !== null || unknownChoices === 0) return verdictWords(run)
  return `${verdictWords(run)} The screen has no record of ${plural(unknownChoices, 'day')} of choice: nobody is copied after them.`
}

function verdictWords(run: LabRun): string {
  const { verdict, problem, results, decidedEvents, randomTraders, intervals, tries } = run
  if (problem !== null) return problem
  if (decidedEvents < LEAST_EVENTS)
    return `${decidedWords(decidedEvents)} decided, and a verdict needs ${LEAST_EVENTS}.`
  const luck = `a rule with no edge does as well about once in ${Math.max(1, Math.round(1 / randomTraders.p))} tries`
  const tried = tries > 1 ? `, and its account tried ${tries} rules on these days` : ''
  if (verdict === 'DOES_NOT') return 'The rule lost more than chance explains.'
  if (verdict === 'PAYS') return `The rule made more than chance explains: ${luck}${tried}.`
  if (results.net <= 0) return 'The rule lost, but no more than chance explains.'
  if (intervals.net[0] <= 0) return 'The rule made money, but no more than chance explains.'
  return `The rule made money, but ${luck}${tried}.`
}

function decidedWords(events: number): string {
  if (events === 0) return 'No event is'
  return `Only ${plural(events, 'event')} ${events === 1 ? 'is' : 'are'}`
}
