import type { ErrorCode, PequodError } from '../../errors.ts'
import { type Html, html, type Part } from './html.ts'
import { htmlDocument } from './html-document.ts'
import { explorerDocument } from './layout.ts'
import { spanText } from './times.ts'

/** The title of a failure, by its code. */
const HEADINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNAUTHENTICATED: 'That key does not work',
  FORBIDDEN: 'Not allowed here',
  PRO_REQUIRED: 'This needs a higher tier',
  NOT_FOUND: 'Not found',
  BAD_USER_INPUT: 'Invalid request',
  QUERY_TOO_COSTLY: 'Invalid request',
  RATE_LIMITED: 'Too many requests',
  SERVICE_UNAVAILABLE: 'Temporarily unavailable',
}

/** Seconds after which a page still tries again by itself: nobody watches it for longer. */
const LONGEST_WAIT = 60

/** The page of a request that failed: what happened, and what to do. */
export function failurePage({ status, message, code, problems, retryAfter }: PequodError): string {
  const title = HEADINGS[code] ?? 'Something went wrong'
  return explorerDocument(
    {
      title,
      description: message,
      isText: true,
      main: html`<h1>${title}</h1>
      <p class="lead">${sentence(message, problems)}</p>
      ${retryAfter === null ? null : html`<p>This page works again in about ${spanText(Math.ceil(retryAfter))}. <a href=""${retryAfter <= LONGEST_WAIT ? html` data-again="${Math.ceil(retryAfter)}"` : null}>Try again</a></p>`}
      <p class="tiny">${status} <code>${code}</code></p>
      ${ways()}`,
    },
    { service: null },
  )
}

/** The failure of a frame on another site, without the links of a page, which cannot be framed. */
export function failureFrame({ message, code, problems }: PequodError): string {
  const title = HEADINGS[code] ?? 'Something went wrong'
  return htmlDocument({
    title: `${title} · Pequod`,
    head: html`<meta name="robots" content="noindex"><link rel="stylesheet" href="/assets/pequod.css">`,
    body: html`<main class="embed"><h1>${title}</h1><p class="small">${sentence(message, problems)}</p><p class="tiny"><a href="/" target="_top" rel="noopener">Pequod</a></p></main>`,
  })
}

/** A message as a person reads it: from a capital letter or a parameter's own name, without the expression that programs check by. */
function sentence(message: string, problems: PequodError['problems']): Part {
  const words = message.replaceAll(/ \(\^\S+\$\)/g, '')
  const named = problems.find(({ name }) => words.startsWith(`${name} `))?.name
  if (named !== undefined) return html`<code>${named}</code>${words.slice(named.length)}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Renders the page of an unknown path. @param path as requested */
export function notFoundPage(path: string): string {
  return explorerDocument(
    {
      title: 'Page not found',
      description: 'There is no page at this address.',
      isText: true,
      main: html`<h1>Page not found</h1>
      <p class="lead">There is no page at <code>${path}</code>.</p>
      ${ways()}`,
    },
    { service: null },
  )
}

/** Links from a page without content. */
function ways(): Html {
  return html`<div class="cards">
        <a class="card" href="/"><b>Today</b><span>Markets that moved, and who moved them.</span></a>
        <a class="card" href="/search"><b>Search</b><span>Traders by name or address, markets by question.</span></a>
        <a class="card" href="/leaderboard/pnl-30d"><b>Leaderboards</b><span>The biggest winners and losers.</span></a>
        <a class="card" href="/docs"><b>REST reference</b><span>Every path of the API, with a console.</span></a>
      </div>`
}
