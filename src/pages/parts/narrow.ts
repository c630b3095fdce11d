import { type Html, html, type Part } from '../kit/html.ts'

/** Shows a row's hidden columns as a line of its first cell, on narrow screens only. */
export function narrowLine(parts: readonly Part[]): Html {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '')
  return html`<small class="narrow">${shown.map((part, index) => [index > 0 && ' · ', part])}</small>`
}
