import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { graphiqlTasks } from '../../src/pages/graphiql/tasks.ts'
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

  const asked = graphiqlTasks(true).filter(({ query }) => !query.includes('\nsubscription '))

  test.each(asked.map((task) => [task.name, task] as const))(
    '%s runs without an error and answers as its REST path does, for anonymous and signed-in callers',
    async (_name, { query, variables, path }) => {
      for (const headers of [callers.ANONYMOUS, callers.FREE]) {
        const payload = { query, variables: JSON.parse(variables) }
        const answer = await served.app.inject({ method: 'POST', url: '/graphql', payload, headers })
        expect(answer.statusCode).toBe(200)
        expect(answer.json().errors).toBeUndefined()
        const twin = await served.app.inject({ url: path, headers })
        expect(twin.statusCode).toBe(200)
        expect(idsIn(twin.body)).toEqual(idsIn(JSON.stringify(answer.json().data)))
      }
    },
  )

  test('say in short lines that the data is simulated, only where it is', () => {
    for (const { query } of graphiqlTasks(true)) expect(query).toMatch(/^# Simulated data/)
    for (const { query } of graphiqlTasks(false)) expect(query).not.toContain('Simulated')
    const comments = graphiqlTasks(true).flatMap(({ query }) =>
      query.split('\n').filter((line) => line.startsWith('#')),
    )
    for (const comment of comments) expect(comment.length).toBeLessThanOrEqual(60)
  })
})

/** Addresses and ids of markets, in order: the two forms differ in other names. */
function idsIn(text: string): string[] {
  return text.match(/0x[0-9a-f]{40,64}/g) ?? []
}
