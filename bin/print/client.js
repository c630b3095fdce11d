// Writes the clients from the code: src/client/operations.generated.ts and schema/pequod.py. A test fails when they drift apart.
import { writeFileSync } from 'node:fs'
import { schema } from '../../src/graph/schema.ts'
import { CHANGES, ROUTES } from '../../src/rest/routes/routes.ts'
import { STREAMS } from '../../src/rest/routes/stream-routes.ts'
import { printOperations } from './client/print-operations.ts'
import { printPython } from './client/print-python.ts'

writeFileSync(
  new URL('../../src/client/operations.generated.ts', import.meta.url),
  printOperations(schema, [...ROUTES, ...CHANGES], STREAMS),
)
writeFileSync(
  new URL('../../schema/pequod.py', import.meta.url),
  printPython([...ROUTES, ...CHANGES], STREAMS),
)
