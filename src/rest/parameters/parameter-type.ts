import {
  type GraphQLEnumType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isScalarType,
} from 'graphql'
import { z } from 'zod'
import { limitCheck } from '../../graph/kit/limits/limit-check.ts'
import { limitsOf } from '../../graph/kit/limits/limit-plugin.ts'
import { isPlainText } from '../../text.ts'
import { limitKeywords, type ValueLimits } from '../../value-limits.ts'
import type { GivenArgument } from './operation-arguments.ts'
import { wireNames } from './parameter-text.ts'

/** The conversion of a parameter's text to a variable's value, and its description. */
export interface ParameterType {
  /** The accepted values, as a phrase that completes "must be …". */
  accepts: string
  /** The schema of its text, or of its value in a JSON body; a refused value gets the answer `accepts`. */
  schema: z.ZodType
  /** The value in JSON Schema, for the OpenAPI document. */
  jsonSchema: Readonly<Record<string, unknown>>
  /** The same as a list of JSON, where its text joins several values by commas. */
  list?: ParameterType
}

/**
 * Returns the type of the parameter that sets an argument, with the argument's values, limits and default.
 * @param isJson whether the value comes in a JSON body
 * @throws Error for an argument of an unsupported type, and for a number or text without limits
 */
export function parameterType({ argument, field, type }: GivenArgument, isJson = false): ParameterType {
  const own = getNullableType(type)
  // A variable that sets a member of an input object has neither the argument's limits nor its default.
  const isWhole = type === argument.type
  const limits = isWhole ? limitsOf(argument) : field === null ? undefined : limitsOf(field)
  if (isJson) return jsonType(own, limits)
  const parameter = isEnumType(own)
    ? anyCase(enumNames(own))
    : isListType(own) && getNamedType(own).name === 'Address'
      ? addressList(limits ?? {})
      : scalarType(isScalarType(own) ? own.name : String(own), limits)
  return isWhole ? withDefault(parameter, own, argument.defaultValue) : parameter
}

/** The type of a value in a body of JSON. */
function jsonType(own: GraphQLInputType, limits: ValueLimits | undefined): ParameterType {
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

/** Text without control characters, which no name, id or cursor of ours has. */
function textType(name: string, limits: ValueLimits): ParameterType {
  const { accepts, schema } = limitCheck(name, limits)
  const plain = limits.pattern === undefined
  return {
    accepts: plain ? `${accepts} without control characters` : accepts,
    schema: z
      .string()
      .refine(isPlainText)
      .transform((text): unknown => text)
      .pipe(schema),
    jsonSchema: {
      type: 'string',
      ...(plain ? { minLength: 0, pattern: String.raw`^\P{Cc}*$` } : {}),
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

/** Addresses separated by commas. */
function addressList({ maxItems = 1 }: ValueLimits): ParameterType {
  const address = '0[xX][0-9a-fA-F]{40}'
  const { accepts, schema, jsonSchema } = textType('String', {
    pattern: `^${address}(,${address}){0,${maxItems - 1}}$`,
    form: `1 to ${maxItems} addresses separated by commas, each 0x and 40 hex digits in any case`,
    anyCase: true,
  })
  const list: ParameterType = {
    accepts: `a list of 1 to ${maxItems} addresses, each 0x and 40 hex digits in any case`,
    schema: z
      .array(z.string().regex(/^0[xX][0-9a-fA-F]{40}$/))
      .min(1)
      .max(maxItems),
    jsonSchema: {
      type: 'array',
      items: { type: 'string', pattern: `^${address}$` },
      minItems: 1,
      maxItems,
    },
  }
  return { accepts, schema: schema.transform((text) => String(text).split(',')), jsonSchema, list }
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
