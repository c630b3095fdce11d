import { CommandError } from '../errors.ts'
import { countText } from '../formats.ts'
import type { Refusal } from '../sources/field-checks.ts'

const SHOWN_REASONS = 20
/** Most printed line numbers for one reason. */
const NAMED_PLACES = 3

/** Refused lines by their reason: a file of 100,000 bad lines has a handful of reasons. */
export interface Refusals {
  note(refusal: Refusal): void
  count(): number
  /** A line for each reason, in order of appearance, with its first places. */
  lines(name: string): string[]
}

/** Groups one file's refused lines by reason, in bounded memory. */
export function createRefusals(): Refusals {
  const groups = new Map<string, { reason: string; places: number[]; count: number }>()
  let count = 0
  let others = 0
  return {
    note({ line, reason }) {
      count++
      const key = kindOf(reason)
      const group = groups.get(key)
      if (group === undefined && groups.size >= SHOWN_REASONS) others++
      else if (group === undefined) groups.set(key, { reason, places: [line], count: 1 })
      else {
        group.count++
        if (group.places.length < NAMED_PLACES) group.places.push(line)
      }
    },
    count: () => count,
    lines(name) {
      const shown = [...groups.values()].map(
        (group) => `${name} ${placesText(group.places, group.count)}: ${group.reason}`,
      )
      return others === 0
        ? shown
        : [...shown, `${name}: ${counted(others, 'more line')} refused for other reasons`]
    },
  }
}

/** A reason without its quoted values and numbers, which differ from line to line. */
function kindOf(reason: string): string {
  return reason.replaceAll(/"[^"]*"|\d+/g, '…')
}

function placesText(places: readonly number[], count: number): string {
  const named = places.map(String)
  if (count === 1) return `line ${named[0]}`
  const more = count - places.length
  if (more > 0) return `lines ${named.join(', ')} and ${countText(more)} more`
  return `lines ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

/** A count with its noun: `1 line`, `2,500 lines`. */
export function counted(n: number, noun: string): string {
  return `${countText(n)} ${noun}${n === 1 ? '' : 's'}`
}

/** The refusal of a name that no account has. */
export function unknownAccount(name: string): string {
  return `No account is named ${JSON.stringify(name)}: \`pequod accounts list\` lists all.`
}

/** Turns a failure of reading a file into a CommandError that names it. */
export function unreadable(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new CommandError(`${file} cannot be read (${error.code ?? error.message}).`)
  }
}
