import { DAY_SECONDS, dayText, MICRO, type MicroUsd, type Seconds } from '../ledger/quantities.ts'
import type { Fill, Friction } from './fills.ts'
import type { Verdict } from './judge.ts'
import { type Copy, type Fate, sharesAt } from './replay.ts'
import { copyResult } from './results.ts'
import type { Rule } from './rule.ts'
import { type Baseline, type LabRun, type LabWorld, verdictSentence } from './run-rule.ts'

/** Both ends of an interval of 95%. */
export interface Range {
  low: number
  high: number
}

/** A fill of a copy: when, shares, dollars before the fee, and the fee. */
export interface ReportedFill {
  time: string
  shares: number
  usd: number
  fee: number
}

/** A purchase that follows a trader's. */
export interface ReportedCopy {
  time: string
  /** Null for a wallet that opted out. */
  trader: string | null
  username: string | null
  market: string | null
  question: string | null
  outcome: string | null
  theirPrice: number
  theirUsd: number
  wanted: number
  fate: Fate
  fills: ReportedFill[]
  sales: ReportedFill[]
  /** The payout of the resolution; null before it. */
  settled: { time: string; shares: number; usd: number } | null
  /** Shares that are open at the end. */
  openShares: number
  net: number
}

/** The answer for a rule, in dollars. */
export interface LabReport {
  rule: Rule['text']
  hash: string
  verdict: Verdict
  /** The verdict in a sentence, or why nothing was copied. */
  sentence: string
  /** Different rules that were tried over overlapping days, this one included. */
  tries: number
  net: number
  netInterval: Range
  staked: number
  fees: number
  /** Fractions; null where nothing was staked. */
  returnOnStake: number | null
  returnOnStakeInterval: Range | null
  returnOnBankroll: number
  /** The largest fall of the curve from a peak before. */
  drawdown: number
  events: number
  decidedEvents: number
  copies: { wanted: number; bought: number; fates: Record<Fate, number> }
  /** Copies that are open at the end, and what they are marked at. */
  open: { copies: number; value: number }
  /** Fills of unknown role in the copied outcomes: they fill nothing. */
  unknownRoles: number
  /** Days of choice without a record of the screen. Earlier reports lack it. */
  unknownChoices?: number
  curve: { day: string; net: number; low: number; high: number; randomTraders: number }[]
  waterfall: { step: Friction; change: number; net: number }[]
  capacity: { usd: number; net: number; returnOnStake: number | null; filled: number | null }[]
  edgeGoneAt: number | null
  delays: { seconds: number; net: number; returnOnStake: number | null }[]
  randomTraders: ReportedBaseline
  randomTimes: ReportedBaseline
  choices: { day: string; traders: number; pool: number }[]
}

/** A baseline: the mean return on stake of its draws, and the share of draws that were at least as good. */
export interface ReportedBaseline {
  draws: number
  returnOnStake: number | null
  p: number
}

/** Names of traders and outcomes, as they may be shown. */
export interface LabNames {
  trader(id: number): { address: string; username: string | null } | null
  outcome(token: number): { market: string | null; question: string | null; outcome: string | null }
}

/** Says what a run found, in dollars. */
export function reportOf(rule: Rule, run: LabRun, { selections }: Pick<LabWorld, 'selections'>): LabReport {
  const { results, intervals } = run
  let before = 0
  return {
    rule: rule.text,
    hash: rule.hash,
    verdict: run.verdict,
    sentence: verdictSentence(run),
    tries: run.tries,
    net: dollars(results.net),
    netInterval: { low: dollars(intervals.net[0]), high: dollars(intervals.net[1]) },
    staked: dollars(results.staked),
    fees: dollars(results.fees),
    returnOnStake: results.onStake,
    returnOnStakeInterval: intervals.onStake && { low: intervals.onStake[0], high: intervals.onStake[1] },
    returnOnBankroll: results.onBankroll,
    drawdown: dollars(results.drawdown),
    events: results.events.length,
    decidedEvents: run.decidedEvents,
    copies: {
      wanted: run.copies.length,
      bought: run.copies.filter(({ entries }) => entries.length > 0).length,
      fates: { ...results.fates },
    },
    open: { copies: results.open.copies, value: dollars(results.open.value) },
    unknownRoles: run.unknownRoles,
    unknownChoices: run.unknownChoices,
    curve: run.bandDays.map((day, i) => ({
      day: dayText(rule.from + day),
      net: dollars(results.days[day] ?? 0),
      low: dollars(intervals.band.low[i] ?? 0),
      high: dollars(intervals.band.high[i] ?? 0),
      randomTraders: dollars(run.randomDays[i] ?? 0),
    })),
    waterfall: run.waterfall.map(({ friction, net }) => {
      const change = dollars(net - before)
      before = net
      return { step: friction, change, net: dollars(net) }
    }),
    capacity: run.capacity.map(({ usd, net, onStake, filled }) => ({
      usd,
      net: dollars(net),
      returnOnStake: onStake,
      filled,
    })),
    edgeGoneAt: run.edgeGoneAt,
    delays: run.delays.map(({ delay, net, onStake }) => ({
      seconds: delay,
      net: dollars(net),
      returnOnStake: onStake,
    })),
    randomTraders: baselineOf(run.randomTraders),
    randomTimes: baselineOf(run.randomTimes),
    choices: selections.map(({ from, traders, pool }) => ({
      day: dayText(from / DAY_SECONDS),
      traders: traders.length,
      pool: pool.length,
    })),
  }
}

/** Says what became of each purchase, the earliest first. */
export function copiesOf(
  rule: Rule,
  { copies }: Pick<LabRun, 'copies'>,
  { tokens }: Pick<LabWorld, 'tokens'>,
  names: LabNames,
): ReportedCopy[] {
  return copies.map((copy) => reportedCopy(copy, copyResult(copy, tokens, rule.to).net, rule, names))
}

function reportedCopy(copy: Copy, net: MicroUsd, { to }: Rule, names: LabNames): ReportedCopy {
  const { decision, entries, exits, settled } = copy
  const trader = names.trader(decision.trader)
  return {
    time: timeText(decision.time),
    trader: trader?.address ?? null,
    username: trader?.username ?? null,
    ...names.outcome(decision.token),
    theirPrice: decision.price / MICRO,
    theirUsd: dollars(decision.usd),
    wanted: dollars(copy.wanted),
    fate: copy.fate,
    fills: entries.map(fillOf),
    sales: exits.map(fillOf),
    settled: settled && {
      time: timeText(settled.time),
      shares: settled.shares / MICRO,
      usd: dollars(settled.usd),
    },
    openShares: sharesAt(copy, (to + 1) * DAY_SECONDS) / MICRO,
    net: dollars(net),
  }
}

function fillOf({ time, shares, usd, fee }: Fill): ReportedFill {
  return { time: timeText(time), shares: shares / MICRO, usd: dollars(usd), fee: dollars(fee) }
}

function baselineOf({ draws, onStake, p }: Baseline): ReportedBaseline {
  return { draws, returnOnStake: onStake, p }
}

function dollars(micro: MicroUsd): number {
  return micro / MICRO
}

function timeText(time: Seconds): string {
  return new Date(time * 1000).toISOString().replace('.000Z', 'Z')
}
