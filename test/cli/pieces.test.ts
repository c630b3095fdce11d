import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseDay } from '../../src/cli/options.ts'
import { failureLines } from '../../src/cli/screen/failures.ts'
import { startProgress } from '../../src/cli/screen/progress.ts'
import { createScreen } from '../../src/cli/screen/screen.ts'
import { textTable } from '../../src/cli/screen/text-table.ts'
import { CommandError } from '../../src/errors.ts'
import type { Progress } from '../../src/jobs/job-context.ts'
import { dayText } from '../../src/ledger/quantities.ts'

/** A stream, and what was written to it. */
function memory(isTTY = false) {
  const pieces: string[] = []
  const write = (piece: string | Uint8Array) => pieces.push(String(piece)) > 0
  return { pieces, stream: { write, isTTY, columns: 70 } }
}

describe('the progress of a stage', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  /** Passes seconds, each after a report. */
  const report = (progress: Progress, dones: readonly number[]) => {
    for (const done of dones) {
      vi.advanceTimersByTime(1_000)
      progress.update(done)
    }
  }

  it('is a line after five seconds in a log, then one every five, with rate and remaining time', () => {
    const { pieces, stream } = memory()
    const progress = startProgress(stream, { label: 'file', total: 3_000, unit: 'rows' }, 'words')
    report(progress, [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000])
    progress.stop()
    vi.advanceTimersByTime(60_000)
    expect(pieces).toEqual(['file: 13%, 25 s left, 100 rows/s\n', 'file: 30%, 20 s left, 100 rows/s\n'])
  })

  it('shows no remaining time without a total, and counts it down to nothing between two reports', () => {
    const { pieces, stream } = memory()
    const open = startProgress(stream, { label: 'stream', total: null, unit: 'rows' }, 'words')
    report(open, [1_000, 2_000, 3_000, 4_000, 5_000])
    open.stop()
    const slow = startProgress(stream, { label: 'file', total: 12 }, 'words')
    report(slow, [1, 2, 3, 4])
    vi.advanceTimersByTime(11_000)
    slow.stop()
    expect(pieces).toEqual([
      'stream: 4,000 rows, 5 s so far, 1,000 rows/s\n',
      'file: 33%, 7 s left\n',
      'file: 33%, 2 s left\n',
      'file: 33%, 15 s so far\n',
    ])
  })

  it('does not count in its rate what was done before', () => {
    const { pieces, stream } = memory()
    const progress = startProgress(stream, { label: 'Blocks', total: 1_000, unit: 'logs' }, 'words')
    vi.advanceTimersByTime(4_000)
    progress.update(920, { from: 900, counted: 4_000 })
    vi.advanceTimersByTime(1_000)
    progress.stop()
    expect(pieces).toEqual(['Blocks: 92%, 15 s left, 1,000 logs/s\n'])
  })

  it('leaves one line with its count and duration, unless it was short or is stopped', () => {
    for (const isTTY of [false, true])
      for (const [seconds, ends, left] of [
        [4, 'finish', []],
        [40, 'finish', ['file: 40 bytes in 40 s, 1 bytes/s\n']],
        [40, 'stop', []],
      ] as const) {
        const { pieces, stream } = memory(isTTY)
        const progress = startProgress(stream, { label: 'file', total: 40, unit: 'bytes' }, 'words')
        report(
          progress,
          Array.from({ length: seconds }, (_, i) => i + 1),
        )
        progress[ends]()
        progress.stop()
        expect(pieces.filter((piece) => / in \d+ s/.test(piece))).toEqual(left)
        if (isTTY) expect(pieces.filter((piece) => !piece.startsWith('\r')).length).toBe(left.length)
      }
  })

  it('is one line of a terminal, no wider than it, and alive while nothing is reported', () => {
    const { pieces, stream } = memory(true)
    const label = 'A stage with a long name'
    const progress = startProgress(stream, { label, total: 10, unit: 'rows' }, 'words')
    vi.advanceTimersByTime(1_000)
    progress.update(5)
    vi.advanceTimersByTime(2_000)
    progress.stop()
    expect(pieces[0]).toBe(`\r\u001b[K${label}  ${'░'.repeat(20)}  0%  0 s so far`)
    expect(pieces.at(-3)).toBe(
      `\r\u001b[K${label}  ${'█'.repeat(10)}${'░'.repeat(10)}  50%  3 s so far  5 ro`,
    )
    expect(pieces.at(-1)).toBe('\r\u001b[K')
    expect(pieces.every((piece) => piece.length < 70 + '\r\u001b[K'.length)).toBe(true)
  })

  it('is a JSON document a line where asked, and nothing where it is to be quiet', () => {
    const { pieces, stream } = memory()
    for (const style of ['json', 'none'] as const) {
      const progress = startProgress(stream, { label: 'file', total: 10, unit: 'rows' }, style)
      report(progress, [1, 2, 3, 4, 5, 6])
      progress.finish()
    }
    const line = { stage: 'file', counted: 6, unit: 'rows', perSecond: 1, seconds: 6 }
    expect(pieces.map((piece) => JSON.parse(piece))).toEqual([
      { ...line, share: 0.4, counted: 4, seconds: 5, secondsLeft: 5 },
      { ...line, share: 1, secondsLeft: 0 },
    ])
  })
})

