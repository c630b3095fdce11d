import type { Place } from './places.ts'

/** The completion script for fish, with a description after each word. */
export function fishCompletion(places: readonly Place[]): string {
  const deeper = places.filter(({ at }) => at !== '').map(({ at }) => quoted(at))
  return `# fish completion of pequod: pequod completion fish > ~/.config/fish/completions/pequod.fish
function __pequod_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- $next ${deeper.join(' ')}; and set at $next
  end
  test "$at" = "$argv"
end
complete -c pequod -f
${places.flatMap(placeLines).join('\n')}
`
}

function placeLines({ at, commands, options, choices, files }: Place): string[] {
  const here = `complete -c pequod -n ${quoted(`__pequod_at ${at}`.trimEnd())}`
  return [
    ...commands.map(({ word, description }) => `${here} -a ${word} -d ${quoted(description)}`),
    ...options.map(({ word, description, value }) => {
      const taken = value === 'none' ? '' : value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`
      return `${here} -l ${word.slice(2)}${taken} -d ${quoted(description)}`
    }),
    ...(choices.length > 0 ? [`${here} -a ${quoted(choices.join(' '))}`] : []),
    ...(files ? [`${here} -F`] : []),
  ]
}

/** A text in fish's single quotes, with its two special characters escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`
}
