import {
  coerceInputValue,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  type GraphQLNamedInputType,
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { z } from 'zod'
import { isObject, parseJson } from '../../checks.ts'
import type { ValueLimits } from '../../value-limits.ts'
import { type Member, type ParameterType, wireNames } from './parameter-text.ts'

/** Characters of a question in JSON at most: 200 addresses and 40 conditions fit. */
const LONGEST_JSON = 16_000
const LONGEST_ORDER = 400
const MOST_ORDERS = 5
/** Characters of an unknown name that a refusal repeats. */
const LONGEST_NAME = 40

/** An input object: JSON in the spelling of GraphQL, or, of its members that are numbers, days, flags and labels, a parameter each. */
export function objectType(type: GraphQLInputObjectType): ParameterType {
  const read = z
    .string()
    .max(LONGEST_JSON)
    .regex(JSON_OBJECT)
    .transform((text, context) => {
      const value = parseJson(text)
      if (value !== undefined && isValue(value, type)) return value
      context.addIssue('not such an object')
      return z.NEVER
    })
  const accepts = `a JSON object such as GraphQL's ${type.name}, up to ${LONGEST_JSON} characters`
  return {
    accepts,
    schema: read,
    jsonSchema: { type: 'string', maxLength: LONGEST_JSON, pattern: JSON_OBJECT.source },
    list: { accepts, schema: read, jsonSchema: { type: 'object' } },
    members: membersOf(type),
    ...(type.getFields().all !== undefined && { rest: 'all' }),
  }
}

/** An input object in a body of JSON, in the spelling of GraphQL; labels in any case. A refusal names the part that is wrong. */
export function jsonObjectType(type: GraphQLInputObjectType): ParameterType {
  return {
    accepts: `an object such as GraphQL's ${type.name}`,
    schema: z.unknown().transform((given, context) => {
      const value = labelled(given, type)
      const [wrong] = wrongParts(value, type)
      if (wrong === undefined) return value
      context.addIssue({ code: 'custom', path: [...wrong.path], message: wrong.message, params: PART })
      return z.NEVER
    }),
    jsonSchema: { type: 'object' },
  }
}

/** Marks the issue of a part of a value, whose message is for people. */
export const PART = { isPart: true }

/** A value with its labels in the spelling of GraphQL. */
function labelled(value: unknown, type: GraphQLInputType): unknown {
  const own = getNullableType(type)
  if (isEnumType(own)) return typeof value === 'string' ? oneOf(value, own) : value
  if (isListType(own)) return Array.isArray(value) ? value.map((one) => labelled(one, own.ofType)) : value
  if (!isInputObjectType(own) || !isObject(value)) return value
  const fields = own.getFields()
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field === undefined ? one : labelled(one, field.type)]
    }),
  )
}

interface WrongPart {
  path: readonly (string | number)[]
  message: string
}

/** The parts of a value that are wrong, with what each must be. */
function wrongParts(value: unknown, type: GraphQLInputType): WrongPart[] {
  const wrong: WrongPart[] = []
  coerceInputValue(value, type, (path, _value, { message }) => {
    const at = path.reduce<GraphQLInputType>(partOf, type)
    const [, unknown] = /^Field "(\w+)" is not defined/.exec(message) ?? []
    const named = getNamedType(at)
    if (unknown !== undefined && isInputObjectType(named)) {
      const known = Object.keys(named.getFields()).join(', ')
      wrong.push({ path: [...path, unknown], message: `is not a field; known here: ${known}` })
    } else
      wrong.push({ path, message: message.startsWith('must ') ? message : `must be ${acceptedBy(named)}` })
  })
  return wrong
}

/** The type of a part of a value. */
function partOf(type: GraphQLInputType, key: string | number): GraphQLInputType {
  const own = getNullableType(type)
  if (isListType(own)) return typeof key === 'number' ? own.ofType : partOf(own.ofType, key)
  return isInputObjectType(own) ? (own.getFields()[key]?.type ?? own) : own
}

/** A list of input objects: JSON in the spelling of GraphQL. */
export function objectListType(
  type: GraphQLInputObjectType,
  { maxItems = 1 }: ValueLimits = {},
): ParameterType {
  const list = new GraphQLList(new GraphQLNonNull(type))
  const accepts = `a JSON list of 1 to ${maxItems} objects such as GraphQL's ${type.name}`
  const isList = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.length <= maxItems && isValue(value, list)
  const wrong = 'not such a list'
  return {
    accepts: `${accepts}, up to ${LONGEST_JSON} characters`,
    schema: z
      .string()
      .max(LONGEST_JSON)
      .transform((text) => parseJson(text))
      .refine(isList, wrong),
    jsonSchema: { type: 'string', maxLength: LONGEST_JSON, pattern: JSON_LIST },
    list: {
      accepts,
      schema: z.unknown().refine(isList, wrong),
      jsonSchema: { type: 'array', items: { type: 'object' }, minItems: 1, maxItems },
    },
  }
}

/** The form of the text; the objects' fields are GraphQL's. */
const JSON_LIST = String.raw`^\[\{"[a-z][a-zA-Z]*":.*\}\]$`

const JSON_OBJECT = /^\{("[a-z][a-zA-Z]*":.*)?\}$/

function isValue(value: unknown, type: GraphQLInputType): boolean {
  return wrongParts(value, type).length === 0
}

