import {
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
} from 'graphql'
import { z } from 'zod'
import { defined } from '../../checks.ts'
import { GIVEN_ADDRESS, limitCheck } from '../../graph/kit/limits/known-limits.ts'
import { limitsOf } from '../../graph/kit/limits/limit-plugin.ts'
import { isPlainText } from '../../text.ts'
import { limitKeywords, limitWords, type ValueLimits } from '../../value-limits.ts'
import { jsonObjectType, objectListType, objectType, orderType } from './object-type.ts'
import { type GivenArgument, type ParameterType, wireNames } from './parameter-text.ts'

/**
 * Returns the type of the parameter that sets an argument, with the argument's values, limits and default.
 * @param isJson whether the value comes in a JSON body
 * @param narrower limits in place of the argument's own
 * @throws Error for an argument of an unsupported type, and for a number or text without limits
 */
export function parameterType(
  { argument, field, type }: GivenArgument,
  isJson = false,
  narrower?: ValueLimits,
): ParameterType {
  const own = getNullableType(type)
  // A variable that sets a member of an input object has neither the argument's limits nor its default.
  const isWhole = type === argument.type
  const limits = narrower ?? (isWhole ? limitsOf(argument) : field === null ? undefined : limitsOf(field))
  const item = getNamedType(own)
  if (isListType(own) && isInputObjectType(item) && 'by' in item.getFields()) return orderType(item)
  if (isJson) return jsonType(own, limits)
  if (isInputObjectType(own)) return objectType(own)
  if (isInputObjectType(item)) return objectListType(item, limits)
  const parameter = isEnumType(own)
    ? anyCase(enumNames(own))
    : isListType(own)
      ? listType(item, limits ?? {})
      : scalarType(isScalarType(own) ? own.name : String(own), limits)
  return isWhole ? withDefault(parameter, own, argument.defaultValue) : parameter
}

function jsonType(own: GraphQLInputType, limits: ValueLimits | undefined): ParameterType {
  if (isInputObjectType(own)) return jsonObjectType(own)
  if (isEnumType(own)) return anyCase(enumNames(own))
  const item = getNamedType(own)
  if (isListType(own) && isEnumType(item)) {
    const { accepts, schema, jsonSchema } = anyCase(enumNames(item))
    return {
      accepts: `a list whose entries are each ${accepts}`,
      schema: z.array(schema).max(limits?.maxItems ?? 0),
      jsonSchema: { type: 'array', items: jsonSchema, ...(limits && limitKeywords(limits)) },
    }
  }
  if (isListType(own) && isScalarType(item)) {
    const list = defined(listType(item, limits ?? {}).list)
    // As in GraphQL, one value is a list of it.
    return { ...list, schema: z.preprocess((value) => (Array.isArray(value) ? value : [value]), list.schema) }
  }
  if (!isScalarType(own)) throw new Error(`A body has no value of the type ${own}.`)
  const { accepts, jsonSchema, schema } = scalarType(own.name, limits)
  if (own.name === 'Boolean') return { accepts, jsonSchema, schema: z.boolean() }
  const isNumber = (own.name === 'Int' || own.name === 'Float') && limits !== undefined
  return isNumber
    ? { accepts, jsonSchema, schema: limitCheck(own.name, limits).schema }
    : { accepts, jsonSchema, schema }
}

function withDefault(parameter: ParameterType, type: unknown, value: unknown): ParameterType {
  if (value === undefined || value === null) return parameter
  const usual = isEnumType(type) ? wireOf(type, value) : value
  return { ...parameter, jsonSchema: { ...parameter.jsonSchema, default: usual } }
}

/** The name on the wire of an enum's value as the code holds it. */
function wireOf(type: GraphQLEnumType, value: unknown): string | undefined {
  return wireNames(type).get(type.getValues().find((one) => one.value === value)?.name ?? '')
}

function scalarType(name: string, limits: ValueLimits | undefined): ParameterType {
  if (name === 'Boolean') return FLAG
  if (name === 'Date') return DATE
  if (name === 'DateTime') return DATE_TIME
  if (limits === undefined) throw new Error(`A parameter of the type ${name} needs limits.`)
  if (name === 'Int') return numberType(name, limits, /^\d{1,10}$/)
  if (name === 'Float') return numberType(name, limits, /^\d{1,13}(\.\d{1,6})?$/)
  return textType(name, limits)
}

