import fc from 'fast-check'
import { TIERS, type Tier } from '../../../src/access/tier.ts'
import { anyCharacter } from '../../graph/support/any-character.ts'
import { fitsParameter } from './fits-parameter.ts'
import { addressOf, type DocumentOperation, type DocumentParameter } from './operations-of.ts'
import { anyText, fittingText } from './parameter-arbitrary.ts'

export interface Question {
  tier: Tier
  address: string
  /** Whether the document allows every value, and each parameter comes once. */
  isAllowed: boolean
  /**
   * Whether an allowed request can still be refused: the schema does not decide on the content of a cursor or
   * a day.
   */
  isCertain: boolean
}

type Texts = Readonly<Record<string, readonly string[]>>

/**
 * Draws requests of a path: in half of them one parameter has any text, at times twice; the others have valid
 * values or are omitted; at times one is unknown.
 */
export function questionArbitrary(operation: DocumentOperation): fc.Arbitrary<Question> {
  const { parameters } = operation
  const stranger = rarely(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }), 9)
  return rarely(fc.nat({ max: Math.max(0, parameters.length - 1) }), 1)
    .chain((odd) => fc.record({ tier: fc.constantFrom(...TIERS), given: textsOf(parameters, odd), stranger }))
    .map(({ tier, given, stranger: name }) => questionOf(operation, tier, given, name))
}

/** Draws null a number of times for each time that it draws something. */
function rarely<T>(something: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: something })
}

function textsOf(parameters: readonly DocumentParameter[], odd: number | null): fc.Arbitrary<Texts> {
  return fc.record(
    Object.fromEntries(
      parameters.map((parameter, at) => {
        const one = at === odd ? anyText(parameter) : fittingText(parameter)
        if (parameter.in === 'path')
          return [parameter.name, one.filter((text) => text !== '').map((text) => [text])]
        return [parameter.name, fc.array(one, { maxLength: at === odd ? 2 : 1 })]
      }),
    ),
  )
}

function questionOf(
  operation: DocumentOperation,
  tier: Tier,
  given: Texts,
  stranger: string | null,
): Question {
  const { parameters } = operation
  const isKnown = stranger === null || parameters.some(({ name }) => name === stranger)
  const values = isKnown ? given : { ...given, [stranger]: [''] }
  const isAllowed = parameters.every((parameter) => {
    const texts = given[parameter.name] ?? []
    const isThere = texts.length === 1 || (texts.length === 0 && !parameter.required)
    return isThere && texts.every((text) => fitsParameter(parameter, text))
  })
  return {
    tier,
    address: addressOf(operation, values),
    isAllowed: isAllowed && isKnown,
    isCertain: !isUncertain(given),
  }
}

/** Whether an answer depends on more than the form of the values: on days of the ledger, or on each other. */
function isUncertain(given: Readonly<Record<string, readonly string[]>>): boolean {
  const isThere = (name: string) => (given[name] ?? []).length > 0
  const isWeighted = (given.order ?? []).some((text) => /[*:]/.test(text))
  // A subject has some of the numbers that can be explained.
  const others = ['subject', 'cursor', 'asOf', 'from', 'since', 'to', 'compareTo', 'where', 'top', 'columns']
  return isWeighted || others.some(isThere)
}
