// Writes schema/schema.graphql from the code. A test fails when the two drift apart.
import { mkdirSync, writeFileSync } from 'node:fs'
import { schemaText } from '../../src/graph/print-schema.ts'

mkdirSync(new URL('../../schema/', import.meta.url), { recursive: true })
writeFileSync(new URL('../../schema/schema.graphql', import.meta.url), schemaText())
