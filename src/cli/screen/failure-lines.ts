import { inspect } from 'node:util'
import { CommandError, PequodError } from '../../errors.ts'
import { withoutUrls } from '../../text.ts'

/**
 * The output of a failed command: one sentence, and with debugging on also the cause with its stack. For an unexpected
 * failure the sentence has its first line and how to see more.
 */
export function failureLines(error: unknown, debug: boolean): string[] {
  const foreseen = error instanceof CommandError || error instanceof PequodError
  const sentence = foreseen ? error.message : unforeseen(error, debug)
  const behind = foreseen ? error.cause : error
  return debug && behind !== undefined ? [sentence, inspect(behind)] : [sentence]
}

function unforeseen(error: unknown, debug: boolean): string {
  const text = error instanceof Error ? error.message : String(error)
  const first = withoutUrls(text.split('\n')[0] ?? '').slice(0, 300)
  return `Unexpected error (${first})${debug ? ':' : '; LOG_LEVEL=debug shows more.'}`
}
