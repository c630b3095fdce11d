import fc from 'fast-check'
import { EXAMPLE_DAY } from '../../../bin/print/examples/plant-examples.ts'
import { dayText } from '../../../src/ledger/quantities.ts'
import { anyCharacter } from '../../graph/support/any-character.ts'
import type { DocumentParameter } from './operations-of.ts'

/**
 * Draws any text of a parameter: values of its schema, its bounds, values one beyond them, and hostile texts.
 */
export function anyText(parameter: DocumentParameter): fc.Arbitrary<string> {
  return fc.oneof(
    fittingText(parameter),
    fc.constantFrom(...boundaryTexts(parameter)),
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
  )
}

/** Words that have broken other people's parsers, queries and loggers. */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\r\nX-Evil: 1',
  '\u202e',
  '\ufeff',
  '\ud83d\udc0b'.repeat(50),
  'x'.repeat(3_000),
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '1_000',
  '9'.repeat(400),
  '٣',
  '1;2',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  '[]',
  '{}',
  '%',
  '%25',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE traders; --',
  '%_\\',
  '{{7*7}}',
  '<script>',
  '*',
  'a\tb',
  '2026-13-45',
]

/** Texts that fit a parameter's schema, as nearly all that a program would send. */
export function fittingText({ schema, example }: DocumentParameter): fc.Arbitrary<string> {
  const { type, pattern = '', minimum = 0, maximum, minLength = 0, maxLength = 100 } = schema
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (type === 'boolean') return fc.constantFrom('true', 'false')
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: minimum, max: maximum ?? 1_000 }).map(String)
  // Of the ledger's other days each would have to be computed first.
  if (schema.format === 'date') {
    const past = fc.date({ min: new Date('1000-01-01'), max: new Date(0), noInvalidDate: true }).map(isoDay)
    return fc.oneof(fc.constant(dayText(EXAMPLE_DAY)), past)
  }
  if (schema.format === 'date-time') {
    const time = fc.date({ min: new Date('1000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    return time.map((date) => `${date.toISOString().slice(0, 19)}Z`)
  }
  const digits = /\{(40|64)\}/.exec(pattern)?.[1]
  const known = example === undefined ? [] : [fc.constant(String(example))]
  if (digits !== undefined) return fc.oneof(...known, hex(Number(digits)))
  return fc.oneof(...known, fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 30) }))
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function hex(digits: number): fc.Arbitrary<string> {
  const digit = fc.constantFrom(...'0123456789abcdefABCDEF')
  return fc.string({ unit: digit, minLength: digits, maxLength: digits }).map((text) => `0x${text}`)
}

/** Texts at the bounds of a parameter's schema, on both sides of each. */
export function boundaryTexts({ schema, example = 'x' }: DocumentParameter): string[] {
  const { minimum = 0, maximum = 0, minLength = 1, maxLength = 1 } = schema
  const numbers = [minimum - 1, minimum, maximum, maximum + 1].map(String)
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0)
  return [
    ...numbers,
    ...lengths.map((length) => 'y'.repeat(length)),
    `${example} `,
    String(example).toUpperCase(),
  ]
}
