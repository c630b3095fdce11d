import type { Place, Word } from './places.ts'
import { shellPatterns, shellWord } from './shell-words.ts'

/** The completion script for zsh, with a description after each word. */
export function zshCompletion(places: readonly Place[]): string {
  const deeper = places.filter(({ at }) => at !== '').map(({ at }) => at)
  return `#compdef pequod
# zsh completion of pequod: source <(pequod completion zsh)
_pequod() {
  local at='' word
  local -a words_here options_here
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${shellPatterns(deeper)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${places.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${places.map(placeCase).join('\n')}
  esac
}
if [[ "$funcstack[1]" == _pequod ]]; then _pequod; else compdef _pequod pequod; fi
`
}

function valueCases({ at, options }: Place): string[] {
  return options.flatMap(({ word, value }) => {
    if (value === 'none') return []
    const complete = value === 'any' ? '_message value' : `compadd -- ${value.map(shellWord).join(' ')}`
    return [`    ${shellWord(`${at} ${word}`)}) ${complete}; return ;;`]
  })
}

function placeCase({ at, commands, options, choices, files }: Place): string {
  const words = [...choices.map((word) => ({ word, description: '' })), ...commands]
  // zsh shows options only once a hyphen was typed.
  const lines = [`options_here=(${options.map(described).join(' ')})`, '_describe -o option options_here']
  if (words.length > 0)
    lines.unshift(`words_here=(${words.map(described).join(' ')})`, '_describe word words_here')
  if (files) lines.push('_files')
  return `    ${shellPatterns([at])}) ${lines.join('; ')} ;;`
}

/** A colon separates the word from its description; no word has one, so none is escaped. */
function described({ word, description }: Word): string {
  return shellWord(description === '' ? word : `${word}:${description}`)
}
