import { inspect } from 'node:util'
import { CommandError, PequodError } from '../../errors.ts'
import { withoutUrls } from '../../without-urls.ts'

/**
 * What is said of a failed command: one sentence; where debugging is on, also the failure behind it with its stack.
 * A failure that nobody foresaw is named by its first line, and the sentence tells how to see more.
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
  return `Something unforeseen went wrong (${first})${debug ? ':' : '; LOG_LEVEL=debug shows more.'}`
}