/** A number in decimal digits; an amount with up to 6 decimals. */
function numberType(name: 'Int' | 'Float', limits: ValueLimits, digits: RegExp): ParameterType {
  const { accepts, schema } = limitCheck(name, limits)
  const decimals = name === 'Float' ? ', with up to 6 decimals' : ''
  return {
    accepts: `${accepts}${decimals}`,
    schema: z
      .string()
      .regex(digits)
      .transform((text): unknown => Number(text))
      .pipe(schema),
    jsonSchema: { type: name === 'Int' ? 'integer' : 'number', ...limitKeywords(limits) },
  }
}

/** The pattern of a text without control characters. */
export const PLAIN = String.raw`^\P{Cc}*$`

/** Text without control characters, which no name, id or cursor of ours has. */
function textType(name: string, limits: ValueLimits): ParameterType {
  const { accepts, schema } = limitCheck(name, limits)
  const hasLines = limits.hasLines === true
  const plain = limits.pattern === undefined && !hasLines
  return {
    accepts: plain ? `${accepts} without control characters` : accepts,
    schema: z
      .string()
      .refine((text) => isPlainText(hasLines ? text.replaceAll(/[\r\n\t]/g, ' ') : text))
      .transform((text): unknown => text)
      .pipe(schema),
    jsonSchema: {
      type: 'string',
      ...(plain ? { minLength: 0, pattern: PLAIN } : {}),
      ...limitKeywords(limits),
    },
  }
}

/** True or false, in these words. */
const FLAG: ParameterType = {
  accepts: 'true or false',
  schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
  jsonSchema: { type: 'boolean' },
}

/** A UTC day of the calendar, `2026-02-17`. */
const DATE: ParameterType = {
  accepts: 'a day of the calendar such as 2026-02-17',
  schema: z.iso.date(),
  jsonSchema: { type: 'string', format: 'date' },
}

