import { expect, test } from 'vitest'
import { meets, TIERS } from '../../src/access/tier.ts'

test('each tier includes itself and those below it', () => {
  const met = TIERS.map((tier) => TIERS.filter((required) => meets(tier, required)))
  expect(met).toEqual([['ANONYMOUS'], ['ANONYMOUS', 'FREE'], ['ANONYMOUS', 'FREE', 'PRO']])
})
