// Writes what clients have from the code: src/client/operations.generated.ts, schema/pequod.py and schema/persisted-operations.json.
// A test fails when they drift apart.
import { writeFileSync } from 'node:fs'
import { schema } from '../../src/graph/schema.ts'
import { CHANGES, ROUTES } from '../../src/rest/routes/routes.ts'
import { STREAMS } from '../../src/rest/routes/stream-routes.ts'
import { persistedManifest } from '../../src/server/graphql/persisted-operations.ts'
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
writeFileSync(new URL('../../schema/persisted-operations.json', import.meta.url), persistedManifest(ROUTES))
