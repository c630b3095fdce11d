import type { Argument, Command, Option } from 'commander'

/** A completable word with its description. */
export interface Word {
  word: string
  description: string
}

/** An option as shells complete it. */
export interface CompletedOption extends Word {
  /** `none`: it takes no value; a list: one of these; `any`: a value that cannot be completed. */
  value: 'none' | 'any' | readonly string[]
}

/** The words that can follow some commands. */
export interface Place {
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
