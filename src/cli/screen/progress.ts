import type { WriteStream } from 'node:tty'
import { countText } from '../../formats.ts'
import type { Progress, Stage } from '../../jobs/job-context.ts'
import { printable } from '../../text.ts'

/** A stream for progress: a terminal has one line that is redrawn. */
export type ProgressStream = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number }

/** `json`: a document a line, unless the stream is a terminal; `none`: nothing at all. */
export type ProgressStyle = 'words' | 'json' | 'none'

/** Milliseconds between two looks at whether something is to be shown. */
const TICK_MS = 250
/** Seconds before a log has its first line, and its last: a shorter stage needs none. */
const FIRST_LINE = 5
/** Part of a stage's time between two lines of a log, so that hours give tens of lines and not thousands. */
const LINE_SHARE = 20
const BAR_WIDTH = 20

/** Erases a terminal's current line. */
export const ERASED_LINE = '\r\u001b[K'

/** How far a stage was when it last reported. */
interface Report {
  done: number
  total: number | null
  counted: number
  from: number
  at: number
}

interface Shown {
  /** Null if the total is unknown. */
  share: number | null
  /** Null before the first report. */
  counted: number | null
  /** Null while unknown. */
  perSecond: number | null
  seconds: number
  /** Null where no total or rate is known, or the estimate has proved too short. */
  secondsLeft: number | null
}

/**
 * Shows the progress of one stage, with its rate and remaining time: on a terminal as one line that is redrawn, elsewhere
 * as a line every few seconds. A stage of some seconds leaves one line with its count and duration.
 */
export function startProgress(stream: ProgressStream, stage: Stage, style: ProgressStyle): Progress {
  if (style === 'none') return { update() {}, finish() {}, stop() {} }
  const isTerminal = stream.isTTY === true
  const isJson = style === 'json' && !isTerminal
  const start = performance.now() / 1_000
  let report: Report | null = null
  let next = isTerminal ? start : start + FIRST_LINE
  let hasEnded = false
  const showIfDue = () => {
    const now = performance.now() / 1_000
    if (hasEnded || now < next) return
    next = now + (isTerminal ? TICK_MS / 1_000 : Math.max(FIRST_LINE, (now - start) / LINE_SHARE))
    const shown = shownAt(stage, report, start, now)
    if (isTerminal)
      stream.write(`${ERASED_LINE}${barLine(stage, shown).slice(0, (stream.columns ?? 80) - 1)}`)
    else stream.write(isJson ? jsonLine(stage, shown) : logLine(stage, shown))
  }
  // A stage that waits for another thread or process reports nothing, and is shown to be alive.
  const timer = setInterval(showIfDue, TICK_MS).unref()
  const end = () => {
    clearInterval(timer)
    if (!hasEnded && isTerminal) stream.write(ERASED_LINE)
    hasEnded = true
  }
  showIfDue()
  return {
    update(done, { total = stage.total, counted = done, from = 0 } = {}) {
      report = { done, total, counted, from, at: performance.now() / 1_000 }
      showIfDue()
    },
    finish() {
      if (hasEnded) return
      end()
      const now = performance.now() / 1_000
      if (now - start < FIRST_LINE) return
      const shown = { ...shownAt(stage, report, start, now), share: 1, secondsLeft: 0 }
      stream.write(isJson ? jsonLine(stage, shown) : `${stage.label}: ${endWords(stage, shown)}\n`)
    },
    stop: end,
  }
}

/** The rate is the whole stage's up to its last report; the remaining time is counted down from there. */
function shownAt(stage: Stage, report: Report | null, start: number, now: number): Shown {
  const seconds = now - start
  if (report === null)
    return {
      share: stage.total === null ? null : 0,
      counted: null,
      perSecond: null,
      seconds,
      secondsLeft: null,
    }
  const { done, total, counted, from, at } = report
  const spent = at - start
  const isMeasured = spent > 0 && done > from
  const left = total !== null && isMeasured ? (spent / (done - from)) * (total - done) - (now - at) : null
  return {
    share: total === null ? null : Math.min(1, done / (total || 1)),
    counted,
    perSecond: isMeasured ? counted / spent : null,
    seconds,
    secondsLeft: left !== null && left > 0 ? left : null,
  }
}

/** The time comes before the rate: a narrow terminal cuts the end. */
function barLine(stage: Stage, shown: Shown): string {
  const { share } = shown
  const [far, time, rate] = partsOf(stage, shown)
  const filled = Math.floor((share ?? 0) * BAR_WIDTH)
  const bar = share === null ? '' : `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
  return [stage.label, bar, far, time, rate].filter(Boolean).join('  ')
}

function logLine(stage: Stage, shown: Shown): string {
  return `${stage.label}: ${partsOf(stage, shown).filter(Boolean).join(', ')}\n`
}

/** How far, how long, how fast; each empty where it is not known. */
function partsOf(stage: Stage, shown: Shown): string[] {
  const { share, seconds, secondsLeft } = shown
  const far = share === null ? countWords(stage, shown) : `${Math.floor(100 * share)}%`
  const time =
    secondsLeft === null
      ? `${durationText(seconds)} so far`
      : `${durationText(Math.max(1, secondsLeft))} left`
  return [far, time, rateWords(stage, shown)]
}

function endWords(stage: Stage, shown: Shown): string {
  const count = countWords(stage, shown)
  const rate = rateWords(stage, shown)
  const time = durationText(shown.seconds)
  return [count === '' ? time : `${count} in ${time}`, rate].filter(Boolean).join(', ')
}

function jsonLine(
  { label, unit }: Stage,
  { share, counted, perSecond, seconds, secondsLeft }: Shown,
): string {
  const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000)
  const document = {
    stage: label,
    share: rounded(share),
    counted,
    unit: unit ?? null,
    perSecond: rounded(perSecond),
    seconds: rounded(seconds),
    secondsLeft: rounded(secondsLeft),
  }
  return `${printable(JSON.stringify(document))}\n`
}

/** Empty where nothing is counted. */
function countWords({ unit }: Stage, { counted }: Shown): string {
  if (unit === undefined || counted === null || counted === 0) return ''
  return unit === 'bytes' ? sizeText(counted) : `${countText(counted)} ${unit}`
}

function rateWords({ unit }: Stage, { perSecond }: Shown): string {
  if (unit === undefined || perSecond === null) return ''
  if (unit === 'bytes') return `${sizeText(perSecond)}/s`
  const rounded = perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond)
  return rounded > 0 ? `${countText(rounded)} ${unit}/s` : ''
}

/** A duration in words: `40 s`, `12 min`, `3 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A size in words, by powers of a thousand as disks are sold: `980 bytes`, `1.2 GB`, `85 GB`. */
export function sizeText(bytes: number): string {
  let size = bytes
  let power = 0
  while (size >= 999.5 && power < SIZES.length - 1) {
    size /= 1_000
    power++
  }
  const rounded = power > 0 && size < 9.95 ? size.toFixed(1) : Math.round(size).toString()
  return `${rounded} ${SIZES[power]}`
}
