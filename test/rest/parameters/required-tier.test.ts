import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../../src/graph/schema.ts'
import { requiredTier } from '../../../src/rest/parameters/required-tier.ts'
import { ROUTES } from '../../../src/rest/routes/routes.ts'
import { tieredSchema } from '../../graph/support/tiered-schema.ts'

const tiered = tieredSchema()

test.each([
  ['{ rows { pro_null } }', 'PRO'],
  ['{ rows { free_error } }', 'FREE'],
  ['{ rows { renamed: free_null } }', 'FREE'],
  ['{ pro { free_null } }', 'PRO'],
  ['{ pro { free_null pro_null } }', 'PRO'],
  ['{ rows { free_null pro_null } }', null],
  ['{ rows { somewhere } }', null],
  ['{ given }', null],
])('%s is for %s', (text, tier) => {
  expect(requiredTier(tiered, parse(text))).toBe(tier)
})

test('every path with a tier declares its refusal', () => {
  for (const { path, operation, failures, rows } of ROUTES) {
    const tier = requiredTier(schema, operation)
    // Everybody may read a board's rows, most explanations and short proofs. To filter rows and to explain a gated rank takes an
    // account.
    const needsAccount = tier !== null || /^\/v1\/(?:leaderboard\/\{id\}$|explain\/)/.test(path)
    expect([path, failures.includes('UNAUTHENTICATED')]).toEqual([path, needsAccount])
    // The radar's alerts are public; their filters require Pro, as every export and whole proof does.
    const needsPro = tier === 'PRO' || rows !== undefined || path.startsWith('/v1/proof/')
    expect([path, failures.includes('PRO_REQUIRED')]).toEqual([path, needsPro])
  }
})
