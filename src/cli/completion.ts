import type { Argument, Command, Option } from 'commander'
import type { CommandContext } from './command-context.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export type Shell = keyof typeof SCRIPTS

/** `pequod completion`: prints a shell's completion script. */
export function printCompletion({ screen }: CommandContext, program: Command, shell: Shell): void {
  screen.print(SCRIPTS[shell](completionPlaces(program)).trimEnd())
}

interface Word {
  word: string
  description: string
}

/** An option as shells complete it. */
interface CompletedOption extends Word {
  /** `none`: it takes no value; a list: one of these; `any`: a value that cannot be completed. */
  value: 'none' | 'any' | readonly string[]
}

/** The words that can follow some commands. */
interface Place {
  /** The commands so far: `''`, `ingest`, `ingest events`. */
  at: string
  commands: Word[]
  options: CompletedOption[]
  choices: readonly string[]
  /** True if its argument can be a file. */
  files: boolean
}

/** Every place of a program's command line, without hidden commands. */
export function completionPlaces(program: Command): Place[] {
  return placesBelow(program, '')
}

function placesBelow(command: Command, at: string): Place[] {
  const help = command.createHelp()
  const below = help.visibleCommands(command)
  const place: Place = {
    at,
    commands: below.map((one) => ({ word: one.name(), description: one.description() })),
    options: help.visibleOptions(command).flatMap(completedOption),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    files: command.registeredArguments.some(isFile),
  }
  const real = below.filter((one) => command.commands.includes(one))
  return [place, ...real.flatMap((one) => placesBelow(one, `${at} ${one.name()}`.trimStart()))]
}

/** An argument's name tells that it is a file, as the help shows. */
function isFile(argument: Argument): boolean {
  return argument.name() === 'file'
}

function completedOption({ long, description, required, optional, argChoices }: Option): CompletedOption[] {
  if (long === undefined || long === null) return []
  const value = argChoices ?? (required || optional ? 'any' : 'none')
  return [{ word: long, description, value }]
}

/**
 * The completion script for bash, from version 3.2 on. Completion never runs a program: the script lists all places,
 * and executes nothing that is typed.
 */
function bashCompletion(places: readonly Place[]): string {
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
${places.flatMap(bashValues).join('\n')}
  esac
  case "$at" in
${places.map(bashPlace).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Where nothing fits, bash completes files.
complete -o default -F _pequod pequod
`
}

/** After an option that takes a value, only that value is completed. */
function bashValues({ at, options }: Place): string[] {
  return options.flatMap(({ word, value }) => {
    if (value === 'none') return []
    const words = value === 'any' ? '' : value.join(' ')
    return [
      `    ${shellWord(`${at} ${word}`)}) COMPREPLY=($(compgen -W ${shellWord(words)} -- "$cur")); return ;;`,
    ]
  })
}

function bashPlace({ at, commands, options, choices, files }: Place): string {
  const words = [...commands, ...options].map(({ word }) => word)
  const set = `words=${shellWord([...choices, ...words].join(' '))}`
  // A hyphen begins an option; any other word can be a file.
  const guard = files ? `[[ $cur == -* ]] || return; ` : ''
  return `    ${shellPatterns([at])}) ${guard}${set} ;;`
}

/** The completion script for zsh, with a description after each word. */
function zshCompletion(places: readonly Place[]): string {
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
${places.flatMap(zshValues).join('\n')}
  esac
  case "$at" in
${places.map(zshPlace).join('\n')}
  esac
}
if [[ "$funcstack[1]" == _pequod ]]; then _pequod; else compdef _pequod pequod; fi
`
}

function zshValues({ at, options }: Place): string[] {
  return options.flatMap(({ word, value }) => {
    if (value === 'none') return []
    const complete = value === 'any' ? '_message value' : `compadd -- ${value.map(shellWord).join(' ')}`
    return [`    ${shellWord(`${at} ${word}`)}) ${complete}; return ;;`]
  })
}

function zshPlace({ at, commands, options, choices, files }: Place): string {
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

/** Quotes any text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w=/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A list of literal patterns for a shell's `case`. */
function shellPatterns(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join('|')
}

/** The completion script for fish, with a description after each word. */
function fishCompletion(places: readonly Place[]): string {
  const deeper = places.filter(({ at }) => at !== '').map(({ at }) => fishText(at))
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
${places.flatMap(fishLines).join('\n')}
`
}

function fishLines({ at, commands, options, choices, files }: Place): string[] {
  const here = `complete -c pequod -n ${fishText(`__pequod_at ${at}`.trimEnd())}`
  return [
    ...commands.map(({ word, description }) => `${here} -a ${word} -d ${fishText(description)}`),
    ...options.map(({ word, description, value }) => {
      const taken = value === 'none' ? '' : value === 'any' ? ' -x' : ` -x -a ${fishText(value.join(' '))}`
      return `${here} -l ${word.slice(2)}${taken} -d ${fishText(description)}`
    }),
    ...(choices.length > 0 ? [`${here} -a ${fishText(choices.join(' '))}`] : []),
    ...(files ? [`${here} -F`] : []),
  ]
}

/** A text in fish's single quotes, with its two special characters escaped. */
function fishText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`
}
