import { type Client, createClient } from 'graphql-sse'

/** An event of a subscription, as graphql-sse hands it on. */
export interface AlertEvent {
  id: string | null
  code: string | null
}

/** A subscriber by the client that others use. */
export interface AlertSubscriber {
  /** The events so far. */
  events: AlertEvent[]
  /** Resolves when the stream completes; rejects with the client's error. */
  ended: Promise<void>
  close(): void
}

export interface SubscriberOptions {
  headers: Record<string, string>
  after?: string | null
  filter?: Record<string, unknown>
}

const QUERY = `subscription ($filter: WhaleAlertFilter, $after: String) {
  whaleAlerts(filter: $filter, after: $after) { id usd address side } }`

/** Subscribes over a connection of its own, and does not try again by itself. */
export function subscribeToAlerts(
  url: string,
  { headers, after = null, filter = {} }: SubscriberOptions,
): AlertSubscriber {
  const client: Client = createClient({ url: `${url}/graphql`, headers, retryAttempts: 0 })
  const events: AlertEvent[] = []
  const ended = new Promise<void>((resolve, reject) => {
    client.subscribe<{ whaleAlerts: { id: string } }>(
      { query: QUERY, variables: { filter, after } },
      {
        next({ data, errors }) {
          const code = errors?.[0]?.extensions?.code
          events.push({ id: data?.whaleAlerts?.id ?? null, code: typeof code === 'string' ? code : null })
        },
        error: reject,
        complete: resolve,
      },
    )
  })
  // A test that awaits it later must not cause an unhandled rejection.
  ended.catch(() => undefined)
  return { events, ended, close: () => client.dispose() }
}
