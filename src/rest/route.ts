import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { getNullableType, getOperationAST, isInputObjectType, isRequiredArgument, Kind } from 'graphql'
import type { AccountTier } from '../accounts/account-store.ts'
import type { ErrorCode } from '../errors.ts'
import { saidOf } from '../graph/kit/limits/limit-plugin.ts'
import { type DeclaredTier, declaredTier, requiresTier } from '../graph/kit/tier-rule.ts'
import { schema } from '../graph/schema.ts'
import type { ValueLimits } from '../value-limits.ts'
import type { FileForm } from './formats/tax-forms.ts'
import {
  type GivenArgument,
  givenField,
  ofAccountCheck,
  operationArguments,
  type ParameterType,
  parameterText,
} from './parameters/parameter-text.ts'
import { parameterType } from './parameters/parameter-type.ts'
import { loneFields, requiredTier } from './parameters/required-tier.ts'

export interface RestParameter {
  name: string
  in: 'path' | 'query' | 'body'
  required: boolean
  /**
   * One or two sentences: meaning, unit, and the effect of omitting it unless the argument's default says so.
   */
  description: string
  /** A value that works in the demo world. */
  example: string
  /** True: the example only shows the form, since no value works everywhere. @default false */
  isFormOnly?: boolean
  /** The tier that may give it. @default the tier of the argument that it sets */
  tier?: DeclaredTier
  type: ParameterType
  /** Whether answers to callers who give a value differ between accounts, so that none is kept. @default they never do */
  isOfAccount?: ((value: unknown) => boolean) | undefined
  /** The place of its value in a variable that is an input object: the variable and names of fields. @default the variable */
  sets?: readonly string[]
  /** The parameter without which it is refused. @default none */
  needs?: string
}

/** A parameter as the route table has it: what it leaves out comes from the argument that it sets. */
export interface GivenParameter {
  /** @default the variable's name */
  name?: string
  /** @default the path where it is there in braces, else the query */
  in?: RestParameter['in']
  /** @default true in the path, and where the argument has no default and may not be null */
  required?: boolean
  /** @default the argument's description */
  description?: string
  example?: string
  /** True: the example only shows the form, since no value works everywhere. @default false */
  isFormOnly?: boolean
  /** Narrower limits than the field's. @default the field's */
  limits?: ValueLimits
  /** Fields of the input object that the variable is, each a parameter of its own in place of one for the object. @default none */
  fields?: Readonly<Record<string, GivenParameter>>
}

/** Another path of a route, whose own parameter becomes part of the text of the route's. */
export interface RouteAlias {
  path: string
  set: Readonly<Record<string, string>>
}

/** A path of REST: which operation answers it, and how its parameters become the operation's variables. */
export interface RestRoute {
  /** @default GET; a path that changes something has an operation that is a mutation */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Other paths of the same operation, with the parameters that they set; `{id}` is theirs. @default none */
  aliases?: readonly RouteAlias[]
  name: string
  /** A few words for a list of paths. */
  summary: string
  /** The content of the answer, and the callers it is for. */
  description: string
  operation: TypedDocumentNode<unknown, Record<string, unknown>>
  /** The parameters by the operation's variable that each one sets, or the place in it: `where.minUsd`. */
  parameters: Readonly<Record<string, RestParameter>>
  /** Bytes of a body at most. @default that of every request */
  bodyLimit?: number
  /** True: answers are `private, no-store` and carry no entity tag. @default false for a query of more than the caller's account */
  noStore?: boolean
  /** True: answers to callers with an account have what is theirs, and are kept for nobody. @default false */
  hasOwn?: boolean
  /** The path of what this one starts, by its `id`: a tool reads it until it has ended. @default none */
  started?: RestRoute
  /** True: the answer is a stream of server-sent events, each of them a body. */
  isStream: boolean
  /** True: the operation counts its calls itself, so that no answer to it is given from memory. */
  isCounted: boolean
  /**
   * The place of an export's rows: keys of the body, each with a list or an object, all of one type; empty if
   * the body is the one row.
   * @default the path cannot be exported
   */
  rows?: readonly string[]
  /** Files of the rows in columns of other programs, for Pro. @default none */
  forms?: readonly FileForm[]
  /** The failures that the path can answer with, besides INTERNAL. */
  failures: readonly ErrorCode[]
}

/** A route as the table has it: what it leaves out comes from its operation. */
type GivenRoute<Variables> = Pick<
  RestRoute,
  | 'aliases'
  | 'method'
  | 'path'
  | 'name'
  | 'summary'
  | 'bodyLimit'
  | 'noStore'
  | 'hasOwn'
  | 'started'
  | 'rows'
  | 'forms'
> & {
  /** @default that of the field whose answer the body is, and the tier that the operation is for */
  description?: string
  /** Parameters' properties that do not come from arguments. */
  parameters?: { readonly [Name in keyof Variables]?: GivenParameter }
  /** @default what the operation's fields, arguments and tiers can fail with */
  failures?: readonly ErrorCode[]
}

