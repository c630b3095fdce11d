/** One part of a file that cannot be used, said so that a person can mend it. */
export interface Refusal {
  /** The line, or the row, from 1 (a CSV's header is not counted as a row). */
  line: number
  /** One plain sentence: what is wrong and what would be right. */
  reason: string
}

/** Thrown where one line or row cannot be used; its message is the reason, and the rest of the file goes on. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The value as a reason shows it: JSON, cut to 60 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? kindOf(value) : String(JSON.stringify(value))
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function kindOf(value: object): string {
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
}

/** The refusal of one named field: it is absent, or is not what is needed. */
export function refusedField(name: string, value: unknown, needed: string): Refused {
  return new Refused(`${name} is ${value === undefined ? 'missing' : shown(value)}: ${needed} is needed`)
}