/** A time in UTC to the second, `2026-02-17T12:00:05Z`. */
const DATE_TIME: ParameterType = {
  accepts: 'a time in UTC such as 2026-02-17T12:00:05Z',
  schema: z.iso.datetime({ precision: 0 }),
  jsonSchema: { type: 'string', format: 'date-time', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$` },
}

/** Values separated by commas: an enum's values, texts of a pattern such as addresses, or other texts. */
function listType(item: GraphQLNamedType, limits: ValueLimits): ParameterType {
  if (isEnumType(item)) return enumList(anyCase(enumNames(item)), limits)
  if (item.name === 'Int') return numberList(limits)
  const entry = limits.items ?? (item.name === 'Address' ? GIVEN_ADDRESS : ENTRY)
  return entry.pattern === undefined ? textList(entry, limits) : patternList(entry, limits)
}

function enumList(item: ParameterType, { maxItems = 1 }: ValueLimits): ParameterType {
  const words = item.accepts.replace(/^one of /, '')
  const list = listOf(item, maxItems, `a list of 1 to ${maxItems} of ${words}`)
  const accepts = `1 to ${maxItems} of ${words}, separated by commas`
  return commaList(list, { accepts, pattern: repeated(`(${words.replaceAll(', ', '|')})`, maxItems) })
}

/** A list as JSON has it. */
function listOf({ schema, jsonSchema }: Omit<ParameterType, 'accepts'>, maxItems: number, accepts: string) {
  return {
    accepts,
    schema: z.array(schema).min(1).max(maxItems),
    jsonSchema: { type: 'array', items: jsonSchema, minItems: 1, maxItems },
  }
}

/** The pattern of some texts separated by commas. @param one the pattern of each */
function repeated(one: string, most: number): string {
  return `^${one}(,${one}){0,${most - 1}}$`
}

interface CommaList {
  accepts: string
  pattern: string
  /** Characters at most. @default any number */
  longest?: number
  /** @default its parts */
  read?: (text: string) => unknown
}

/** A list as a text with commas. */
function commaList(
  list: ParameterType,
  { accepts, pattern, longest, read = (text) => text.split(',') }: CommaList,
): ParameterType {
  const text = longest === undefined ? z.string() : z.string().max(longest)
  const jsonSchema = { type: 'string', pattern }
  return { accepts, schema: text.transform(read).pipe(list.schema), jsonSchema, list }
}

/** Texts of a pattern separated by commas. */
export function patternList(entry: ValueLimits, { maxItems = 1 }: ValueLimits): ParameterType {
  const one = (entry.pattern ?? '').replace(/^\^/, '').replace(/\$$/, '')
  const words = limitWords(entry)
  const { accepts, schema, jsonSchema } = textType('String', {
    pattern: repeated(one, maxItems),
    form: `1 to ${maxItems} values separated by commas, each ${words}`,
    anyCase: entry.anyCase ?? false,
  })
  const item = {
    schema: textType('String', entry).schema,
    jsonSchema: { type: 'string', pattern: `^${one}$` },
  }
  const list = listOf(item, maxItems, `a list of 1 to ${maxItems} values, each ${words}`)
  return { accepts, schema: schema.transform((text) => String(text).split(',')), jsonSchema, list }
}

/** A text in a list that says nothing else. */
const ENTRY: ValueLimits = { minLength: 1, maxLength: 200 }

/** Texts separated by commas. */
function textList(limits: ValueLimits, { maxItems = 1 }: ValueLimits): ParameterType {
  const entry = textType('String', limits)
  const { minLength = 1, maxLength = 200 } = limits
  const accepts = `1 to ${maxItems} values separated by commas, each ${entry.accepts}`
  return commaList(listOf(entry, maxItems, accepts), {
    accepts,
    pattern: repeated(String.raw`[^,\p{Cc}]{${minLength},${maxLength}}`, maxItems),
    longest: maxItems * (maxLength + 1),
  })
}

/** Whole numbers separated by commas. */
function numberList({ items = {}, maxItems = 1 }: ValueLimits): ParameterType {
  const { accepts, schema } = limitCheck('Int', items)
  const item = { schema, jsonSchema: { type: 'integer', ...limitKeywords(items) } }
  return commaList(listOf(item, maxItems, `a list of 1 to ${maxItems} values, each ${accepts}`), {
    accepts: `1 to ${maxItems} values separated by commas, each ${accepts}`,
    pattern: repeated(String.raw`\d{1,10}`, maxItems),
    read: (text) => text.split(',', maxItems + 1).map((one) => (/^\d{1,10}$/.test(one) ? Number(one) : one)),
  })
}

/** An enum's values by their names on the wire. */
function enumNames(type: GraphQLEnumType): ParameterType {
  return named([...wireNames(type)].map(([name, wire]) => ({ wire, name })))
}

/** The same in upper and lower case. */
function anyCase({ schema, ...type }: ParameterType): ParameterType {
  return { ...type, schema: z.preprocess(lowerCase, schema) }
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** One of a few names in lower case, which is its value. */
export function choice(names: readonly string[]): ParameterType {
  return anyCase(named(names.map((name) => ({ wire: name, name }))))
}

/** Some of a few names in lower case, separated by commas; its value is what was given. */
export function choices(names: readonly string[]): ParameterType {
  const known = new Set(names)
  const isEach = (text: string) => text.split(',').every((one) => known.has(one))
  const { accepts, jsonSchema } = choice(names)
  const schema = z.string().refine(isEach)
  const list = {
    accepts: `a list whose entries are each ${accepts}`,
    schema,
    jsonSchema: { type: 'array', items: jsonSchema },
  }
  return {
    accepts: `${accepts}, or several separated by commas`,
    schema,
    jsonSchema: { type: 'string' },
    list,
  }
}

/** One of a few names on the wire; its value is the name in GraphQL. */
function named(list: readonly { wire: string; name: string }[]): ParameterType {
  const names = new Map(list.map(({ wire, name }) => [wire, name]))
  const wires = [...names.keys()]
  return {
    accepts: `one of ${wires.join(', ')}`,
    schema: z.string().transform((value, context) => {
      const name = names.get(value)
      if (name !== undefined) return name
      context.addIssue('not one of these')
      return z.NEVER
    }),
    jsonSchema: { type: 'string', enum: wires },
  }
}
