import { METRICS } from '../../metrics/registry.ts'
import { type Html, html, type Part } from './html.ts'

/** Parameters of a URL by name; null, empty and undefined ones are omitted. */
export type AddressParameters = Readonly<Record<string, string | number | null | undefined>>

/** Returns a path with a query, in which commas and colons stay readable: people share these addresses. */
export function address(path: string, parameters: AddressParameters = {}): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const query = String(new URLSearchParams(given)).replaceAll('%2C', ',').replaceAll('%3A', ':')
  return query === '' ? path : `${path}?${query}`
}

/** Returns the path of a trader's page. */
export function traderPath(trader: string): string {
  return `/trader/${encodeURIComponent(trader)}`
}

/** The page of a market. @param condition its condition id */
export function marketPath(condition: string): string {
  return `/market/${encodeURIComponent(condition)}`
}

/** The page of an event. @param id its id, with or without the prefix */
export function eventPath(id: string): string {
  return `/event/${encodeURIComponent(id.replace(/^event:/, '').replace(/@.*$/, ''))}`
}

/** A market as a row names it; both null where the ledger does not know it. */
interface NamedMarket {
  condition: string | null
  question: string | null
}

/** A market by its question; by the start of its condition id where that is unknown. */
export function marketLink({ condition, question }: NamedMarket): Part {
  const words: Html = html`<bdi>${question ?? `${condition?.slice(0, 10) ?? 'unknown'}…`}</bdi>`
  return condition === null ? words : html`<a href="${marketPath(condition)}">${words}</a>`
}

const byId = new Map<string, (typeof METRICS)[number]>(METRICS.map((metric) => [metric.id, metric]))

export type MetricName = (typeof METRICS)[number]['id']

/** Links words to a metric's definition, which is their title too. */
export function metricLink(id: MetricName, words: Part): Html {
  const formula = byId.get(id)?.formula ?? ''
  return html`<a class="what" href="/docs/methodology#${id}" title="${formula}">${words}</a>`
}
