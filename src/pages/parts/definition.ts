import { METRICS } from '../../metrics/registry.ts'
import { type Html, html, type Part } from '../kit/html.ts'

const byId = new Map<string, (typeof METRICS)[number]>(METRICS.map((metric) => [metric.id, metric]))

export type MetricName = (typeof METRICS)[number]['id']

/** Links words to a metric's definition, which is their title too. */
export function defined(id: MetricName, words: Part): Html {
  const formula = byId.get(id)?.formula ?? ''
  return html`<a class="what" href="/docs/methodology#${id}" title="${formula}">${words}</a>`
}
