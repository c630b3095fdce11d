import type { Place } from './places.ts'
import { shellPatterns, shellWord } from './shell-words.ts'

/**
 * The completion script for bash, from version 3.2 on. Completion never runs a program: the script lists all places,
 * and executes nothing that is typed.
 */
export function bashCompletion(places: readonly Place[]): string {
  const deeper = places.filter(({ at }) => at !== '').map(({ at }) => at)
  return `# bash completion of pequod: source <(pequod completion bash)
_pequod() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at='' word words=''
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${shellPatterns(deeper)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at $prev" in
${places.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${places.map(placeCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Where nothing fits, bash completes files.
complete -o default -F _pequod pequod
`
}

/** After an option that takes a value, only that value is completed. */
function valueCases({ at, options }: Place): string[] {
  return options.flatMap(({ word, value }) => {
    if (value === 'none') return []
    const words = value === 'any' ? '' : value.join(' ')
    return [
      `    ${shellWord(`${at} ${word}`)}) COMPREPLY=($(compgen -W ${shellWord(words)} -- "$cur")); return ;;`,
    ]
  })
}

function placeCase({ at, commands, options, choices, files }: Place): string {
  const words = [...commands, ...options].map(({ word }) => word)
  const set = `words=${shellWord([...choices, ...words].join(' '))}`
  // A hyphen begins an option; any other word can be a file.
  const guard = files ? `[[ $cur == -* ]] || return; ` : ''
  return `    ${shellPatterns([at])}) ${guard}${set} ;;`
}
