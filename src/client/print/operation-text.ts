import type { JsonSchema } from '../../rest/openapi/json-schema.ts'
import type { RestParameter, RestRoute } from '../../rest/route.ts'
import { docComment } from './doc-comment.ts'
import { typeText } from './type-text.ts'

/** The function of an operation, and before it the type of its parameters where it has some. @param answer its body */
export function operationText(route: RestRoute, answer: JsonSchema): string {
  const parameters = Object.values(route.parameters)
  const given = parameters.length === 0 ? '{}' : 'parameters'
  const { method = 'GET' } = route
  const call =
    method === 'GET'
      ? `client.get('${route.path}', ${given}, options)`
      : `client.change('${method}', '${route.path}', ${given}, options)`
  return [
    parameters.length === 0 ? '' : parametersText(route, parameters),
    docComment(descriptionOf(route)),
    `export function ${route.name}(\n`,
    '  client: Client,\n',
    parametersArgument(route, parameters),
    '  options?: CallOptions,\n',
    `): Promise<${typeText(answer)}> {\n`,
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
