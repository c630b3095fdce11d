import type { Command } from 'commander'
import type { Screen } from './screen.ts'

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
