import { html } from '../kit/html.ts'
import { htmlDocument, pagePolicy } from '../kit/html-document.ts'
import { type PlainReference, plainReference } from './plain-reference.ts'

interface DocsContent extends PlainReference {
  simulated: boolean
  /** New for each answer: only style elements that carry it apply. */
  nonce: string
}

/** The page of REST: the reference of the OpenAPI document, and without script the same from the route table. */
export function docsPage({ simulated, nonce, ...reference }: DocsContent): string {
  return htmlDocument({
    title: 'Pequod: REST',
    head: html`<meta property="csp-nonce" content="${nonce}">
    <link rel="stylesheet" href="/assets/docs.css">
    <script src="/assets/docs.js" defer></script>
    <noscript><link rel="stylesheet" href="/assets/pequod.css"></noscript>`,
    body: html`<nav class="bar">
      <a href="/"><img src="/assets/pequod.svg" alt="" width="22" height="22">Pequod</a>
      <a href="/docs/guides">Guides</a>
      <a href="/docs/schema">Schema</a>
      <a href="/graphql">GraphiQL</a>
      <a href="/v1/openapi.json">OpenAPI</a>
      ${simulated ? html`<p role="note">Simulated data.<span> All of it is invented.</span></p>` : html``}
    </nav>
    <div id="reference" data-examples="${JSON.stringify(reference.examples)}"></div>
    <noscript><main>${plainReference(reference)}</main></noscript>`,
  })
}

/**
 * The reference sets style attributes, which no nonce can allow; its style elements carry one. Only our
 * scripts run, and no other host is allowed.
 */
export function docsPolicy(nonce: string): string {
  return pagePolicy({
    'script-src': "'self'",
    'style-src-elem': `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
  })
}
