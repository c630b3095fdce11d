import { html, type Part } from '../kit/html.ts'

interface ListPages {
  page: { pageInfo: { hasNextPage: boolean }; truncated: boolean } | null | undefined
  /** The first page, on a later one; null on the first. */
  first: string | null
  /** The path of the next page. */
  next: string
}

/**
 * Shows links below a list whose later pages require Pro; other readers see a note instead of a link to a
 * refusal.
 */
export function pageLinks({ page, first, next }: ListPages): Part {
  const parts = [
    first !== null && html`<a href="${first}">First page</a>`,
    page?.pageInfo.hasNextPage && html`<a rel="next" href="${next}">Next page</a>`,
    page?.truncated && html`<span>More pages are for Pro accounts. <a href="/account">Use a key</a></span>`,
  ].filter(Boolean)
  return parts.length === 0 ? null : html`<p class="more tiny">${parts}</p>`
}
