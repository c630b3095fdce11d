import type { Command } from 'commander'
import type { Screen } from './screen.ts'

/**
 * Has a command, and each that stands below it, answer what cannot be meant in one line: what is wrong, and what was meant
 * or is allowed instead, or else where its help is.
 */
export function tellMistakes(command: Command, { warn }: Pick<Screen, 'warn'>, path = command.name()): void {
  command.configureOutput({ outputError: (text) => warn(mistakeLine(text, path)) })
  for (const below of command.commands) tellMistakes(below, { warn }, `${path} ${below.name()}`)
}

function mistakeLine(text: string, path: string): string {
  const sentence = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
  // A suggestion in brackets, or a second sentence on what is allowed, helps already.
  return /[.)]$/.test(sentence) ? sentence : `${sentence}: see \`${path} --help\``
}
