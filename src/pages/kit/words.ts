import { countText } from '../../formats.ts'
import { harmlessText } from '../../text.ts'

/** Returns `SPORTS` as a heading: `Sports`. */
export function titleCase(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shortens third-party text to a length, with an ellipsis if it is longer. */
export function shortened(stranger: string, most: number): string {
  // XML knows no escape for control characters.
  const characters = [...harmlessText(stranger)]
  if (characters.length <= most) return characters.join('')
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/** A place in an order: 2nd, 3rd, 11th. */
export function ordinal(value: number): string {
  const suffix = ORDINALS[new Intl.PluralRules('en', { type: 'ordinal' }).select(value)] ?? 'th'
  return `${countText(value)}${suffix}`
}

const ORDINALS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
