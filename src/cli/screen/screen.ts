import { styleText } from 'node:util'
import type { JobScreen } from '../../jobs/job-context.ts'
import { printable } from '../../text.ts'
import { type ProgressStream, startProgress } from './progress.ts'

/** Styles that a terminal shows and a file omits. */
export type Style = Parameters<typeof styleText>[0]

/** A text in a style. */
export interface Styled {
  style: Style
  text: string
}

/** The output of a command: results on standard output, everything else on standard error. */
export interface Screen extends JobScreen {
  /** A line of the result, on standard output, from its parts. */
  print(...parts: readonly (string | Styled)[]): void
  /** A value of the result as one JSON document, on standard output. */
  printJson(value: unknown): void
}

export interface ScreenStreams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream & ProgressStream
}

/**
 * A screen on two streams. Colors appear only on terminals, subject to NO_COLOR and FORCE_COLOR. Every line is made
 * {@link printable}.
 */
export function createScreen({ out, err }: ScreenStreams): Screen {
  const styled = (stream: NodeJS.WritableStream, { style, text }: Styled) =>
    styleText(style, lines(text), { stream })
  return {
    print(...parts) {
      const line = parts.map((part) => (typeof part === 'string' ? lines(part) : styled(out, part))).join('')
      out.write(`${line}\n`)
    },
    printJson: (value) => void out.write(`${printable(JSON.stringify(value))}\n`),
    note: (text) => void err.write(`${styled(err, { style: 'dim', text })}\n`),
    warn: (text) => void err.write(`${styled(err, { style: 'red', text })}\n`),
    progress: (label, total) => startProgress(err, printable(label), total),
  }
}

function lines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