describe('a day on the command line', () => {
  it('is parsed from its text, and anything else is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80_000 }), (day) => {
        expect(parseDay(dayText(day), '--as-of')).toBe(day)
      }),
    )
    for (const text of ['', '2026-02-30', '2026-2-1', '02/03/2026', '2026-02-17T00:00', 'yesterday'])
      expect(() => parseDay(text, '--as-of')).toThrow(/^--as-of ".*" is not a day such as /)
  })
})

describe('a printed table', () => {
  it('aligns its columns, numbers to the right', () => {
    expect(
      textTable(
        ['ID', 'NAME'],
        [
          [1, 'ishmael'],
          [10, 'ahab'],
        ],
      ),
    ).toEqual(['ID  NAME', ' 1  ishmael', '10  ahab'])
    expect(textTable(['ID'], [])).toEqual(['ID'])
  })
})

describe('colours on the screen', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [false, { FORCE_COLOR: '1' }, true],
  ])('on a terminal: %j, with %j: %j', (isTTY, env, coloured) => {
    for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'CI']) vi.stubEnv(name, undefined)
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    vi.stubEnv('TERM', 'xterm-256color')
    const { getColorDepth } = WriteStream.prototype
    const stream = Object.assign(new PassThrough(), { isTTY, getColorDepth })
    createScreen({ out: stream, err: stream }).print({ style: 'green', text: 'fine' }, '!')
    expect(String(stream.read())).toBe(coloured ? '\u001b[32mfine\u001b[39m!\n' : 'fine!\n')
  })
})

describe('third-party text on the screen', () => {
  it('controls no terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { pieces, stream } = memory()
        const out = Object.assign(new PassThrough(), stream, { isTTY: false })
        const screen = createScreen({ out, err: out })
        screen.print(text, { style: 'green', text })
        screen.printJson({ [text]: text })
        screen.note(text)
        screen.warn(text)
        const shown = pieces.join('')
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(JSON.parse(pieces[1] ?? '')).toEqual({ [text]: text })
      }),
      { numRuns: 50, examples: [['\u001b[2J\u202e\n\r\u2028\u{e0041}']] },
    )
  })
})

describe('a failure on the screen', () => {
  const cause = new Error('behind it')
  it('is one sentence; with debugging also its cause', () => {
    const failure = new CommandError('The whale is gone.', { cause })
    expect(failureLines(failure, false)).toEqual(['The whale is gone.'])
    expect(failureLines(failure, true)[1]).toMatch(/behind it\n\s+at /)
  })

  it('that is unexpected is one line without secrets, with how to see more', () => {
    const failure = new Error('no route to postgres://me:secret@host/db\nmore')
    expect(failureLines(failure, false)).toEqual([
      'Unexpected error (no route to <url>); LOG_LEVEL=debug shows more.',
    ])
    expect(failureLines(failure, true)).toHaveLength(2)
  })
})