/**
 * One line of the route table. Each variable of the operation is a parameter: its words, its tier, what it accepts and its default are
 * those of the argument that it is given as.
 * @throws Error for an argument that no parameter can set
 */
export function defineRoute<Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Result, Variables>,
  route: GivenRoute<Variables>,
): RestRoute {
  const given = operationArguments(schema, operation)
  const overrides: Readonly<Record<string, GivenParameter | undefined>> = route.parameters ?? {}
  const ast = getOperationAST(operation)
  const names = (ast?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const parameters = names.flatMap((variable) => {
    const argument = given.get(variable)
    if (argument === undefined) throw new Error(`${route.path}: nothing is given $${variable}.`)
    const { fields: own, ...override } = { path: route.path, ...overrides[variable] }
    if (own !== undefined) return fieldParameters([variable], argument, { path: route.path, fields: own })
    return [[variable, parameterOf(variable, argument, override)] as const]
  })
  const fields = loneFields(schema, operation).map(saidOf)
  const requires = requiredTier(schema, operation)
  const description = [fields.at(-1)?.text ?? [], requires ? requiresTier(requires) : []].flat().join(' ')
  const failures: readonly ErrorCode[] = [
    ...tierFailures(requires, given),
    ...fields.flatMap((field) => field.failures),
  ]
  const ofEvery: readonly ErrorCode[] = route.rows === undefined ? ANY_ROUTE : ['PRO_REQUIRED', ...ANY_ROUTE]
  const [first] = ast?.selectionSet.selections ?? []
  return {
    description,
    noStore: ast?.operation !== 'query' || (first?.kind === Kind.FIELD && first.name.value === 'viewer'),
    ...route,
    failures: [...new Set([...(route.failures ?? failures), ...ofEvery])],
    isStream: ast?.operation === 'subscription',
    isCounted: failures.includes('RATE_LIMITED'),
    // The table holds routes of every kind.
    parameters: Object.fromEntries(parameters),
    operation: operation as RestRoute['operation'],
  }
}

const ANY_ROUTE = ['BAD_USER_INPUT', 'NOT_ACCEPTABLE', 'SERVICE_UNAVAILABLE'] as const

/** The failures of callers whose tier is too low, for the route or for an argument of it. */
function tierFailures(requires: AccountTier | null, given: ReadonlyMap<string, GivenArgument>): ErrorCode[] {
  const ofArguments = [...given.values()].flatMap(({ argument }) => {
    const tier = declaredTier(argument)
    return tier?.otherwise === 'ERROR' ? [tier.requires] : []
  })
  return [
    ...(requires !== null || ofArguments.includes('FREE') ? (['UNAUTHENTICATED'] as const) : []),
    ...([requires, ...ofArguments].includes('PRO') ? (['PRO_REQUIRED'] as const) : []),
  ]
}

/**
 * The parameters of an input object's fields. A field that is an object itself, as a leaderboard's first traders are, has its
 * name for its `id`; the object's other fields have their own, and are refused without the `id`.
 */
function fieldParameters(
  place: readonly string[],
  argument: GivenArgument,
  { path, fields }: { path: string; fields: Readonly<Record<string, GivenParameter>> },
): [string, RestParameter][] {
  const type = getNullableType(argument.type)
  if (!isInputObjectType(type)) throw new Error(`${path}: ${place.join('.')} is not an object.`)
  return Object.entries(fields).flatMap(([name, given]): [string, RestParameter][] => {
    const field = type.getFields()[name]
    if (field === undefined) throw new Error(`${path}: ${type.name} has no field ${name}.`)
    const own = getNullableType(field.type)
    if (!isInputObjectType(own)) {
      const parameter = parameterOf(name, givenField(argument, field), { path, required: false, ...given })
      return [[[...place, name].join('.'), { ...parameter, sets: [...place, name] }]]
    }
    const inner = Object.keys(own.getFields()).map((one) => [
      one,
      one === 'id'
        ? { ...given, name, description: field.description ?? '' }
        : given.in
          ? { in: given.in }
          : {},
    ])
    const of = givenField(argument, field)
    return fieldParameters([...place, name], of, { path, fields: Object.fromEntries(inner) }).map(
      ([key, parameter]) => [key, parameter.name === name ? parameter : { ...parameter, needs: name }],
    )
  })
}

function parameterOf(
  variable: string,
  argument: GivenArgument,
  { path, limits, ...given }: GivenParameter & { path: string },
): RestParameter {
  const name = given.name ?? variable
  const place = given.in ?? (path.includes(`{${name}}`) ? 'path' : 'query')
  const type = parameterType(argument, place === 'body', limits)
  const { default: usual } = type.jsonSchema
  const tier = declaredTier(argument.argument)
  const own = [
    given.description ?? [],
    usual === undefined ? [] : `Default: ${usual}.`,
    tier?.otherwise === 'ERROR' ? requiresTier(tier.requires, tier.where) : [],
  ].flat()
  return {
    required: place === 'path' || isRequiredArgument(argument.argument),
    example: '',
    ...given,
    name,
    in: place,
    description: given.description ? own.join(' ') : parameterText(argument),
    type,
    isOfAccount: ofAccountCheck(argument),
  }
}
