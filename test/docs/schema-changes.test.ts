import { readFileSync } from 'node:fs'
import { CriticalityLevel } from '@graphql-inspector/core'
import { describe, expect, test } from 'vitest'
import { changeTable, schemaChanges } from '../../docs/tables/schema-changes.ts'
import { schemaText } from '../../src/graph/print-schema.ts'

const ROOT = new URL('../../', import.meta.url)
const released = readFileSync(new URL('schema/released.graphql', ROOT), 'utf8')
const page = readFileSync(new URL('docs/schema-changes.md', ROOT), 'utf8')

/** The breaking changes between two schemas that a page does not announce. */
async function unannounced(before: string, after: string, announced: string): Promise<string[]> {
  const changes = await schemaChanges(before, after)
  const breaking = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
  return breaking.filter((change) => !announced.includes(tableRow(change))).map(({ message }) => message)
}

/** The last line of a table of one change. */
function tableRow(change: Awaited<ReturnType<typeof schemaChanges>>[number]): string {
  return changeTable([change]).split('\n').at(-1) ?? ''
}

test('docs/schema-changes.md announces every breaking change since the last release (npm run docs prints it)', async () => {
  expect(await unannounced(released, schemaText(), page)).toEqual([])
})

describe('the comparison of schemas', () => {
  const BREAKING: readonly [what: string, before: RegExp, after: string][] = [
    ['a field that is gone', /\n {2}"""[^"]*"""\n {2}service: Service!/, ''],
    ['a field that may be null', /\n {2}service: Service!/, '\n  service: Service'],
    ['a value of an enum that is gone', /\n {2}"""[^"]*"""\n {2}UNSKILLED\n/, '\n'],
    ['an argument that must be given', /order: MarketOrder = NEWEST/, 'order: MarketOrder!'],
  ]

  test.each(BREAKING)('finds %s, and a page that does not list it', async (_what, before, after) => {
    const changed = released.replace(before, after)
    expect(changed).not.toBe(released)
    const missing = await unannounced(released, changed, page)
    expect(missing).not.toEqual([])
    const told = changeTable(await schemaChanges(released, changed))
    expect(told).toContain('| breaking |')
    expect(await unannounced(released, changed, told)).toEqual([])
  })

  test('ignores descriptions, and reports nothing where nothing changed', async () => {
    const reworded = released.replace(/"""[^"]+"""/, '"""Other words."""')
    expect(reworded).not.toBe(released)
    expect(changeTable(await schemaChanges(released, reworded))).toBe('None.')
  })
})
