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
