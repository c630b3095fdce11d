// Writes src/client/operations.generated.ts from the code. A test fails when the two drift apart.
import { writeFileSync } from 'node:fs'
import { printOperations } from '../../src/client/print/print-operations.ts'
import { schema } from '../../src/graph/schema.ts'
import { CHANGES, ROUTES } from '../../src/rest/routes/routes.ts'

writeFileSync(
  new URL('../../src/client/operations.generated.ts', import.meta.url),
  printOperations(schema, [...ROUTES, ...CHANGES]),
)
