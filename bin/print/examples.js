#!/usr/bin/env node
// Asks the demo world for the examples of the OpenAPI document, and prints both: for when an answer changes its shape.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { askExamples } from './examples/ask-examples.ts'
import { openExampleWorld } from './examples/example-world.ts'

/** JSON with a line for each member of a member: it is data, not 4,000 lines to read. */
function lineByLine(groups) {
  const members = (group) =>
    Object.entries(group).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  const lines = Object.entries(groups).map(
    ([name, group]) => `  ${JSON.stringify(name)}: {\n${members(group).join(',\n')}\n  }`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

const world = await openExampleWorld()
const examples = await askExamples(world)
await world.close()
const file = new URL('../../src/rest/openapi/examples.json', import.meta.url)
writeFileSync(file, lineByLine(examples))
// This process has the document with the examples that there were before.
const docs = fileURLToPath(new URL('docs.js', import.meta.url))
process.exitCode = spawnSync(process.execPath, [docs], { stdio: 'inherit' }).status ?? 1
