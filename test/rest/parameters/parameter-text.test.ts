import { getNamedType, isEnumType } from 'graphql'
import { expect, it } from 'vitest'
import { declaredTier } from '../../../src/graph/kit/tier-rule.ts'
import { schema } from '../../../src/graph/schema.ts'
import { operationArguments, wireNames } from '../../../src/rest/parameters/parameter-text.ts'
import { ROUTES } from '../../../src/rest/routes/routes.ts'

const given = ROUTES.flatMap((route) =>
  [...operationArguments(schema, route.operation)].map(([variable, argument]) => ({
    place: `${route.path} ${variable}`,
    argument,
    parameter: route.parameters[variable],
  })),
)

it('a parameter says which tier its argument is refused to', () => {
  const refused = given.flatMap(({ place, argument: { argument }, parameter }) => {
    const tier = declaredTier(argument)
    return tier?.otherwise === 'ERROR' ? [{ place, tier, text: parameter?.description }] : []
  })
  expect(refused.length).toBeGreaterThan(20)
  for (const { place, tier, text } of refused)
    expect(text, place).toContain(`Requires ${tier.requires === 'PRO' ? 'Pro' : 'sign-in'}`)
})

it('a parameter names the values of its enum as addresses spell them', () => {
  for (const {
    place,
    argument: { type },
    parameter,
  } of given) {
    const named = getNamedType(type)
    const words = parameter?.description.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []
    const names = isEnumType(named) ? [...wireNames(named).keys()] : []
    expect(
      words.filter((word) => names.includes(word)),
      place,
    ).toEqual([])
  }
})

it('a path fails as its fields, arguments and tiers say', () => {
  const failures = Object.fromEntries(ROUTES.map(({ name, failures }) => [name, [...failures].sort()]))
  expect(failures).toMatchObject({
    listLeaderboards: ['BAD_USER_INPUT', 'NOT_ACCEPTABLE', 'PRO_REQUIRED', 'SERVICE_UNAVAILABLE'],
    getSmartMoneyMarket: [
      'BAD_USER_INPUT',
      'NOT_ACCEPTABLE',
      'NOT_FOUND',
      'PRO_REQUIRED',
      'SERVICE_UNAVAILABLE',
      'UNAUTHENTICATED',
    ],
    getWhaleAlert: ['BAD_USER_INPUT', 'NOT_ACCEPTABLE', 'NOT_FOUND', 'PRO_REQUIRED', 'SERVICE_UNAVAILABLE'],
  })
})
