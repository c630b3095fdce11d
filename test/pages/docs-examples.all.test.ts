import { print } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExampleWorld, openExampleWorld } from '../../bin/print/examples/example-world.ts'
import { exampleOf, SCHEMA_TYPES, schemaEntries } from '../../src/pages/docs/schema-reference.ts'
import { servedValues, withServed } from '../../src/pages/docs/served-values.ts'
import type { Ask } from '../../src/pages/page.ts'

let world: ExampleWorld
beforeAll(async () => {
  world = await openExampleWorld()
})
afterAll(() => world.close())

async function answerOf(query: string) {
  const { app, callers } = world
  return (
    await app.inject({ method: 'POST', url: '/graphql', payload: { query }, headers: callers.PRO })
  ).json()
}

test('every query of the schema’s reference runs on the demo’s world and finds what it names', async () => {
  const ask = (async (document) => (await answerOf(print(document))).data) as Ask
  const served = await servedValues(ask)
  if (served === null) throw new Error('The world has no snapshot.')
  const examples = SCHEMA_TYPES.flatMap((type) =>
    schemaEntries(type).flatMap(({ name }) => exampleOf(type, name) ?? []),
  )
  const queries = new Set(
    examples.filter((text) => text.startsWith('{')).map((text) => withServed(text, served)),
  )
  expect(queries.size).toBeGreaterThan(1_500)
  const failures: [query: string, answer: unknown][] = []
  for (const query of queries) {
    const { data, errors } = await answerOf(query)
    const isFound = data !== null && Object.values(data).every((value) => value !== null)
    if (errors !== undefined || !isFound) failures.push([query, errors ?? data])
    if (query.includes('YOUR_')) failures.push([query, 'only a form'])
  }
  expect(failures).toEqual([])
})
