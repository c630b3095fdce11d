import { spread } from '../run/spread.ts'
import type { Followed } from './followed.ts'
import type { MinedBlock } from './stream-chain.ts'

/** A time from, and to, in milliseconds since 1970. */
interface Span {
  from: number
  to: number
}

/** The record of alerts; all times in milliseconds since 1970. */
export interface AlertRecord {
  blocks: readonly Pick<MinedBlock, 'tx' | 'at' | 'whales'>[]
  followed: readonly Followed[]
  /** Alerts in order of arrival, on any of the streams. */
  arrivals: readonly { tx: string; at: number }[]
  streams: number
  /** When the first block of the new day was mined. */
  midnight: number
}

/** The record of following a stream. */
export interface StreamRecord extends AlertRecord {
  blocks: readonly MinedBlock[]
  fillsABlock: number
  /** When each answer to some kind of question was due and when it was there. */
  answers: readonly (Span & { kind: string })[]
}

const AIM = { published: 20, alertMs: 250 }

/** The report, line by line. */
export function* reportStream(record: StreamRecord): Generator<string> {
  const { blocks, followed, answers, fillsABlock } = record
  const read = followed.filter((told) => told.kind === 'READ')
  const { publishes, seals, phases } = phasesOf(record)
  // The last one may come early, because the follower was asked to end.
  const steady = publishes.filter(({ from }) => from <= (blocks.at(-1)?.at ?? 0))
  const took = (blocks.at(-1)?.at ?? 0) - (blocks[0]?.at ?? 0)
  const fills = blocks.length * fillsABlock
  yield `${count(fills)} fills mined at ${count((1_000 * (fills - fillsABlock)) / took)} a second, ${count(read.at(-1)?.events ?? 0)} followed; ` +
    `the ledger ${quantiles(lags(blocks, read))} behind the chain`
  const lasted = publishes.map(({ from, to }) => (to - from) / 1_000)
  const apart = steady.slice(1).map(({ from }, i) => (from - (steady[i]?.from ?? from)) / 1_000)
  const begun = apart.length > 0 ? `begun ${spread(apart, 1)} s one after the other, ` : ''
  yield `${publishes.length} publishes, each ${spread(lasted, 1)} s, ${begun}` +
    `the longest ${Math.max(...lasted).toFixed(1)} s (aim ${AIM.published}); ` +
    `${seals.length} seals of ${spread(
      seals.map(({ from, to }) => (to - from) / 1_000),
      1,
    )} s`
  yield `${count((1_000 * answers.length) / ((answers.at(-1)?.from ?? 0) - (answers[0]?.from ?? 0)))} requests/s, answered within ${quantiles(answers.map(msOf))}`
  for (const [kind, own] of Map.groupBy(answers, (answer) => answer.kind))
    yield `${kind} answered within ${quantiles(own.map(msOf))}`
  for (const [name, spans] of phases)
    yield `${name} answered within ${quantiles(within(answers, spans).map(msOf))}`
  yield* reportAlerts(record)
  for (const told of followed)
    if (told.kind === 'NOTE' && told.line.startsWith('Sealed')) yield told.line.replace(/ in \S+$/, '')
  const warnings = Map.groupBy(
    followed.flatMap((told) => (told.kind === 'WARN' ? [told.line] : [])),
    (line) => line,
  )
  for (const [line, all] of warnings) yield `the follower warned ${all.length} times: ${line}`
}

/** The lines on alerts: all of them, and those under way during each phase. */
export function* reportAlerts(record: AlertRecord): Generator<string> {
  const { blocks, arrivals, streams } = record
  const mined = new Map(blocks.map(({ tx, at }) => [tx, at]))
  const alerts = arrivals.flatMap(({ tx, at }) => {
    const from = mined.get(tx)
    return from === undefined ? [] : [{ from, to: at }]
  })
  const expected = blocks.reduce((sum, { whales }) => sum + whales, 0) * streams
  yield `fill to subscriber, ${count(alerts.length)} of ${count(expected)}: ${quantiles(alerts.map(msOf))} (aim for p99 ${AIM.alertMs})`
  for (const [name, spans] of phasesOf(record).phases)
    if (spans.length > 0)
      yield `fill to subscriber ${name}: ${quantiles(within(alerts, spans).map(msOf))} (aim for p99 ${AIM.alertMs})`
}

/** When the follower published, sealed, and caught up with a new day. */
function phasesOf({ followed, midnight }: AlertRecord) {
  const publishes = followed.flatMap((told) => {
    const seconds = told.kind === 'NOTE' ? /^Published .* in ([\d.]+) s/.exec(told.line)?.[1] : undefined
    return seconds === undefined ? [] : [{ from: told.at - Number(seconds) * 1_000, to: told.at }]
  })
  const seals = followed.flatMap((told) => (told.kind === 'SEAL' ? [{ from: told.from, to: told.at }] : []))
  const firstOfDay = publishes.find(({ from }) => from >= midnight)
  const phases: [string, readonly Span[]][] = [
    ['during a publish', publishes],
    ['from midnight to its publish', firstOfDay ? [{ from: midnight, to: firstOfDay.to }] : []],
    ['during a seal', seals],
  ]
  return { publishes, seals, phases }
}

/** Milliseconds from each block to the end of the step that read it. */
function lags(blocks: readonly MinedBlock[], read: readonly { to: number; at: number }[]): number[] {
  let step = 0
  return blocks.flatMap(({ number, at }) => {
    while ((read[step]?.to ?? Number.POSITIVE_INFINITY) < number) step++
    const until = read[step]
    return until === undefined ? [] : [until.at - at]
  })
}

/** Those that were under way in one of the spans. */
function within(all: readonly Span[], spans: readonly Span[]): Span[] {
  return all.filter(({ from, to }) => spans.some((span) => from < span.to && to > span.from))
}

function msOf({ from, to }: Span): number {
  return to - from
}

function quantiles(figures: readonly number[]): string {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (part: number) =>
    count(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${count(sorted.at(-1) ?? Number.NaN)} ms (${count(sorted.length)})`
}

function count(number: number): string {
  return Math.round(number).toLocaleString('en')
}
