import { type Html, html } from '../kit/html.ts'

/** Buy or sell, in a word and a quiet colour: neither is a gain or a loss. */
export function sidePill(side: 'BUY' | 'SELL'): Html {
  return html`<span class="badge ${side === 'BUY' ? '' : 'warn'}">${side === 'BUY' ? 'bought' : 'sold'}</span>`
}
