import { readFileSync } from 'node:fs'
import { buildSchema, validateSchema } from 'graphql'
import { expect, it } from 'vitest'
// The service loads first: a file of the schema that it imports by itself would move its fields.
import '../../src/server/app.ts'
import { schemaText } from '../../src/graph/print-schema.ts'
import { schema } from '../../src/graph/schema.ts'

it('is printed in schema/schema.graphql as the code has it (npm run codegen prints it)', () => {
  const printed = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8')
  expect(printed).toBe(schemaText())
})

it('is valid, and prints to a schema again', () => {
  expect(validateSchema(schema)).toEqual([])
  expect(validateSchema(buildSchema(schemaText()))).toEqual([])
})
