import { type GraphQLNamedType, isInterfaceType, isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { declaredTier } from '../../src/graph/kit/tier-rule.ts'
import { schema } from '../../src/graph/schema.ts'
import { PUBLIC } from './support/public-fields.ts'

interface Place {
  owner: string
  name: string
  gated: boolean
}

/** Every field that a type itself declares, and every argument. */
function places(type: GraphQLNamedType): Place[] {
  if (type.name.startsWith('__') || (!isObjectType(type) && !isInterfaceType(type))) return []
  const inherited = new Set(type.getInterfaces().flatMap((one) => Object.keys(one.getFields())))
  return Object.values(type.getFields()).flatMap((field) => {
    const owner = `${type.name}.${field.name}`
    const args = field.args.map((one) => ({ owner, name: one.name, gated: declaredTier(one) !== null }))
    if (inherited.has(field.name)) return args
    return [{ owner: type.name, name: field.name, gated: declaredTier(field) !== null }, ...args]
  })
}

it('every field and argument has a tier, by @tier or in the list of public ones', () => {
  const listed = Object.entries(PUBLIC).flatMap(([owner, names]) =>
    names.split(' ').map((name) => `${owner}.${name}`),
  )
  const all = Object.values(schema.getTypeMap()).flatMap(places)
  const open = all.filter(({ gated }) => !gated).map(({ owner, name }) => `${owner}.${name}`)
  expect(open.filter((place) => !listed.includes(place))).toEqual([])
  expect(listed.filter((place) => !open.includes(place))).toEqual([])
})
