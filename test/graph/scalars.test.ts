import fc from 'fast-check'
import { GraphQLScalarType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graph/schema.ts'

function scalar(name: string): GraphQLScalarType {
  const type = schema.getType(name)
  if (!(type instanceof GraphQLScalarType)) throw new Error(`${name} is no scalar`)
  return type
}

const date = scalar('Date')
const dateTime = scalar('DateTime')
/** The days from 0000-01-01 to 9999-12-31. */
const days = fc.integer({ min: -719_528, max: 2_932_896 })

describe('a Date', () => {
  it('is written as a calendar day, and parsed back', () => {
    fc.assert(
      fc.property(days, (day) => {
        const text = date.serialize(day)
        expect(text).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
        expect(date.parseValue(text)).toBe(day)
      }),
    )
  })

  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-1-1',
    '2026-02-17T00:00:00Z',
    '',
    ' 2026-02-17',
    20_501,
    null,
  ])('is not %j', (value) => {
    expect(() => date.parseValue(value)).toThrow('must be a day of the calendar such as "2026-02-17"')
  })
})

describe('a DateTime', () => {
  it('is written to the second in UTC, and parsed back', () => {
    fc.assert(
      fc.property(days, fc.nat(86_399), (day, second) => {
        const time = day * 86_400 + second
        const text = dateTime.serialize(time)
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
        expect(Date.parse(String(text))).toBe(time * 1000)
        expect(dateTime.parseValue(text)).toBe(time)
      }),
    )
  })

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-02-17T24:00:00Z',
    '2026-02-17T00:00:60Z',
    '2026-02-17',
    '2026-02-17T00:00:00',
    1,
    null,
  ])('is not %j', (value) => {
    expect(() => dateTime.parseValue(value)).toThrow('must be a moment in UTC')
  })
})
