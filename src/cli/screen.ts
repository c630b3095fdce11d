import { styleText } from 'node:util'
import { type Progress, type ProgressStream, startProgress } from './progress.ts'

/** A way of writing that a terminal shows and a file does not. */
export type Style = Parameters<typeof styleText>[0]

/** What a command writes to: results on one stream, everything said along the way on the other. */
export interface Screen {
  /** A line of the result, on standard output. */
  print(line: string): void
  /** A value of the result as one JSON document, on standard output. */
  printJson(value: unknown): void
  /** A line about the work, on standard error. */
  note(line: string): void
  /** A line about something wrong, on standard error. */
  warn(line: string): void
  /** The text in a style, for {@link print}; as it is where standard output is no terminal. */
  styled(style: Style, text: string): string
  /** Shows progress on standard error: see {@link startProgress}. */
  progress(label: string, total: number | null): Progress
}

/** The streams that a screen is made of. */
export interface ScreenStreams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream & ProgressStream
}

/** A screen on two streams; colours appear on terminals only, and NO_COLOR and FORCE_COLOR are heeded. */
export function createScreen({ out, err }: ScreenStreams): Screen {
  return {
    print: (line) => void out.write(`${line}\n`),
    printJson: (value) => void out.write(`${JSON.stringify(value)}\n`),
    note: (line) => void err.write(`${styleText('dim', line, { stream: err })}\n`),
    warn: (line) => void err.write(`${styleText('red', line, { stream: err })}\n`),
    styled: (style, text) => styleText(style, text, { stream: out }),
    progress: (label, total) => startProgress(err, label, total),
  }
}
