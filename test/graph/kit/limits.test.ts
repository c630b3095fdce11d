import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { getNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { GIVEN_ADDRESS, HASH, limitCheck, TOKEN } from '../../../src/graph/kit/limits/known-limits.ts'
import { limitsOf } from '../../../src/graph/kit/limits/limit-plugin.ts'
import { schema } from '../../../src/graph/schema.ts'
import { limitKeywords, limitWords, type ValueLimits } from '../../../src/value-limits.ts'
import { anyCharacter } from '../support/any-character.ts'

const ajv = new Ajv2020({ strict: false })
const JSON_TYPES = { Int: 'integer', Float: 'number', String: 'string' } as const

const bounds = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.nat(20))
const numbers = bounds.map(([minimum, span]): ValueLimits => ({ minimum, maximum: minimum + span }))
const lengths = fc.tuple(fc.nat(5), fc.nat(5)).map(([minLength, span]): ValueLimits => {
  return { minLength, maxLength: minLength + span }
})
const given = fc.oneof(
  fc.integer({ min: -45, max: 45 }),
  fc.double({ min: -45, max: 45, noNaN: true }),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom(`0x${'aB'.repeat(20)}`, `0X${'00'.repeat(20)}`, `0x${'0'.repeat(64)}`, '1'.repeat(78)),
)

describe('a check of an argument’s limits', () => {
  test('accepts exactly the values that JSON Schema accepts by the same limits', () => {
    const limited = fc.oneof(
      fc.tuple(fc.constantFrom('Int', 'Float'), numbers),
      fc.tuple(fc.constant('String'), fc.oneof(lengths, fc.constantFrom(GIVEN_ADDRESS, HASH, TOKEN))),
    )
    fc.assert(
      fc.property(limited, given, ([type, limits], value) => {
        const accepted = limitCheck(type, limits).schema.safeParse(value).success
        const json = { type: Reflect.get(JSON_TYPES, type), ...limitKeywords(limits) }
        expect(accepted).toBe(ajv.validate(json, value))
      }),
      { numRuns: 150 },
    )
  })

  test('returns a value of any case in lower case', () => {
    const { schema: check } = limitCheck('String', GIVEN_ADDRESS)
    expect(check.parse(`0X${'aB'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`)
  })
})

test.each([
  [{ minimum: 0, maximum: 1 }, '0 to 1'],
  [{ minimum: -2, maximum: 2 }, '−2 to 2'],
  [{ minimum: 3 }, '3 or more'],
  [{ maximum: -0.01 }, '−0.01 or less'],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'above 0 to below 1'],
  [{ exclusiveMinimum: 0 }, 'above 0'],
  [{ exclusiveMaximum: 0 }, 'below 0'],
  [{ minimum: 0, note: '; above 1 where losses exceed it' }, '0 or more; above 1 where losses exceed it'],
  [{ minLength: 22, maxLength: 22 }, '22 characters'],
  [{ minLength: 1, maxLength: 2_000 }, '1 to 2,000 characters'],
  [{ maxLength: 100 }, 'up to 100 characters'],
  [{ maxItems: 5 }, 'up to 5'],
  [HASH, '0x and 64 lower-case hex digits'],
  [{}, ''],
])('the limits %j are said as "%s"', (limits, words) => {
  expect(limitWords(limits)).toBe(words)
})

describe('the schema', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
      : [],
  )

  /** Numbers, texts and lists whose limits another check holds: `node` reads its ids itself, a label has a rule of its own. */
  const ELSEWHERE = [
    'Query.node(id:)',
    'AlertChannelInput.target',
    'CreateApiKeyInput.name',
    'CreateLinkInput.name',
    'WhaleAlertConfigInput.minUsd',
    'WhaleAlertConfigInput.traders',
  ]

  test('has limits on every argument and input field that is a number, a text or a list, and checks them', () => {
    const args = ['Query', 'Mutation', 'Subscription', 'Trader', 'Leaderboard'].flatMap((name) => {
      const type = schema.getType(name)
      if (!isObjectType(type)) throw new Error(`no type ${name}`)
      return Object.values(type.getFields()).flatMap((field) =>
        field.args.map((argument) => ({ place: `${name}.${field.name}(${argument.name}:)`, argument })),
      )
    })
    const inputs = Object.values(schema.getTypeMap())
      .filter(isInputObjectType)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((type) =>
        Object.values(type.getFields()).map((argument) => ({
          place: `${type.name}.${argument.name}`,
          argument,
        })),
      )
    const bounded = ['Int', 'Float', 'String', 'ID']
    const scalars = [...args, ...inputs].filter(({ argument }) =>
      bounded.includes(getNamedType(argument.type).name),
    )
    const without = scalars.filter(({ argument }) => limitsOf(argument) === undefined)
    expect(without.map(({ place }) => place)).toEqual(ELSEWHERE)
    const limited = scalars.filter(({ argument }) => limitsOf(argument) !== undefined)
    expect(limited.length).toBeGreaterThan(20)
    // A type's fields are checked with the argument that the type is of.
    const ofFields = limited.filter(({ place }) => place.includes('('))
    expect(ofFields.filter(({ argument }) => argument.extensions.validator === undefined)).toEqual([])
  })

  test('names the limits of every limited field in its description', () => {
    const limited = fields.filter((field) => limitsOf(field) !== undefined)
    expect(limited.length).toBeGreaterThan(100)
    for (const field of limited) expect(field.description).toContain(limitWords(limitsOf(field) ?? {}))
  })

  test('leaves no placeholder of limits unfilled', () => {
    const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType)
    const all = [
      ...fields,
      ...fields.flatMap(({ args }) => args),
      ...inputs.flatMap((type) => Object.values(type.getFields())),
    ]
    expect(all.filter(({ description }) => description?.includes('{limits}'))).toEqual([])
  })
})
