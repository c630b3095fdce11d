import { isObject } from '../../checks.ts'
import { type InputProblem, PequodError } from '../../errors.ts'
import type { RestParameter, RestRoute } from '../route.ts'
import { PART } from './object-type.ts'
import { parametersOf } from './parameters-of.ts'

/** A request's parameters as the HTTP layer gives them: a repeated query parameter is a list. */
export interface RawParameters {
  path: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  /** The members of a JSON body. @default none */
  body?: Readonly<Record<string, unknown>>
}

/** The parts of a parameter that reading it needs. */
export type ReadParameter = Pick<
  RestParameter,
  'name' | 'in' | 'required' | 'type' | 'sets' | 'needs' | 'isOfAccount'
>

/** Unknown parameters that a refusal names. */
const MOST_UNKNOWN = 20
/** Characters of such a name that it repeats. */
const LONGEST_NAME = 40

/**
 * Returns the variables of a route's operation. Parameters that are not given are omitted, so that the
 * schema's defaults apply.
 * @param parameters by the name of the variable that each one sets
 * @throws PequodError BAD_USER_INPUT that names every missing, repeated or malformed parameter, and up to 20
 * unknown ones
 */
export function readParameters(
  parameters: Readonly<Record<string, ReadParameter>>,
  raw: RawParameters,
): Record<string, unknown> {
  const unknown = (['query', 'body'] as const).flatMap((place) =>
    unknownParameters(parameters, place, raw[place] ?? {}),
  )
  const problems = unknown.slice(0, MOST_UNKNOWN)
  const variables: Record<string, unknown> = {}
  for (const [variable, parameter] of Object.entries(parameters)) {
    const given = raw[parameter.in]?.[parameter.name]
    const members = givenMembers(parameters, parameter, raw.query)
    if (members.length > 0) {
      const read = readMembers(parameter, given, raw.query, members)
      if ('problems' in read) problems.push(...read.problems)
      else variables[variable] = read.value
      continue
    }
    if (given === undefined || (parameter.in === 'body' && given === null)) {
      // An object whose parts are parameters: without any it is empty, which the operation refuses in its own words.
      if (parameter.required && parameter.type.members !== undefined) variables[variable] = {}
      else if (parameter.required) problems.push(problem(parameter, `${parameter.name} is missing`))
      continue
    }
    const read = readOne(parameter, given)
    const { name, needs } = parameter
    if ('message' in read) problems.push(problem(parameter, read.message))
    else if (needs !== undefined && raw[parameter.in]?.[needs] === undefined)
      problems.push(problem(parameter, `${name} needs ${needs}`))
    else setVariable(variables, parameter.sets ?? [variable], read.value)
  }
  if (problems.length > 0) throw badInput(problems, unknown.length - MOST_UNKNOWN)
  return variables
}

/** Sets a variable, or a field of one that is an input object. */
export function setVariable(
  variables: object,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  const inner: unknown = Reflect.get(variables, name)
  if (rest.length === 0) Reflect.set(variables, name, value)
  else if (typeof inner === 'object' && inner !== null) setVariable(inner, rest, value)
  else {
    const made = {}
    Reflect.set(variables, name, made)
    setVariable(made, rest, value)
  }
}

function unknownParameters(
  parameters: Readonly<Record<string, ReadParameter>>,
  place: 'query' | 'body',
  given: Readonly<Record<string, unknown>>,
): InputProblem[] {
  const known = Object.values(parameters).flatMap((one) => (one.in === place ? [one.name] : []))
  const remedy = known.length === 0 ? 'this path takes none' : `known here: ${known.join(', ')}`
  return Object.keys(given)
    .filter((name) => !known.includes(name) && !isMember(parameters, place, name))
    .map((name) => ({
      in: place,
      name: shorten(name),
      message: `${shorten(name)} is not a parameter; ${remedy}.`,
    }))
}

function isMember(
  parameters: Readonly<Record<string, ReadParameter>>,
  place: 'query' | 'body',
  name: string,
): boolean {
  return Object.values(parameters).some((one) => one.in === place && one.type.members?.has(name))
}

/** The names in a query that set members of a parameter's value; the parameters' own names come first. */
function givenMembers(
  parameters: Readonly<Record<string, ReadParameter>>,
  { in: place, type: { members } }: ReadParameter,
  query: Readonly<Record<string, unknown>>,
): string[] {
  if (place !== 'query' || members === undefined) return []
  const own = new Set(Object.values(parameters).map(({ name }) => name))
  return Object.keys(query).filter((name) => members.has(name) && !own.has(name))
}

