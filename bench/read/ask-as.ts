import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Asks a GraphQL question. */
export type Ask = (query: string, variables?: object) => Promise<{ data: unknown; errors?: unknown }>

/** Asks a service over GraphQL with a caller's headers. */
export function askAs(app: FastifyInstance, headers: Record<string, string>): Ask {
  return async (query, variables = {}) =>
    (await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables } })).json()
}

/** Waits until a service answers from a snapshot: it looks for the newest one once a second. */
export async function untilShown(ask: Ask, snapshot: number): Promise<void> {
  for (;;) {
    const { data } = await ask('{ service { snapshot { id } } }')
    if ((data as { service: { snapshot: { id: number } } }).service.snapshot.id >= snapshot) return
    await sleep(50)
  }
}
