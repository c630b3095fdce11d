import type { JsonSchema } from './json-schema.ts'

/** The words of a description that say which values a number or a text can have, and what they are in JSON Schema. */
const STATEMENTS: readonly [words: RegExp, limits: (low: string, high: string) => JsonSchema][] = [
  [/[,.] (\d+) or more\b/, (low) => ({ minimum: Number(low) })],
  [
    /(?:from|,) (−?\d+) to (−?\d+)(?=[.:;])/,
    (low, high) => ({ minimum: signed(low), maximum: signed(high) }),
  ],
  [/, up to (\d+)\./, (high) => ({ minimum: 0, maximum: Number(high) })],
  [/, above 0 to below 1\b/, () => ({ exclusiveMinimum: 0, exclusiveMaximum: 1 })],
  [/, above 0\./, () => ({ exclusiveMinimum: 0 })],
  [/, below 0\./, () => ({ exclusiveMaximum: 0 })],
]
const SHAPES: readonly [words: RegExp, shape: (count: string) => JsonSchema][] = [
  [/\b0x and (40|64) (?:lower-case )?hex digits/, (digits) => ({ pattern: `^0x[0-9a-f]{${digits}}$` })],
  [/\bdecimal number of up to (\d+) digits/, (digits) => ({ pattern: `^[0-9]{1,${digits}}$` })],
  [/: (\d+) characters\./, (count) => ({ minLength: Number(count), maxLength: Number(count) })],
]

/**
 * The limits that a field's description states in words ("0 to 1", "0x and 40 lower-case hex digits"), so that they are
 * said once and hold for programs too; empty where it states none.
 */
export function statedLimits(kind: 'number' | 'string', description: string): JsonSchema {
  const known: readonly [RegExp, (...found: [string, string]) => JsonSchema][] =
    kind === 'number' ? STATEMENTS : SHAPES
  for (const [words, limits] of known) {
    const [, first = '', second = ''] = words.exec(description) ?? []
    if (first !== '' || words.test(description)) return limits(first, second)
  }
  return {}
}

/** Descriptions write a minus, not a hyphen. */
function signed(number: string): number {
  return Number(number.replace('−', '-'))
}
