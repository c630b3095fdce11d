import { centsText, countText, moneyText, percentText } from '../../formats.ts'
import { DEFAULT_COHORT } from '../../graph/smart-money/smart-cohort.ts'
import {
  SmartMoneyHighlightsDocument,
  type SmartMoneyHighlightsQuery,
  WhaleAlertsDocument,
  type WhaleAlertsQuery,
} from '../../rest/operations/operations.generated.ts'
import type { Feed, FeedItem } from '../kit/feed-formats.ts'
import { marketPath } from '../kit/links.ts'
import { dayText, momentText } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
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
]

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
