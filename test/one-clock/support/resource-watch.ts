import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { askEndpoint } from '../../../src/mcp/ask-endpoint.ts'
import type { Difference } from './all-answers.ts'
import type { CommonWorld } from './common-world.ts'
import { LOOK_MS, type ServedCopy } from './served-copy.ts'

/** Sessions of MCP that watch resources while a world goes on. */
export interface ResourceWatch {
  /** Returns what callers without Pro were notified of. Waits until Pro was notified, by whom the others are judged. */
  differences(): Promise<Difference[]>
  /** Waits until a caller is notified of a resource. */
  notified(caller: (typeof CALLERS)[number], uri: string): Promise<void>
}

const CALLERS = ['ANONYMOUS', 'FREE', 'PRO'] as const

/** Opens a session of each tier that watches lists and a few traders and markets. */
export async function watchResources(
  copy: ServedCopy,
  { names, callers }: CommonWorld,
): Promise<ResourceWatch> {
  const uris = [
    'pequod://leaderboards',
    'pequod://whales',
    'pequod://smart-money',
    'pequod://leaderboard/pnl-7d',
    `pequod://trader/${names.traders[0]}`,
    `pequod://market/${names.markets[0]?.condition}`,
  ]
  const notified = new Map<string, string[]>(CALLERS.map((caller) => [caller, []]))
  for (const caller of CALLERS) {
    const send = askEndpoint({
      app: copy.app,
      headers: callers[caller],
      onMessage: (message) => notified.get(caller)?.push(JSON.stringify(message)),
    })
    const clientInfo = { name: 'test', version: '1.0.0' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    for (const [at, uri] of uris.entries())
      await send({ jsonrpc: '2.0', id: at + 2, method: 'resources/subscribe', params: { uri } })
  }
  return {
    async notified(caller, uri) {
      await expect.poll(() => notified.get(caller)?.join(), { timeout: 5_000 }).toContain(uri)
    },
    async differences() {
      await expect.poll(() => notified.get('PRO')?.length).toBeGreaterThan(0)
      await sleep(2 * LOOK_MS)
      return (['ANONYMOUS', 'FREE'] as const).flatMap((caller) =>
        (notified.get(caller) ?? []).map((message) => ({
          of: 'MCP notification',
          request: `${caller} ${message}`,
          at: 'sent',
        })),
      )
    },
  }
}
