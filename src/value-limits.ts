import { numberText } from './formats.ts'
/**
 * The limits of a number or a text in the keywords of JSON Schema, from which checks, OpenAPI, descriptions
 * and refusals are derived.
 */
export interface ValueLimits {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  /** Characters, those beyond the basic plane being one each. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  /** The limits of each entry of a list of texts, or of whole numbers. */
  readonly items?: ValueLimits
  /** A regular expression; `form` says in words what it accepts. */
  readonly pattern?: string
  readonly form?: string
  /** True: upper and lower case are one, and the value is in lower case. @default false */
  readonly anyCase?: boolean
  /** True: a text of several lines, as a file's. @default false */
  readonly hasLines?: boolean
  /** A further note after the other words. */
  readonly note?: string
}

/** The limits as a program reads them. */
export function limitKeywords({
  form,
  anyCase,
  hasLines,
  note,
  items,
  ...keywords
}: ValueLimits): Record<string, unknown> {
  return keywords
}

/** Returns the limits in words: `0 to 1`, `3 or more`, `up to 100 characters`. Empty without limits. */
export function limitWords(limits: ValueLimits): string {
  return `${limits.form ?? ownWords(limits)}${limits.note ?? ''}`
}

function ownWords(limits: ValueLimits): string {
  const { maxItems, minLength, maxLength, items } = limits
  if (maxItems !== undefined)
    return `up to ${numberText(maxItems, 6)}${items === undefined ? '' : `, each ${limitWords(items)}`}`
  if (maxLength !== undefined) return `${lengthWords(minLength ?? 0, maxLength)} characters`
  return rangeWords(limits)
}

function lengthWords(from: number, to: number): string {
  if (from === to) return numberText(to, 6)
  return from === 0 ? `up to ${numberText(to, 6)}` : `${numberText(from, 6)} to ${numberText(to, 6)}`
}

function rangeWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ValueLimits): string {
  const low = exclusiveMinimum === undefined ? minimum : exclusiveMinimum
  const high = exclusiveMaximum === undefined ? maximum : exclusiveMaximum
  const from =
    low === undefined ? null : `${exclusiveMinimum === undefined ? '' : 'above '}${numberText(low, 6)}`
  const to =
    high === undefined ? null : `${exclusiveMaximum === undefined ? '' : 'below '}${numberText(high, 6)}`
  if (from !== null && to !== null) return `${from} to ${to}`
  if (from !== null) return exclusiveMinimum === undefined ? `${from} or more` : from
  if (to !== null) return exclusiveMaximum === undefined ? `${to} or less` : to
  return ''
}
