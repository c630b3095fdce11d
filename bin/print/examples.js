#!/usr/bin/env node
// Asks the demo world for the examples of the OpenAPI document, and prints both: for when an answer changes its shape.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { askExamples } from './examples/ask-examples.ts'
import { openExampleWorld } from './examples/example-world.ts'

const world = await openExampleWorld()
const examples = await askExamples(world)
await world.close()
const file = new URL('../../src/rest/openapi/examples.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`)
// This process has the document with the examples that there were before.
const docs = fileURLToPath(new URL('docs.js', import.meta.url))
process.exitCode = spawnSync(process.execPath, [docs], { stdio: 'inherit' }).status ?? 1
