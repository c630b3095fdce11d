import { type Html, html, type Part, VIEW_ACTIONS } from '../kit/html.ts'
import { address } from '../kit/links.ts'
import { titleCase } from '../kit/words.ts'

/**
 * The head of a page: its place, its heading and a line below it, beside its buttons and the choice of its day.
 * @param beside is shown before the heading, as a face
 */
export function pageHead(main: Part, actions: Part = null, beside: Part = null): Html {
  return html`<div class="head">${beside}<div>${main}</div><div class="actions">${actions}${VIEW_ACTIONS}</div></div>`
}

/** Buy or sell in a word, bought filled and sold outlined: neither is a gain or a loss. */
export function sidePill(side: 'BUY' | 'SELL'): Html {
  return html`<span class="badge ${side === 'BUY' ? '' : 'open'}">${sideWord(side)}</span>`
}

/** The word of a side: `bought`. */
export function sideWord(side: 'BUY' | 'SELL'): string {
  return side === 'BUY' ? 'bought' : 'sold'
}

/** The way to a market or an event, its category and what else lies on it. */
export function crumbs(category: string | null, last: Part = null): Html {
  const steps = [
    html`<a href="/markets?status=open">Markets</a>`,
    category !== null &&
      html`<a href="${address('/markets', { status: 'open', category: category.toLowerCase() })}">${titleCase(category)}</a>`,
    last,
  ].filter(Boolean)
  return html`<nav class="crumbs" aria-label="Breadcrumbs">${steps.map((step, i) => [i > 0 && html` <span aria-hidden="true">/</span> `, step])}</nav>`
}

/** The sentence that answers, below the head of a page. */
export function answerLine(summary: string | null): Part {
  if (summary === null) return null
  // Its first clause is the answer to most readers.
  const [, first = ''] = /^(.*?\d¢)[,;.]/.exec(summary) ?? []
  return html`<p class="answer"><bdi>${first !== '' && html`<b>${first}</b>`}${summary.slice(first.length)}</bdi></p>`
}

/** Shows a row's hidden columns as a line of its first cell, on narrow screens only. */
export function narrowLine(parts: readonly Part[]): Html {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '')
  return html`<small class="narrow">${shown.map((part, i) => [html`<span>${part}${i < shown.length - 1 && ' ·'}</span>`, ' '])}</small>`
}

/**
 * Shows a line on withheld content: the tier that sees it and how to get it.
 * @param what begins the sentence
 */
export function withheldLine(requires: 'FREE' | 'PRO', what: string): Html {
  return html`<p class="calm">${what} ${requires === 'FREE' ? 'are for signed-in users; a free key is enough' : 'are for Pro accounts'}. <a href="/account">Sign in or use a key</a></p>`
}

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
    page?.truncated &&
      html`<span>More pages are for Pro accounts. <a href="/account">Sign in or use a key</a></span>`,
  ].filter(Boolean)
  return parts.length === 0 ? null : html`<p class="more tiny">${parts}</p>`
}
