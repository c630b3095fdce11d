import { readFileSync } from 'node:fs'
import { type Change, CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'
import { schemaText } from '../../src/graph/print-schema.ts'
import { markdownTable } from './markdown-table.ts'

const RELEASED = readFileSync(new URL('../../schema/released.graphql', import.meta.url), 'utf8')

const LEVELS = [CriticalityLevel.Breaking, CriticalityLevel.Dangerous, CriticalityLevel.NonBreaking]
const EFFECTS: Readonly<Record<CriticalityLevel, string>> = {
  [CriticalityLevel.Breaking]: 'breaking',
  [CriticalityLevel.Dangerous]: 'dangerous',
  [CriticalityLevel.NonBreaking]: 'safe',
}

/** What a query costs is no part of what clients are promised. */
const COSTS = /@(?:cost|listSize)\b/

/** What differs between two printed schemas, breaking changes first; descriptions and costs are left out. */
export async function schemaChanges(before: string, after: string): Promise<Change[]> {
  const [old, now] = [before, after].map((text) => buildSchema(text))
  if (!old || !now) return []
  const changes = await diff(old, now, [DiffRule.ignoreDescriptionChanges, DiffRule.simplifyChanges])
  const told = changes.filter(({ path = '' }) => !COSTS.test(path))
  return LEVELS.flatMap((level) => told.filter(({ criticality }) => criticality.level === level))
}

/** The changes as a table: what a client must expect, where, and what changed. */
export function changeTable(changes: readonly Change[]): string {
  if (changes.length === 0) return 'None.'
  const rows = changes.map(({ criticality, path = '', message }) => [
    EFFECTS[criticality.level],
    `\`${path}\``,
    message.replaceAll("'", '`'),
  ])
  return markdownTable(['effect', 'where', 'change'], rows)
}

const SINCE_RELEASE = await schemaChanges(RELEASED, schemaText())

/** Changes to the schema since the last release. */
export function schemaChangeTable(): string {
  return changeTable(SINCE_RELEASE)
}
