import { inspect } from 'node:util'
import type { Command } from 'commander'
import { CommandError, PequodError } from '../../errors.ts'
import { withoutUrls } from '../../text.ts'
import type { Screen } from './screen.ts'

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

/** The reason of a failure, in the words of its error, on one line and without an address that may hold a secret. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  // fetch reports only its failure; the reason is its cause.
  if (error.message === 'fetch failed' && error.cause instanceof Error) return failureReason(error.cause)
  return oneLine(error.message || ('code' in error ? String(error.code) : error.name))
}

function oneLine(text: string): string {
  return withoutUrls(text.split('\n')[0] ?? '')
}

/**
 * Makes a command and its subcommands report a usage error in one line: the error, and a suggestion or the allowed
 * values, or else how to get help.
 */
export function reportUsageErrors(
  command: Command,
  { warn }: Pick<Screen, 'warn'>,
  path = command.name(),
): void {
  command.configureOutput({ outputError: (text) => warn(mistakeLine(text, path)) })
  for (const below of command.commands) reportUsageErrors(below, { warn }, `${path} ${below.name()}`)
}

function mistakeLine(text: string, path: string): string {
  const sentence = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
  // A suggestion in brackets, or a second sentence on the allowed values, helps enough.
  return /[.)]$/.test(sentence) ? sentence : `${sentence}: see \`${path} --help\``
}
