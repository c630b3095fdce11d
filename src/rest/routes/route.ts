import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { ErrorCode } from '../../errors.ts'
import type { DeclaredTier } from '../../graph/kit/declared-tier.ts'
import { schema } from '../../graph/schema.ts'
import { operationArguments } from '../parameters/operation-arguments.ts'
import { anyCase, type ParameterType, parameterType } from '../parameters/parameter-type.ts'

/** One parameter of a path. */
export interface RestParameter {
  name: string
  in: 'path' | 'query' | 'body'
  required: boolean
  /** One sentence or two: meaning, unit, and what holds when it is left out, unless that is the argument's default. */
  description: string
  /** A value that works in the demo world. */
  example: string
  /** True: the example only shows the form, since no value works everywhere. @default false */
  isFormOnly?: boolean
  /** Who may give it. @default whom the schema lets give the argument that it sets */
  tier?: DeclaredTier
  type: ParameterType
}

/** A parameter as the route table has it: its type is that of the argument that it sets. */
export type GivenParameter = Omit<RestParameter, 'type'> & {
  /** True: its values are accepted in upper and lower case. @default false */
  isAnyCase?: boolean
}

/** A path of REST: which operation answers it, and how its parameters become the operation's variables. */
export interface RestRoute {
  /** @default GET; a path that changes something has an operation that is a mutation */
  method?: 'GET' | 'PUT' | 'DELETE'
  /** Parameters in braces: `/v1/leaderboard/{id}`. */
  path: string
  /** The operation's name, unique. */
  name: string
  /** A few words for a list of paths. */
  summary: string
  /** What the answer holds, for whom. */
  description: string
  operation: TypedDocumentNode<unknown, Record<string, unknown>>
  /** By the name of the operation's variable that each one sets. */
  parameters: Readonly<Record<string, RestParameter>>
  /** True: answers are `private, no-store` and carry no entity tag. @default false */
  noStore?: boolean
  /** True: the operation counts its calls itself, so that no answer to it is given from memory. @default false */
  isCounted?: boolean
  /**
   * Where the rows of an export stand: keys of the body, each with a list or an object, all of one type; none where
   * the body is the one row. @default the path cannot be exported
   */
  rows?: readonly string[]
  /** The failures that the path can answer with, besides INTERNAL. */
  failures: readonly ErrorCode[]
}

/** A parameter for each variable of an operation. */
type ParametersOf<Variables> = { readonly [Name in keyof Required<Variables>]: GivenParameter }

/**
 * One line of the route table. A variable of the operation without a parameter does not compile; what a parameter
 * accepts, and its default, are those of the argument that the variable is given as.
 * @throws Error for an argument that no parameter can set
 */
export function defineRoute<Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Result, Variables>,
  route: Omit<RestRoute, 'operation' | 'parameters'> & { parameters: ParametersOf<Variables> },
): RestRoute {
  const ofExports: ErrorCode[] = route.rows === undefined ? [] : ['PRO_REQUIRED']
  const failures = [...new Set<ErrorCode>([...route.failures, 'NOT_ACCEPTABLE', ...ofExports])]
  const given = operationArguments(schema, operation)
  const parameters = Object.entries<GivenParameter>(route.parameters).map(([variable, parameter]) => {
    const argument = given.get(variable)
    if (argument === undefined) throw new Error(`${route.path}: nothing is given $${variable}.`)
    return [variable, typed(parameter, parameterType(argument, parameter.in === 'body'))] as const
  })
  // The variables' names were checked above; the table holds routes of every kind.
  return {
    ...route,
    failures,
    parameters: Object.fromEntries(parameters),
    operation: operation as RestRoute['operation'],
  }
}

function typed({ isAnyCase = false, ...parameter }: GivenParameter, type: ParameterType): RestParameter {
  const { default: usual } = type.jsonSchema
  const description = `${parameter.description}${usual === undefined ? '' : ` Default: ${usual}.`}`
  return { ...parameter, description, type: isAnyCase ? anyCase(type) : type }
}
