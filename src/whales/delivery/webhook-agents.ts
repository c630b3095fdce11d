import http from 'node:http'
import https from 'node:https'
import type { PostAgents } from './post-text.ts'
import { publicLookup, type ResolveAll } from './public-lookup.ts'

/** How targets of webhooks are reached. */
export interface WebhookAgentsOptions {
  /** Reach private addresses too: for tests and closed networks. @default false */
  allowPrivate?: boolean
  /** How names become addresses. @default the system's resolver */
  resolve?: ResolveAll
}

/** Connections are kept a little while: a subscriber's next alert often follows soon. */
const KEPT = { keepAlive: true, keepAliveMsecs: 5_000, maxFreeSockets: 64, scheduling: 'lifo' } as const

/**
 * Connections to whatever subscribers name. A name's addresses are checked by the lookup of the very socket that
 * connects; hosts that are addresses already are checked by webhookUrlProblem before each message.
 */
export function webhookAgents({ allowPrivate = false, resolve }: WebhookAgentsOptions = {}): PostAgents {
  const options = allowPrivate ? KEPT : { ...KEPT, lookup: publicLookup(resolve) }
  return { http: new http.Agent(options), https: new https.Agent(options) }
}
