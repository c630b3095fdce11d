import { type Html, html, type Part } from '../kit/html.ts'
import { marketPath } from './links.ts'

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
