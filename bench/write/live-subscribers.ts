/** The subscribers of `bench/write/live.ts`, in a process of their own: opens the streams, and sends what came when asked. */
import { once } from 'node:events'
import { now } from '../market/followed.ts'
import { STREAMS_A_KEY, subscribeToWhales } from '../market/whale-subscription.ts'

/** The streams to open. */
export interface SubscribeOrder {
  url: string
  keys: readonly string[]
  streams: number
}

/** Streams that are opened at the same time. */
const OPENING = 50

process.once('disconnect', () => process.exit(0))
const [{ url, keys, streams }]: [SubscribeOrder] = Object(await once(process, 'message'))
const arrivals: { tx: string; at: number }[] = []
for (let open = 0; open < streams; open += OPENING)
  await Promise.all(
    Array.from({ length: Math.min(OPENING, streams - open) }, (_, i) =>
      subscribeToWhales({ url, key: keys[Math.floor((open + i) / STREAMS_A_KEY)] ?? '' }, (tx) =>
        arrivals.push({ tx, at: now() }),
      ),
    ),
  )
process.on('message', (what) => process.send?.(what === 'count' ? arrivals.length : arrivals.splice(0)))
process.send?.('open')
