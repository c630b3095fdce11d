import type { WriteStream } from 'node:tty'
import cliProgress from 'cli-progress'
import type { Progress } from '../../jobs/job-context.ts'

/** Where progress is shown: a bar needs a terminal. */
export type ProgressStream = Pick<WriteStream, 'write'> & { isTTY?: boolean }

/** Plain lines come this often, in milliseconds: a log is read afterwards, and a short work needs none. */
const PLAIN_EVERY = 5_000
const WHOLE = '100%'

/**
 * Shows the progress of one work.
 * @param total what `update` counts up to, in any unit; null if it is not known, and then only the count is shown
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
    // cli-progress asks for a whole stream and uses the terminal's part of it, which this is.
    stream: stream as WriteStream,
    format: total === null ? '{label} {value}  {duration_formatted}' : known,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
    // Ctrl-C is the command's to handle: see serve.ts.
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
      // A work too short for a line needs no last one.
      if (total !== null && last !== null && last !== WHOLE) print(WHOLE, '')
    },
    stop() {},
  }
}
