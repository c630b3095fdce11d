import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printOperations } from '../../bin/print/client/print-operations.ts'
import { printPython } from '../../bin/print/client/print-python.ts'
import { schema } from '../../src/graph/schema.ts'
import { CHANGES, ROUTES } from '../../src/rest/routes/routes.ts'
import { STREAMS } from '../../src/rest/routes/stream-routes.ts'

test("the client's operations are what the code makes of the route table: run npm run codegen", () => {
  const file = new URL('../../src/client/operations.generated.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(printOperations(schema, [...ROUTES, ...CHANGES], STREAMS))
})

test('the Python client is what the code makes of the route table: run npm run codegen', () => {
  const file = new URL('../../schema/pequod.py', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(printPython([...ROUTES, ...CHANGES], STREAMS))
})
