import { type Html, html } from '../kit/html.ts'

/** One calm line on what is withheld: who sees it and how. @param what begins the sentence */
export function withheldLine(requires: 'FREE' | 'PRO', what: string): Html {
  return html`<p class="calm">${what} ${requires === 'FREE' ? 'are for signed-in users; a free key is enough' : 'are for Pro accounts'}. <a href="/account">Use a key</a></p>`
}
