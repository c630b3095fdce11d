import type { GraphQLSchema } from 'graphql'
import { createAnswerSchemas } from '../../rest/openapi/answer-schemas.ts'
import type { JsonSchema } from '../../rest/openapi/json-schema.ts'
import { operationBody } from '../../rest/operations/wire-mapper.ts'
import type { RestRoute } from '../../rest/route.ts'
import { docComment } from './doc-comment.ts'
import { operationText } from './operation-text.ts'
import { typeText } from './type-text.ts'

const HEAD = `// Printed from the route table and the schema by \`npm run codegen\`: a test fails when it is behind.
import type { CallOptions, Client } from './client.ts'
`

/**
 * Prints the module of the client's operations: a function for each route, with the types of its parameters
 * and answer.
 * @throws Error if an operation's answer has no schema
 */
export function printOperations(schema: GraphQLSchema, routes: readonly RestRoute[]): string {
  const answers = createAnswerSchemas()
  const operations = routes.map((route) =>
    operationText(route, answers.of(operationBody(schema, route.operation))),
  )
  const types = Object.entries(answers.components).map(([name, component]) => declaration(name, component))
  return [HEAD, ...operations, ...types].join('\n')
}

function declaration(name: string, schema: JsonSchema): string {
  const comment = typeof schema.description === 'string' ? docComment(schema.description) : ''
  const type = typeText(schema)
  return schema.type === 'object'
    ? `${comment}export interface ${name} ${type}\n`
    : `${comment}export type ${name} = ${type}\n`
}
