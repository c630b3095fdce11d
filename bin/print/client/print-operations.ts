import type { GraphQLSchema } from 'graphql'
import { createAnswerSchemas, type JsonSchema } from '../../../src/rest/openapi/answer-schemas.ts'
import { operationBody } from '../../../src/rest/operations/wire-mapper.ts'
import type { RestParameter, RestRoute } from '../../../src/rest/route.ts'

const HEAD = `// Printed from the route table and the schema by \`npm run codegen\`: a test fails when it is behind.
import type { CallOptions, Client } from './client.ts'
`

/**
 * Prints the module of the client's operations: a function for each route, with the types of its parameters
 * and answer.
 * @throws Error if an operation's answer has no schema
 */
export function printOperations(
  schema: GraphQLSchema,
  routes: readonly RestRoute[],
  streams: readonly RestRoute[],
): string {
  const answers = createAnswerSchemas()
  const operations = [...routes, ...streams].map((route) =>
    operationText(route, answers.of(operationBody(schema, route.operation)), streams.includes(route)),
  )
  const types = Object.entries(answers.components).map(([name, component]) =>
    declaration(name, component, answers.components),
  )
  return [HEAD, ...operations, ...types].join('\n')
}

function declaration(
  name: string,
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): string {
  const comment = typeof schema.description === 'string' ? docComment(schema.description) : ''
  if (schema.type !== 'object') return `${comment}export type ${name} = ${typeText(schema)}\n`
  const base = baseOf(schema, components)
  if (base === null) return `${comment}export interface ${name} ${typeText(schema)}\n`
  const [parent, inherited] = base
  const own = Object.entries(partOf(schema.properties)).filter(([field]) => !inherited.has(field))
  const type = typeText({ ...schema, properties: Object.fromEntries(own) })
  return `${comment}export interface ${name} extends ${parent} ${type}\n`
}

/** The largest component whose fields an object has to the letter, if they are half of its own or more, and those fields. */
function baseOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): [string, ReadonlySet<string>] | null {
  const all = fieldTexts(schema)
  const bases = Object.entries(components).flatMap(([name, component]) => {
    const fields = fieldTexts(component)
    const isPart = fields.size < all.size && [...fields].every(([field, text]) => all.get(field) === text)
    return isPart && 2 * fields.size >= all.size ? { name, fields } : []
  })
  const [largest] = bases.sort((a, b) => b.fields.size - a.fields.size)
  return largest === undefined ? null : [largest.name, new Set(largest.fields.keys())]
}

/** The fields of an object with all that is said of each; none of a component of another kind. */
function fieldTexts({ type, properties, required }: JsonSchema): ReadonlyMap<string, string> {
  if (type !== 'object' || properties === undefined) return new Map()
  const needed = new Set(Array.isArray(required) ? required : [])
  return new Map(
    Object.entries(partOf(properties)).map(([name, field]) => [
      name,
      JSON.stringify([field, needed.has(name)]),
    ]),
  )
}

/**
 * The function of an operation, and before it the type of its parameters where it has some.
 * @param answer its body, or that of each message of a stream
 */
function operationText(route: RestRoute, answer: JsonSchema, isStream: boolean): string {
  const parameters = Object.values(route.parameters)
  const given = parameters.length === 0 ? '{}' : 'parameters'
  const { method = 'GET' } = route
  const call = isStream
    ? `client.stream('${route.path}', ${given}, options)`
    : method === 'GET'
      ? `client.get('${route.path}', ${given}, options)`
      : `client.change('${method}', '${route.path}', ${given}, options)`
  return [
    parameters.length === 0 ? '' : parametersText(route, parameters),
    docComment(descriptionOf(route)),
    `export function ${route.name}(\n`,
    '  client: Client,\n',
    parametersArgument(route, parameters),
    '  options?: CallOptions,\n',
    `): ${isStream ? `AsyncGenerator<${typeText(answer)}, void, undefined>` : `Promise<${typeText(answer)}>`} {\n`,
    `  return ${call}\n}\n`,
  ].join('')
}

function descriptionOf({ method = 'GET', summary, description, path }: RestRoute): string {
  const head = /[.?!]$/.test(summary) ? summary : `${summary}.`
  return `${head} ${description}\n\n\`${method} ${path}\`. Rejects with a RequestError.`
}

/** An alias, not an interface: only an alias is also a record of parameters. */
function parametersText(route: RestRoute, parameters: readonly RestParameter[]): string {
  const properties = parameters.map(({ name, description, type }) => [
    name,
    { ...type.jsonSchema, description },
  ])
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  const type = typeText({ type: 'object', properties: Object.fromEntries(properties), required })
  return `/** The arguments of {@link ${route.name}}. */\nexport type ${parametersName(route)} = ${type}\n\n`
}

function parametersArgument(route: RestRoute, parameters: readonly RestParameter[]): string {
  if (parameters.length === 0) return ''
  const optional = parameters.every(({ required }) => !required)
  return `  parameters: ${parametersName(route)}${optional ? ' = {}' : ''},\n`
}

function parametersName({ name }: RestRoute): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Parameters`
}

const SCALARS: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  null: 'null',
  number: 'number',
  string: 'string',
}

/**
 * Prints a schema as a TypeScript type; a reference becomes the name at its end.
 * @param indent the indentation of an object's fields
 * @throws Error for a schema of a kind that answers and parameters do not use
 */
function typeText(schema: JsonSchema, indent = ''): string {
  const { $ref, anyOf, type } = schema
  if (typeof $ref === 'string') return nameOf($ref)
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeText(one, indent)).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeText({ ...schema, type: one }, indent)).join(' | ')
  if (Array.isArray(schema.enum) && type !== 'null')
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (type === 'array') return `ReadonlyArray<${typeText(partOf(schema.items), indent)}>`
  if (type === 'object') return objectText(schema, indent)
  const scalar = SCALARS[String(type)]
  if (scalar === undefined) throw new Error(`A client has no type for ${JSON.stringify(schema)}.`)
  return scalar
}

/** Its fields, each with its meaning, one below the other. */
function objectText({ properties, required }: JsonSchema, indent: string): string {
  // Its fields are GraphQL's.
  if (properties === undefined) return 'Readonly<Record<string, unknown>>'
  const inner = `${indent}  `
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = Object.entries(partOf(properties)).map(([name, value]) => {
    const schema = partOf(value)
    const comment = typeof schema.description === 'string' ? docComment(schema.description, inner) : ''
    return `${comment}${inner}${name}${needed.has(name) ? '' : '?'}: ${typeText(schema, inner)}\n`
  })
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function partOf(value: unknown): JsonSchema {
  if (typeof value !== 'object' || value === null) throw new Error('A schema lacks its type.')
  return { ...value }
}

/** The widest printed line. */
const WIDTH = 110

/** A doc comment over a declaration, its paragraphs wrapped; on one line where it fits. */
function docComment(text: string, indent = ''): string {
  // A description that holds the end of a comment must not end it.
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  const room = WIDTH - indent.length - 3
  const wrapped = lines.flatMap((line) => wrap(line, room))
  const [only = '', more] = wrapped
  if (more === undefined && only.length <= room - 4) return `${indent}/** ${only} */\n`
  return `${indent}/**\n${wrapped.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

function wrap(text: string, room: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
