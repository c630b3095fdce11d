// Writes schema/persisted-operations.json from the code. A test fails when the two drift apart.
import { writeFileSync } from 'node:fs'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { persistedManifest } from '../../src/server/graphql/persisted-operations.ts'

writeFileSync(new URL('../../schema/persisted-operations.json', import.meta.url), persistedManifest(ROUTES))
