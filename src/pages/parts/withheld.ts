import { type Html, html } from '../kit/html.ts'

/**
 * Shows a line on withheld content: the tier that sees it and how to get it.
 * @param what begins the sentence
 */
export function withheldLine(requires: 'FREE' | 'PRO', what: string): Html {
  return html`<p class="calm">${what} ${requires === 'FREE' ? 'are for signed-in users; a free key is enough' : 'are for Pro accounts'}. <a href="/account">Use a key</a></p>`
}
