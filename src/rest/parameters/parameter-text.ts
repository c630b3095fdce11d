import {
  type ASTNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { z } from 'zod'
import { isObject } from '../../checks.ts'
import { declaredTier, requiresTier } from '../../graph/kit/tier-rule.ts'

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

/** The argument that a variable of an operation sets, and the type of its place in it. */
export interface GivenArgument {
  readonly argument: GraphQLArgument
  /** The field of an input object of the argument that it sets; null: it sets the argument. */
  readonly field: GraphQLInputField | null
  /** The argument's own type, or that of a field of an input object in it. */
  readonly type: GraphQLInputType
}

/** The arguments that an operation's variables are given as, by the name of the variable. */
export function operationArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, GivenArgument> {
  const given = new Map<string, GivenArgument>()
  const optional = new Set<string>()
  const types = new TypeInfo(schema)
  const noting = {
    VariableDefinition({ variable, defaultValue }: VariableDefinitionNode) {
      if (defaultValue?.kind === Kind.NULL) optional.add(variable.name.value)
    },
    Variable({ name }: { name: { value: string } }, _key: unknown, parent: unknown) {
      const [argument, type] = [types.getArgument(), types.getInputType()]
      // A variable whose default is null overrides the argument's default.
      const own = argument && optional.has(name.value) ? { ...argument, defaultValue: undefined } : argument
      if (own && type) given.set(name.value, { argument: own, type, field: fieldAt(types, parent) })
    },
  }
  visit(document, visitWithTypeInfo(types, noting))
  return given
}

function fieldAt(types: TypeInfo, parent: unknown): GraphQLInputField | null {
  const object = getNullableType(types.getParentInputType())
  return isField(parent) && isInputObjectType(object) ? (object.getFields()[parent.name.value] ?? null) : null
}

function isField(node: unknown): node is ASTNode & { name: { value: string } } {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind === Kind.OBJECT_FIELD
}

/** A field of an input object, as an argument gives it. */
export function givenField({ argument }: GivenArgument, field: GraphQLInputField): GivenArgument {
  return { argument, field, type: field.type }
}

/**
 * Returns a check of an argument's values: whether answers to callers who give one differ between accounts of one tier. Undefined where
 * no value makes them differ.
 */
export function ofAccountCheck({
  argument,
  field,
  type,
}: GivenArgument): ((value: unknown) => boolean) | undefined {
  if ((field ?? argument).extensions.ofAccount === true) return () => true
  return isInputObjectType(getNamedType(type)) ? (value) => givesOfAccount(type, value) : undefined
}

function givesOfAccount(type: GraphQLInputType, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => givesOfAccount(type, one))
  const own = getNamedType(type)
  if (!isInputObjectType(own) || !isObject(value)) return false
  return Object.values(own.getFields()).some((field) => {
    const given = value[field.name]
    if (given === undefined || given === null) return false
    return field.extensions.ofAccount === true || givesOfAccount(field.type, given)
  })
}
