import { styleText } from 'node:util'
import type { JobScreen } from '../../jobs/job-context.ts'
import { printable } from '../../text.ts'
import { ERASED_LINE, type ProgressStream, type ProgressStyle, startProgress } from './progress.ts'

/** Styles that a terminal shows and a file omits. */
export type Style = Parameters<typeof styleText>[0]

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
  /** Sets how progress is shown from now on; with `none`, notes are omitted too. */
  showProgress(style: ProgressStyle): void
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
  let style: ProgressStyle = 'words'
  // A line takes the place of the bar, which is drawn again below it.
  const line = (text: Styled) => err.write(`${err.isTTY === true ? ERASED_LINE : ''}${styled(err, text)}\n`)
  return {
    print(...parts) {
      const texts = parts.map((part) => (typeof part === 'string' ? lines(part) : styled(out, part)))
      out.write(`${texts.join('')}\n`)
    },
    printJson: (value) => void out.write(`${printable(JSON.stringify(value))}\n`),
    showProgress(asked) {
      style = asked
    },
    note(text) {
      if (style !== 'none') line({ style: 'dim', text })
    },
    warn: (text) => void line({ style: 'red', text }),
    progress: (stage) => startProgress(err, { ...stage, label: printable(stage.label) }, style),
  }
}

function lines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
