import { type GraphQLEnumType, getNamedType, getNullableType, isEnumType, isListType } from 'graphql'
import type { z } from 'zod'
import { declaredTier } from '../../graph/kit/tier-directive.ts'
import { requiresTier } from '../../graph/kit/tier-rule.ts'
import type { GivenArgument } from './operation-arguments.ts'

/** A member of an input object that a parameter of its own sets. */
export interface Member {
  /** The accepted values, as a phrase that completes "must be …". */
  accepts: string
  /** Reads a text as the object with the member; null if the text is no value of it. */
  read(text: string): Record<string, unknown> | null
}

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
  /** Parameters that each set a member of its value, by name. */
  members?: ReadonlyMap<string, Member>
  /** The field that takes members which the value sets too. @default none: they are refused */
  rest?: string
}

/** Said of `cursor`, which sets `after`. */
const CURSOR = '`nextCursor` of the previous page, with the same other parameters. Default: the first page.'

/**
 * Returns a parameter's description: that of its argument or field, with an enum's values by their wire
 * names.
 */
export function parameterText({ argument, field, type }: GivenArgument): string {
  const tier = declaredTier(argument)
  const required = tier === null ? '' : ` ${requiresTier(tier.requires)}`
  if (argument.name === 'after') return `${CURSOR}${required}`
  if (field !== null) return `${field.description ?? ''}${required}`
  const named = getNamedType(type)
  const wires = isEnumType(named) ? wireNames(named) : new Map<string, string>()
  const words = (argument.description ?? '').replaceAll(
    /\b[A-Z][A-Z0-9_]*\b/g,
    (word) => wires.get(word) ?? word,
  )
  return isListType(getNullableType(type)) ? words.replace(/\.$/, ', separated by commas.') : words
}

/**
 * The wire name of each value of an enum: what the schema gives as the value's `wire` extension (`7d` for DAYS_7),
 * else the name in lower case with hyphens (`top-pnl` for TOP_PNL).
 */
export function wireNames(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map(
    type.getValues().map(({ name, extensions }) => {
      const wire = extensions.wire
      return [name, typeof wire === 'string' ? wire : name.toLowerCase().replaceAll('_', '-')]
    }),
  )
}
