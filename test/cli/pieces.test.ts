import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseDay } from '../../src/cli/options.ts'
import { failureLines } from '../../src/cli/screen/failures.ts'
import { startProgress } from '../../src/cli/screen/progress.ts'
import { createScreen } from '../../src/cli/screen/screen.ts'
import { textTable } from '../../src/cli/screen/text-table.ts'
import { CommandError } from '../../src/errors.ts'
import { dayText } from '../../src/ledger/quantities.ts'

/** A stream that is no terminal, and what was written to it. */
function memory() {
  const pieces: string[] = []
  return { pieces, stream: { write: (piece: string | Uint8Array) => pieces.push(String(piece)) > 0 } }
}

describe('progress without a terminal', () => {
  it('prints nothing for five seconds, then a plain line every five', () => {
    let now = 0
    const { pieces, stream } = memory()
    const progress = startProgress(stream, 'file', 200, () => now)
    for (; now <= 12_000; now += 100) progress.update(now / 60)
    progress.stop()
    expect(pieces).toEqual(['file: 41%\n', 'file: 83%\n'])
  })

  it('ends at 100% once it has begun to print, unless it is stopped before', () => {
    for (const [steps, ends, printed] of [
      [1, 'finish', []],
      [6, 'finish', ['file: 50%\n', 'file: 100%\n']],
      [6, 'stop', ['file: 50%\n']],
      [10, 'finish', ['file: 50%\n', 'file: 100%\n']],
    ] as const) {
      let now = 0
      const { pieces, stream } = memory()
      const progress = startProgress(stream, 'file', 10, () => now)
      for (let step = 1; step <= steps; step++) {
        now += 1_000
        progress.update(step)
      }
      progress[ends]()
      progress.stop()
      expect(pieces).toEqual(printed)
    }
  })

  it('counts when no total is known', () => {
    let now = 0
    const { pieces, stream } = memory()
    const progress = startProgress(stream, 'stream', null, () => now)
    now = 5_000
    progress.update(1_234_567)
    expect(pieces).toEqual(['stream: 1,234,567\n'])
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
