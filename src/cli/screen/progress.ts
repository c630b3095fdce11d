import type { WriteStream } from 'node:tty'
import cliProgress from 'cli-progress'
import type { Progress } from '../../jobs/job-context.ts'

/** A stream for progress: a bar needs a terminal. */
export type ProgressStream = Pick<WriteStream, 'write'> & { isTTY?: boolean }

/** Milliseconds between plain lines: a log is read afterwards, and a short job needs none. */
const PLAIN_EVERY = 5_000
const WHOLE = '100%'

/**
 * Shows the progress of one job.
 * @param total the final value of `update`, in any unit; null if unknown, which shows only the count
 * @param clock milliseconds from any start
 */
export function startProgress(
  stream: ProgressStream,
  label: string,
  total: number | null,
  clock: () => number = Date.now,
): Progress {
  return stream.isTTY ? bar(stream, label, total) : plainLines(stream, label, total, clock)
}

function bar(stream: ProgressStream, label: string, total: number | null): Progress {
  const known = '{label} {bar} {percentage}%  {duration_formatted}  {note}'
  const shown = new cliProgress.SingleBar({
    // cli-progress asks for a whole stream and uses only its terminal methods, which these are.
    stream: stream as WriteStream,
    format: total === null ? '{label} {value}  {duration_formatted}' : known,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
    // The command handles Ctrl-C: see serve.ts.
    gracefulExit: false,
  })
  shown.start(total ?? 0, 0, { label, note: '' })
  return {
    update: (done, note = '') => shown.update(done, { note }),
    finish() {
      if (total !== null) shown.update(total, { note: '' })
      shown.stop()
    },
    stop: () => shown.stop(),
  }
}

function plainLines(
  stream: ProgressStream,
  label: string,
  total: number | null,
  clock: () => number,
): Progress {
  let next = clock() + PLAIN_EVERY
  let last: string | null = null
  const print = (far: string, note: string) => {
    last = far
    stream.write(`${label}: ${far}${note === '' ? '' : `, ${note}`}\n`)
  }
  return {
    update(done, note = '') {
      const now = clock()
      if (now < next) return
      next = now + PLAIN_EVERY
      const far = total === null ? done.toLocaleString('en') : `${Math.floor((100 * done) / (total || 1))}%`
      print(far, note)
    },
    finish() {
      // A job too short for a line needs no last one.
      if (total !== null && last !== null && last !== WHOLE) print(WHOLE, '')
    },
    stop() {},
  }
}

/**
 * The speed of a job and its remaining time, for the end of a progress line: `1,250 logs/s, 3 min left`; `unit` names
 * the counted things. Times are of `performance.now()`; empty until a block has been read.
 */
export function timeLeft(
  start: number,
  blocksDone: number,
  blocksLeft: number,
  logs: number,
  unit = 'logs',
): string {
  const seconds = (performance.now() - start) / 1000
  if (blocksDone <= 0 || seconds <= 0) return ''
  const rate = Math.round(logs / seconds).toLocaleString('en')
  return `${rate} ${unit}/s, ${durationText((seconds / blocksDone) * blocksLeft)} left`
}

/** A duration in words: `40 s`, `12 min`, `3 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
