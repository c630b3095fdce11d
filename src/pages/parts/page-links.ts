import { meets, type Tier } from '../../access/tier.ts'
import { html, type Part } from '../kit/html.ts'

/** Where a list goes on. */
interface ListPages {
  /** True: more rows follow. */
  hasNext: boolean
  /** The first page, on a later one; null on the first. */
  first: string | null
  /** The page behind. */
  next: string
  tier: Tier
}

/** Links below a list whose later pages are for Pro: others are told so, and led into no refusal. */
export function pageLinks({ hasNext, first, next, tier }: ListPages): Part {
  const parts = [
    first !== null && html`<a href="${first}">First page</a>`,
    hasNext &&
      (meets(tier, 'PRO')
        ? html`<a rel="next" href="${next}">Next page</a>`
        : html`<span>More pages are for Pro accounts. <a href="/account">Use a key</a></span>`),
  ].filter(Boolean)
  return parts.length === 0 ? null : html`<p class="more tiny">${parts}</p>`
}
