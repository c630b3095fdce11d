import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaText } from '../../src/graph/print-schema.ts'

const COMPILER = createRequire(import.meta.url).resolve('relay-compiler/cli.js')

/** Lists that a component shows page by page: its type, its field, and what a row shows. */
const LISTS = [
  ['Market', 'holders', 'address shares outcome { name }'],
  ['Market', 'topTraders', 'address pnl'],
  ['Market', 'trades', 'id usd trader { id address }'],
  ['Market', 'prices', 'time close'],
  ['Event', 'markets', 'id question'],
  ['Trader', 'positions', 'id shares market { id question }'],
  ['Trader', 'trades', 'id usd market { id }'],
  ['Trader', 'activity', '__typename time ... on Trade { usd } ... on Split { amount }'],
] as const

/** A component of Relay's with a list that can be paged in both directions and refetched by the id of what it is of. */
function componentOf([type, field, row]: (typeof LISTS)[number]): [name: string, text: string] {
  const name = `${type}${field[0]?.toUpperCase()}${field.slice(1)}`
  const args = [
    'first: { type: "Int", defaultValue: 10 }',
    'after: { type: "String" }',
    'last: { type: "Int" }',
    'before: { type: "String" }',
  ]
  const text = `fragment ${name}_list on ${type} @refetchable(queryName: "${name}Query") @argumentDefinitions(${args.join(', ')}) {
    ${field}(first: $first, after: $after, last: $last, before: $before) @connection(key: "${name}_${field}") { edges { node { ${row} } } } }`
  return [name, text]
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pequod-relay-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('Relay compiles every list of markets and traders as a connection that can be refetched', async () => {
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'schema.graphql'), schemaText())
  const components = LISTS.map(componentOf)
  for (const [name, text] of components)
    await writeFile(join(folder, 'src', `${name}.ts`), `graphql\`${text}\`\n`)
  const config = {
    src: './src',
    schema: './schema.graphql',
    language: 'typescript',
    artifactDirectory: './made',
  }
  await mkdir(join(folder, 'made'))
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config))
  await promisify(execFile)(process.execPath, [COMPILER, 'relay.config.json'], { cwd: folder })
  const made = await readdir(join(folder, 'made'))
  const expected = components.flatMap(([name]) => [`${name}Query.graphql.ts`, `${name}_list.graphql.ts`])
  expect(made.toSorted()).toEqual(expected.toSorted())
})