/** `minEdge`, `maxEdge`, `knownEdge` for a range, `lastFrom` and `lastTo` for a day, `verdict` for labels, `isBot` for a flag, `board` and `top`, `holdsMarket`, `outcome` and `minHoldsValue`. */
function membersOf(type: GraphQLInputObjectType): ReadonlyMap<string, Member> {
  const members = Object.values(type.getFields()).flatMap(({ name, type: own }): [string, Member][] => {
    const of = getNullableType(own)
    if (isInputObjectType(of) && of !== type)
      return Object.values(of.getFields()).flatMap((field): [string, Member][] => {
        const inner = getNullableType(field.type)
        const own = memberName(name, field.name)
        if (!isInputObjectType(inner))
          return [[own, memberOf(field.type, (value) => ({ [name]: { [field.name]: value } }))]]
        return Object.values(inner.getFields()).map((end) => [
          memberName(own, end.name),
          memberOf(end.type, (value) => ({ [name]: { [field.name]: { [end.name]: value } } })),
        ])
      })
    const isNested = getNamedType(own) === type
    return isNested ? [] : [[name, memberOf(own, (value) => ({ [name]: value }))]]
  })
  return new Map(members)
}

function memberName(name: string, part: string): string {
  if (part === 'id') return name
  const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
  if (part === 'from' || part === 'to') return `${name.replace(/(Trade|At)$/, '')}${capital(part)}`
  if (part === 'min' || part === 'max' || part === 'known') return `${part}${capital(name)}`
  return part === 'top' || part === 'outcome' ? part : `${name}${capital(part)}`
}

function memberOf(type: GraphQLInputType, wrap: (value: unknown) => Record<string, unknown>): Member {
  const own = getNullableType(type)
  const read = (text: string) =>
    isListType(own) ? text.split(',').map((one) => oneOf(one, getNullableType(own.ofType))) : oneOf(text, own)
  return {
    accepts: `${acceptedBy(getNamedType(own))}${isListType(own) ? ', or several separated by commas' : ''}`,
    read(text) {
      if (text.length === 0 || text.length > LONGEST_JSON) return null
      const value = read(text)
      return isValue(value, type) ? wrap(value) : null
    },
  }
}

function acceptedBy(type: GraphQLNamedInputType): string {
  if (isEnumType(type)) return `one of ${[...wireNames(type).values()].join(', ')}`
  if (type.name === 'Boolean') return 'true or false'
  if (isInputObjectType(type)) return `an object such as GraphQL's ${type.name}`
  if (type.name === 'Float' || type.name === 'Int') return 'a number in decimal digits'
  return type.name === 'Date' ? 'a day such as 2026-02-17' : 'a text of the form of its condition'
}

function oneOf(text: string, type: GraphQLInputType): unknown {
  if (isEnumType(type)) return text.toUpperCase().replaceAll('-', '_')
  const { name } = getNamedType(type)
  if (name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = name === 'Float' || name === 'Int'
  return isNumber && /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text
}

/**
 * Orders as a text: `roi:desc,edge_low:desc` one after another, `roi*0.4,edge_low*0.6` weighted, `pnl:desc:change` by the change.
 * @throws Error for an input object that has no `by` of an enum
 */
export function orderType(type: GraphQLInputObjectType): ParameterType {
  const by = getNullableType(type.getFields().by?.type)
  if (!isEnumType(by)) throw new Error(`${type.name} orders by nothing.`)
  const names = new Map(namesOf(by))
  const known = [...names.keys()].join(', ')
  const form = new RegExp(`^${ORDER}(,${ORDER}){0,${MOST_ORDERS - 1}}$`)
  const order: ParameterType = {
    accepts: `1 to ${MOST_ORDERS} orders separated by commas, such as volume:desc`,
    schema: z
      .string()
      .max(LONGEST_ORDER)
      .transform((text, context) => {
        const all = text.split(',')
        const orders = all.map((one) => orderOf(one, names))
        if (form.test(text) && orders.every((order) => order !== null)) return orders
        // A number's name in camel case, as in GraphQL and in rows, has the wrong form too.
        const unknown = all.map(nameOf).find((name) => /^\w+$/.test(name) && !names.has(name))
        const message =
          unknown === undefined
            ? null
            : `cannot be by ${unknown.slice(0, LONGEST_NAME)}; known here: ${known}`
        context.addIssue(message === null ? 'not such an order' : { code: 'custom', message, params: PART })
        return z.NEVER
      }),
    jsonSchema: {
      type: 'string',
      maxLength: LONGEST_ORDER,
      pattern: form.source.replaceAll('[a-z0-9_]+', `(${[...names.keys()].join('|')})`),
    },
  }
  // The pattern names every number, which is too long for the list of tools.
  return { ...order, list: { ...order, jsonSchema: { type: 'string' } } }
}

const ORDER = String.raw`[a-z0-9_]+(\*\d{1,4}(\.\d{1,6})?)?(:(asc|desc))?(:change)?`

function namesOf(type: GraphQLEnumType): [string, string][] {
  return type.getValues().map(({ name }) => [name.toLowerCase(), name])
}

/** The number that an order names. */
function nameOf(order: string): string {
  return order.replace(/[:*].*/s, '')
}

function orderOf(text: string, names: ReadonlyMap<string, string>): Record<string, unknown> | null {
  const [head = '', ...flags] = text.split(':')
  const [, weight] = head.split('*')
  const by = names.get(nameOf(text))
  if (by === undefined) return null
  const direction = flags.find((flag) => flag !== 'change')
  return {
    by,
    ...(weight !== undefined && { weight: Number(weight) }),
    ...(direction !== undefined && { direction: direction.toUpperCase() }),
    ...(flags.includes('change') && { change: true }),
  }
}
