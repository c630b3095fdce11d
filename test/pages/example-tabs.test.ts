import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { exampleTabs } from '../../src/pages/graphiql/example-tabs.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

describe('the prepared tabs of GraphiQL', () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  beforeAll(async () => {
    served = await serveWorld()
    await updateSmartMoney(served.store.db)
    callers = await tierCallers(served)
  })

  test.each(exampleTabs(true).map(({ query }) => [query.match(/query (\w+)/)?.[1], query] as const))(
    '%s runs without an error, for anonymous and signed-in callers',
    async (_name, query) => {
      for (const headers of [callers.ANONYMOUS, callers.FREE]) {
        const answer = await served.app.inject({
          method: 'POST',
          url: '/graphql',
          payload: { query },
          headers,
        })
        expect(answer.statusCode).toBe(200)
        expect(answer.json().errors).toBeUndefined()
      }
    },
  )

  test('say in short lines that the data is simulated, only where it is', () => {
    for (const { query } of exampleTabs(true)) expect(query).toMatch(/^# Simulated data/)
    for (const { query } of exampleTabs(false)) expect(query).not.toContain('Simulated')
    const comments = exampleTabs(true).flatMap(({ query }) =>
      query.split('\n').filter((line) => line.startsWith('#')),
    )
    for (const comment of comments) expect(comment.length).toBeLessThanOrEqual(60)
  })
})
