import { html } from '../kit/html.ts'
import { explorerDocument } from '../kit/layout.ts'

/** The page of a sign-in that failed. @param reason one sentence */
export function signInFailedPage(reason: string): string {
  return explorerDocument(
    {
      title: 'Sign-in failed',
      description: reason,
      section: 'account',
      isText: true,
      main: html`<h1>Sign-in failed</h1><p class="lead">${reason}</p><p><a class="button" href="/sign-in">Try again</a></p>`,
    },
    { service: null },
  )
}

/**
 * The page after sign-out, which goes on to the issuer: a form may not lead to another site.
 * @param issuer the address that ends the issuer's session too; null if it has none
 */
export function signedOutPage(issuer: string | null): string {
  return explorerDocument(
    {
      title: 'Signed out',
      description: 'You are signed out.',
      section: 'account',
      isText: true,
      main: html`<h1>Signed out</h1><p class="lead">This browser is signed out of Pequod.</p>
      ${issuer !== null && html`<meta http-equiv="refresh" content="0;url=${issuer}">`}
      <p>${issuer !== null && html`<a class="button" href="${issuer}">Sign out of the sign-in service too</a> `}<a class="button plain" href="/">Start page</a></p>`,
    },
    { service: null },
  )
}
