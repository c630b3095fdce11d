import { MICRO } from '../../ledger/quantities.ts'
import type { DeliverableAlert } from './deliverable-alert.ts'

/** What a message is about: one alert, several by one trader, the proof that a channel is its owner's, or nothing: a test. */
export type MessageKind = 'ALERT' | 'SUMMARY' | 'VERIFY' | 'TEST'

/** The body of a webhook's message, and what other channels are rendered from. Amounts are decimals. */
export type Message =
  | { type: 'whale.alert'; timestamp: string; data: ShownAlert }
  | { type: 'whale.summary'; timestamp: string; data: ShownSummary }
  | { type: 'channel.verification'; timestamp: string; data: { challenge: string } }
  | { type: 'channel.test'; timestamp: string; data: Record<string, never> }

/** An alert as subscribers read it. */
export interface ShownAlert {
  id: string
  /** ISO 8601, UTC. */
  time: string
  trader: { address: string; name: string | null }
  side: 'BUY' | 'SELL'
  outcome: string | null
  question: string | null
  category: string | null
  /** Dollars per share, 0 to 1. */
  price: number
  usd: number
  shares: number
  tx: string | null
  qualifying: readonly string[]
}

/** Alerts by one trader within a minute. */
export interface ShownSummary {
  trader: { address: string; name: string | null }
  /** How many alerts there are, all of them in `alerts` up to {@link MOST_LISTED}. */
  count: number
  /** Dollars of them all. */
  usd: number
  from: string
  to: string
  /** The largest first. */
  alerts: readonly ShownAlert[]
}

/** Alerts that a summary lists: more would make a body that receivers refuse. */
const MOST_LISTED = 50

/** The message of one alert. */
export function alertMessage(alert: DeliverableAlert): Message {
  return { type: 'whale.alert', timestamp: isoTime(alert.time), data: shown(alert) }
}

/** The message of several alerts by one trader; there is at least one. */
export function summaryMessage(alerts: readonly [DeliverableAlert, ...DeliverableAlert[]]): Message {
  const times = alerts.map(({ time }) => time)
  const [{ trader }] = alerts
  const [from, to] = [isoTime(Math.min(...times)), isoTime(Math.max(...times))]
  const largest = alerts.toSorted((a, b) => b.usd - a.usd || (a.id < b.id ? -1 : 1))
  const usd = alerts.reduce((sum, alert) => sum + alert.usd, 0) / MICRO
  const data = { trader, count: alerts.length, usd, from, to }
  return {
    type: 'whale.summary',
    timestamp: to,
    data: { ...data, alerts: largest.slice(0, MOST_LISTED).map(shown) },
  }
}

/** The message by which the owner of a channel shows that it is theirs. */
export function verificationMessage(challenge: string, now: number): Message {
  return { type: 'channel.verification', timestamp: new Date(now).toISOString(), data: { challenge } }
}

/** A message that shows its owner that a channel works. */
export function testMessage(now: number): Message {
  return { type: 'channel.test', timestamp: new Date(now).toISOString(), data: {} }
}

function shown({ time, price, usd, shares, ...alert }: DeliverableAlert): ShownAlert {
  return { ...alert, time: isoTime(time), price: price / MICRO, usd: usd / MICRO, shares: shares / MICRO }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
