import { centsText, countText, momentText, moneyText, percentText } from '../../formats.ts'
import { DEFAULT_COHORT } from '../../graph/smart-money/smart-cohort.ts'
import {
  SmartMoneyHighlightsDocument,
  type SmartMoneyHighlightsQuery,
  WhaleAlertsDocument,
  type WhaleAlertsQuery,
} from '../../rest/operations/operations.generated.ts'
import type { Feed, FeedItem } from '../kit/feed-formats.ts'
import { marketPath } from '../kit/links.ts'
import { dayText } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import { DayLogFeedDocument, type DayLogFeedQuery } from '../operations.generated.ts'
import type { Ask } from '../page.ts'
import { sideOf } from '../smart-money/side-of.ts'

/** A feed with the function that reads it. */
export interface FeedSource extends Omit<Feed, 'updated' | 'items'> {
  /** Newest first. */
  items(ask: Ask): Promise<FeedItem[]>
}

/** Every feed: the same operations as at REST. */
export const FEEDS: readonly FeedSource[] = [
  {
    name: 'alerts',
    title: 'Pequod: whale alerts',
    description: 'Large fills by leading traders, delayed and anonymous.',
    path: '/whales',
    async items(ask) {
      const { whaleAlerts } = await ask(WhaleAlertsDocument, {})
      return whaleAlerts.edges.map(({ node }) => alertItem(node))
    },
  },
  {
    name: 'highlights',
    title: 'Pequod: smart-money highlights',
    description:
      'Each week’s market with the widest gap between the leading traders by profit and the price.',
    path: '/smart-money',
    async items(ask) {
      const { smartMoneyHighlights } = await ask(SmartMoneyHighlightsDocument, {})
      return smartMoneyHighlights.map(highlightItem)
    },
  },
  {
    name: 'log',
    title: 'Pequod: log of days',
    description:
      'Roots of each sealed day, and the signed head of the log: keep them, and it cannot be rewritten.',
    path: '/verify',
    async items(ask) {
      const { dayLog } = await ask(DayLogFeedDocument, {})
      return dayLog?.entries.map((entry, index) => logItem(entry, index === 0 ? dayLog : null)) ?? []
    },
  },
]

type SignedHead = NonNullable<DayLogFeedQuery['dayLog']>

/** @param head of the newest entry, whose head is the log's */
function logItem({ number, day, leaf }: SignedHead['entries'][number], head: SignedHead | null): FeedItem {
  const signed = head === null ? '' : ` Signed head: ${head.checkpoint} Key: ${head.key}`
  return {
    id: `urn:pequod:log:${number}:${day}`,
    title: `${dayText(day)} is entry ${countText(number)} of the log of days`,
    text: `${leaf}${signed}`,
    path: '/verify',
    time: `${day}T00:00:00Z`,
    category: null,
  }
}

type Alert = WhaleAlertsQuery['whaleAlerts']['edges'][number]['node']

function alertItem({ id, label, side, outcome, market, category, usd, price, time }: Alert): FeedItem {
  const who = label ?? 'A trader'
  const did = `${side === 'BUY' ? 'bought' : 'sold'} ${outcome ?? 'shares'}`
  const how = ` at ${centsText(price)} for ${moneyText(usd)}`
  const where = market === null ? 'in an unknown market' : named(market)
  return {
    id: `urn:pequod:alert:${id}`,
    title: `${who} ${did}${how}: ${where}`,
    text: `${who} ${did}${how}. ${momentText(time)}.`,
    path: market === null ? '/whales' : marketPath(market.condition),
    time,
    category: category === null ? null : titleCase(category),
  }
}

const OUTCOMES = {
  WON: 'It was right',
  LOST: 'It was wrong',
  VOID: 'It was void',
  OPEN: 'It is open',
} as const

type Highlight = SmartMoneyHighlightsQuery['smartMoneyHighlights'][number]

function highlightItem(signal: Highlight): FeedItem {
  const { snapshotDate, condition, category, side, members, value, outcome } = signal
  const { name, price, moneyShare } = sideOf(signal)
  const facts = [
    `Price of ${name}: ${centsText(price)}`,
    moneyShare !== null && `Money on ${name}: ${percentText(moneyShare)}`,
    members !== null && `Members: ${countText(members)}`,
    value !== null && `Value: ${moneyText(value)}`,
    OUTCOMES[outcome],
  ].filter((fact) => fact !== false)
  return {
    id: `urn:pequod:highlight:${DEFAULT_COHORT}:${snapshotDate}`,
    title: `${side === null ? '' : `${name} at ${centsText(price)}: `}${named(signal)}`,
    text: `Week of ${dayText(snapshotDate)}. ${facts.join('. ')}.`,
    path: marketPath(condition),
    time: `${snapshotDate}T00:00:00Z`,
    category: category === null ? null : titleCase(category),
  }
}

function named({ condition, question }: { condition: string; question: string | null }): string {
  return question ?? `market ${condition.slice(0, 10)}…`
}
