import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { completionPlaces } from './completion/places.ts'
import { zshCompletion } from './completion/zsh.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export type Shell = keyof typeof SCRIPTS

/** `pequod completion`: prints a shell's completion script. */
export function printCompletion({ screen }: CommandContext, program: Command, shell: Shell): void {
  screen.print(SCRIPTS[shell](completionPlaces(program)).trimEnd())
}
