import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graph/schema.ts'
import { MARKET_CATEGORIES } from '../../src/ledger/market-category.ts'
import { LEADERBOARDS, PERIODS, TABS } from '../../src/metrics/leaderboards.ts'
import { METRICS } from '../../src/metrics/registry.ts'
import { metricName } from './support/metric-name.ts'

interface Described {
  place: string
  description: string | null | undefined
  deprecationReason?: string | null | undefined
}

/** Returns everything in the schema that can have a description, except the language's own types. */
function everything(): Described[] {
  return [...describedTypes(), ...describedDirectives()]
}

function describedTypes(): Described[] {
  const own = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  return own.flatMap((type): Described[] => {
    const place = type.name
    const itself = { place, description: type.description }
    if (isEnumType(type)) return [itself, ...type.getValues().map((value) => describedAs(place, value))]
    if (isInputObjectType(type))
      return [itself, ...Object.values(type.getFields()).map((field) => describedAs(place, field))]
    if (!isObjectType(type) && !isInterfaceType(type)) return [itself]
    const fields = Object.values(type.getFields()).flatMap((field) => [
      describedAs(place, field),
      ...field.args.map((argument) => describedAs(`${place}.${field.name}`, argument)),
    ])
    return [itself, ...fields]
  })
}

function describedDirectives(): Described[] {
  return schema
    .getDirectives()
    .flatMap((directive) => [
      { place: `@${directive.name}`, description: directive.description },
      ...directive.args.map((argument) => describedAs(`@${directive.name}`, argument)),
    ])
}

function describedAs(
  place: string,
  { name, ...own }: { name: string } & Partial<Omit<Described, 'place'>>,
): Described {
  return { place: `${place}.${name}`, description: own.description, deprecationReason: own.deprecationReason }
}

describe('the schema', () => {
  it.each(everything().map(({ place, description }) => [place, description]))(
    'describes %s in a sentence',
    (_place, description) => {
      expect(description).toMatch(/^[A-Z\p{Lu}].{8,}\.$/su)
    },
  )

  it('describes everything in more than its name', () => {
    const words = (text: string) => text.toLowerCase().replaceAll(/\b(?:a|an|the|of|its)\b|[^a-z0-9]/g, '')
    const named = everything().filter(({ place, description }) =>
      place.split('.').some((name) => words(name) === words(description ?? '')),
    )
    expect(named.map(({ place }) => place)).toEqual([])
  })

  it('opens every type with a description that no other type has', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
    const own = new Set(types.map(({ description }) => description))
    expect(own.size).toBe(types.length)
  })

  it('lists leaderboards and traders before the other queries', () => {
    const names = Object.keys(schema.getQueryType()?.getFields() ?? {})
    expect(names.slice(0, 4)).toEqual(['leaderboards', 'leaderboard', 'traders', 'trader'])
    expect(names.slice(-2)).toEqual(['node', 'nodes'])
  })

  it('names a replacement for everything deprecated', () => {
    for (const { place, deprecationReason: reason } of everything())
      if (typeof reason === 'string') expect(reason, place).toMatch(/^Use `\w+`/)
    expect(schema.getDirective('deprecated')).toBeDefined()
  })

  it('says of every nullable field when it is null', () => {
    const silent = Object.keys(schema.getTypeMap())
      .filter((type) => !type.startsWith('__'))
      .flatMap((type) =>
        Object.values(fieldsOf(type)).map((field) => ({ place: `${type}.${field.name}`, field })),
      )
      .filter(({ field }) => !isNonNullType(field.type))
      .filter(({ field }) => !/\bnull\b|Error [A-Z_]{5,}|Requires Pro\./i.test(field.description ?? ''))
      .map(({ place }) => place)
    expect(silent).toEqual([])
  })

  it('has an enum value for each period, tab, metric, category and board of the radar, with its name on the wire', () => {
    expect(wires('Period')).toEqual(PERIODS.map(({ name, wire }) => [name, wire]))
    expect(wires('Tab')).toEqual(TABS.map(({ name, wire }) => [name, wire]))
    expect(wires('MetricId')).toEqual(METRICS.map(({ id }) => [metricName(id), id]))
    expect(wires('MarketCategory')).toEqual(MARKET_CATEGORIES.map((wire) => [wire.toUpperCase(), wire]))
    expect(wires('QualifyingBoard')).toEqual([
      ['CONSISTENT_ALL', 'consistent-all'],
      ['COPYABLE_ALL', 'copyable-all'],
      ['PRESCIENCE_ALL', 'prescience-all'],
    ])
  })

  it('has no category, metric or board of the radar as free text', () => {
    const named = /^(category|categories|qualifying|metric|insufficient|board)$/
    const found = Object.values(schema.getTypeMap()).flatMap((type) => {
      if (isInputObjectType(type)) return Object.values(type.getFields())
      return Object.values(fieldsOf(type.name)).flatMap((field) => [field, ...field.args])
    })
    const types = found.filter(({ name }) => named.test(name)).map(({ type }) => getNamedType(type).name)
    expect([...new Set(types)].sort()).toEqual([
      // Conditions on members of a leaderboard.
      'BoardWhere',
      'CategoryShift',
      'CategoryStance',
      'ExplainedMetric',
      'MarketCategory',
      'MetricId',
      'QualifyingBoard',
    ])
  })

  it('names in Leaderboard.metric only metrics that `metrics` describes', () => {
    const described = METRICS.map(({ id }) => String(id))
    for (const { tab } of LEADERBOARDS) expect(described).toContain(tab.metric)
  })

  it('reaches every type from the query type', () => {
    const reached = new Set<string>()
    const reach = (name: string) => {
      if (reached.has(name)) return
      reached.add(name)
      for (const { type } of Object.values(fieldsOf(name))) reach(getNamedType(type).name)
    }
    reach('Query')
    for (const name of ['Leaderboard', 'Trader', 'Service', 'TraderConnection', 'Node'])
      expect(reached).toContain(name)
  })
})

function fieldsOf(name: string) {
  const type = schema.getType(name)
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
}

function wires(name: string) {
  const type = schema.getType(name)
  return isEnumType(type) ? type.getValues().map((value) => [value.name, value.extensions.wire]) : []
}

it('every asOf is described by one short sentence that links to the rest', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  const texts = fields.flatMap(({ args }) =>
    args.filter(({ name }) => name === 'asOf').map(({ description }) => description),
  )
  expect(texts.length).toBeGreaterThan(5)
  for (const text of texts) expect(text?.replace(/ Requires sign-in .*/, '').length).toBeLessThan(130)
  expect(texts[0]).toContain('(/docs/api#as-of-a-day)')
})