/** A parameter's value with members that parameters of their own set; all of them hold. */
function readMembers(
  parameter: ReadParameter,
  given: unknown,
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { value: unknown } | { problems: InputProblem[] } {
  const whole = given === undefined ? { value: {} } : readOne(parameter, given)
  const problems = 'message' in whole ? [problem(parameter, whole.message)] : []
  const members: Record<string, unknown> = {}
  for (const name of names) {
    const text = query[name]
    const member = parameter.type.members?.get(name)
    const read = typeof text === 'string' ? member?.read(text) : null
    if (!read) {
      problems.push({ in: 'query', name, message: `${name} must be ${member?.accepts}.` })
      continue
    }
    for (const [key, value] of Object.entries(read)) members[key] = merged(members[key], value)
  }
  if (problems.length > 0 || 'message' in whole) return { problems }
  const object = Object(whole.value) as Record<string, unknown>
  const isApart = Object.keys(members).every((key) => object[key] === undefined)
  if (isApart) return { value: { ...object, ...members } }
  const { rest } = parameter.type
  if (rest !== undefined)
    return { value: { ...object, [rest]: [Object(object[rest] ?? []), members].flat() } }
  const message = `sets ${Object.keys(members).join(', ')}, which parameters of their own set too`
  return { problems: [problem(parameter, `${parameter.name} ${message}`)] }
}

/** The ends of a range are a parameter each. */
function merged(one: unknown, other: unknown): unknown {
  const isObject = typeof other === 'object' && other !== null && !Array.isArray(other)
  if (!isObject) return other
  const all = Object(one) as Record<string, unknown>
  const own = Object.entries(other).map(([name, value]) => [name, merged(all[name], value)])
  return { ...all, ...Object.fromEntries(own) }
}

function problem(parameter: ReadParameter, what: string): InputProblem {
  return { in: parameter.in, name: parameter.name, message: `${what}.` }
}

function readOne(parameter: ReadParameter, given: unknown): { value: unknown } | { message: string } {
  const { name, type } = parameter
  if (Array.isArray(given) && parameter.in !== 'body' && type.jsonSchema.type !== 'array')
    return { message: `${name} is repeated ${given.length} times; send it once` }
  const parsed = type.schema.safeParse(given)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  const isPart = issue?.code === 'custom' && issue.params === PART
  return {
    message: isPart
      ? `${[name, ...issue.path].map(String).join('.')} ${issue.message}`
      : `${name} must be ${type.accepts}`,
  }
}

function badInput(problems: readonly InputProblem[], unnamed: number): PequodError {
  const sentences = problems.map(({ message }) => message)
  if (unnamed > 0) sentences.push(`${unnamed} more are unknown too.`)
  return new PequodError('BAD_USER_INPUT', sentences.join(' '), { problems })
}

/** A name that a caller made up is shown, but never at length. */
function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
}

/**
 * Whether a request gives a parameter that makes its answer its account's own, so that the answer must be kept for nobody.
 * @param valueGiven the value of a parameter, by the variable that it sets
 */
export function asksOfAccount(
  parameters: Readonly<Record<string, ReadParameter>>,
  valueGiven: (parameter: ReadParameter, variable: string) => unknown,
): boolean {
  return Object.entries(parameters).some(([variable, parameter]) => {
    if (parameter.isOfAccount === undefined) return false
    const value = valueGiven(parameter, variable)
    return value !== undefined && parameter.isOfAccount(value)
  })
}

/** The value of the variable that a parameter sets, or of the field in it. */
export function variableOf(
  variables: Readonly<Record<string, unknown>>,
  { sets }: ReadParameter,
  variable: string,
): unknown {
  return (sets ?? [variable]).reduce<unknown>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    variables,
  )
}

/**
 * Reads a path and query as their route would.
 * @throws PequodError BAD_USER_INPUT for an unknown path, and for parameters that it would refuse
 */
export function checkAddress(routes: readonly RestRoute[], address: string): void {
  const [path = '', query = ''] = address.split('?')
  // The router prefers the path with fewer parameters if two fit.
  const fitting = routes
    .flatMap((route) => {
      const match = patternOf(route).exec(path)
      return match === null ? [] : [{ route, groups: match.groups ?? {} }]
    })
    .sort((one, other) => Object.keys(one.groups).length - Object.keys(other.groups).length)
  const [found] = fitting
  if (found === undefined)
    throw new PequodError('BAD_USER_INPUT', 'This path does not exist: /docs lists the paths.')
  const inPath = Object.entries(found.groups).map(([name, value]) => [name, decoded(value)])
  readParameters(parametersOf(found.route), { path: Object.fromEntries(inPath), query: queryOf(query) })
}

function patternOf({ path }: RestRoute): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new PequodError('BAD_USER_INPUT', 'This path is not percent-encoded UTF-8.')
  }
}

/** A repeated parameter is a list. */
function queryOf(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text)
  const names = [...new Set(given.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...more] = given.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}
