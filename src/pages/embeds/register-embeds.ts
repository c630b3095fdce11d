import type { FastifyInstance } from 'fastify'
import { createKeptAnswers } from '../../answers/answer-cache.ts'
import type { CorsOrigins } from '../../config/config-values.ts'
import { PequodError } from '../../errors.ts'
import { CARD_SIZE, type Card, MOST_ROWS } from '../cards/card.ts'
import { cardOf } from '../cards/register-cards.ts'
import { plot, SQUARE } from '../charts/plot.ts'
import { asAnonymous } from '../kit/as-anonymous.ts'
import { type Html, html } from '../kit/html.ts'
import { htmlDocument, pagePolicy } from '../kit/html-document.ts'
import { FRAME, frameTag } from '../kit/layout.ts'
import { createAsk, type PageOptions } from '../kit/page-answers.ts'
import { givenOf, type PageReader, viewAddress } from '../kit/render-page.ts'
import { moment } from '../kit/times.ts'
import { ShellDocument, type ShellFragment } from '../operations.generated.ts'
import { type Given, orNotYet, type Page } from '../page.ts'

const THEMES = ['light', 'dark']

/**
 * Adds the frames of pages that have a card, `/embed/trader/{address}` and so on: the card's content as HTML,
 * without script, for other sites. They show the public view to every caller, since the page around a frame
 * is not its reader's.
 * @param origins the sites that may frame them; if empty, the paths do not exist
 */
export function registerEmbeds(
  app: FastifyInstance,
  pages: readonly Page[],
  { origins, ...options }: PageOptions & { origins: CorsOrigins },
): void {
  if (origins.length === 0) return
  const ancestors = origins === 'any' ? '*' : origins.join(' ')
  const policy = pagePolicy({ 'style-src': "'self'", 'img-src': "'self'", 'frame-ancestors': ancestors })
  const framed = pages.filter(({ hasCard }) => hasCard === true)
  for (const page of framed) registerEmbed(app, { page, policy }, options)
  registerOembed(app, framed, options)
}

/**
 * Adds `/oembed?url=…`, by which sites such as forums and blogs turn a link to a page with a card into its frame
 * (https://oembed.com). Links of other services are 404, as are pages without a card; XML is 501.
 */
function registerOembed(
  app: FastifyInstance,
  pages: readonly Page[],
  { executor, contextOf, publicUrl }: PageOptions,
): void {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/oembed',
    { config: { isExplorer: true } },
    async (request, reply) => {
      const { url, format = 'json', maxwidth, maxheight } = request.query
      if (format !== 'json')
        return reply.code(501).send({ detail: 'Only JSON is served.', code: 'NOT_ACCEPTABLE' })
      const origin = publicUrl ?? `${request.protocol}://${request.host}`
      const found = typeof url === 'string' ? framedView(url, origin, pages) : null
      if (found === null) throw new PequodError('NOT_FOUND', 'No page that can be embedded has this address.')
      const { page, given, path } = found
      const context = asAnonymous(contextOf(request))
      const ask = createAsk(executor, page.parameters, context)
      const card = await cardOf(page, given, { ask, caller: context.caller })
      const size = { width: sizeOf(maxwidth, FRAME.width), height: sizeOf(maxheight, FRAME.height) }
      const picture = {
        thumbnail_url: `${origin}${path.pathname}/card.png${path.search}`,
        thumbnail_width: CARD_SIZE.width,
        thumbnail_height: CARD_SIZE.height,
      }
      // The bounds that a site asks for hold for the picture too, which has one size.
      const isWithin =
        sizeOf(maxwidth, CARD_SIZE.width) === CARD_SIZE.width &&
        sizeOf(maxheight, CARD_SIZE.height) === CARD_SIZE.height
      const title = `${card.title} · Pequod`
      return reply.header('Access-Control-Allow-Origin', '*').send({
        version: '1.0',
        type: 'rich',
        provider_name: 'Pequod',
        provider_url: origin,
        title,
        ...size,
        html: frameTag(`${origin}/embed${path.pathname}${path.search}`, title, size),
        ...(isWithin && picture),
        cache_age: 300,
      })
    },
  )
}

/** The page that an address of this service names, with its parameters; null for any other address. */
function framedView(url: string, origin: string, pages: readonly Page[]) {
  const path = url.length <= 2_000 && URL.canParse(url) ? new URL(url) : null
  if (path === null || path.origin !== new URL(origin).origin) return null
  const parts = path.pathname.split('/')
  const page = pages.find(({ path: pattern }) => fits(pattern.split('/'), parts))
  if (page === undefined) return null
  const params: Record<string, string> = {}
  for (const [i, part] of page.path.split('/').entries()) {
    if (!part.startsWith(':')) continue
    const value = decoded(parts[i] ?? '')
    if (value === null) return null
    params[part.slice(1)] = value
  }
  return { page, given: givenOf(page, { path: params, query: Object.fromEntries(path.searchParams) }), path }
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]))
  )
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** A length that a site asks for, in pixels, at most the usual one. */
function sizeOf(asked: unknown, usual: number): number {
  const size = Number(asked)
  return Number.isInteger(size) && size > 0 ? Math.min(size, usual) : usual
}

function registerEmbed(
  app: FastifyInstance,
  { page, policy }: { page: Page; policy: string },
  { executor, contextOf, answers, version }: PageOptions,
): void {
  const path = `/embed${page.path}`
  const answer = createKeptAnswers(
    { path, name: `${page.name} embedded` },
    {
      answers,
      version,
      contentType: 'text/html; charset=utf-8',
      async make({ theme, ...given }, context) {
        const ask = createAsk(executor, page.parameters, context)
        const shown = { theme: typeof theme === 'string' ? theme : null }
        const body = await renderEmbed(page, given as Given, { ask, caller: context.caller }, shown)
        return { body: Buffer.from(body), next: null }
      },
    },
  )
  app.get<{ Params: Record<string, unknown>; Querystring: Record<string, unknown> }>(
    path,
    { config: { isExplorer: true, framePolicy: policy } },
    (request, reply) => {
      reply.removeHeader('X-Frame-Options').header('Content-Security-Policy', policy)
      const given = givenOf(page, { path: request.params, query: request.query })
      const theme = THEMES.find((one) => one === request.query.theme)
      const variables = { ...given, ...(theme !== undefined && { theme }) }
      return answer(request, reply, { variables, context: asAnonymous(contextOf(request)) })
    },
  )
}

/**
 * Renders a page's card as a document for a frame, as its reader may see it. Rejects with the operation's
 * failure.
 */
export async function renderEmbed(
  page: Page,
  given: Given,
  reader: PageReader,
  { theme }: Pick<Around, 'theme'>,
): Promise<string> {
  const card = await cardOf(page, given, reader)
  const shell = await orNotYet(reader.ask(ShellDocument, {}))
  return embedDocument(card, { theme, service: shell?.service ?? null, link: viewAddress(page, given) })
}

interface Around {
  /** Null: as the reader's system has it. */
  theme: string | null
  service: ShellFragment['service'] | null
  link: string
}

function embedDocument({ title, figure, words, picture }: Card, { theme, service, link }: Around): string {
  return htmlDocument({
    title: `${title} · Pequod`,
    theme,
    head: html`<meta name="robots" content="noindex"><link rel="stylesheet" href="/assets/pequod.css">`,
    body: html`<main class="embed"><h1><a href="${link}" target="_top" rel="noopener"><bdi>${title}</bdi></a>${figure && html` <b class="${figure.tone}">${figure.text}</b>`}</h1>
      <p class="small">${words}</p>
      ${typeof picture === 'function' ? chart(picture) : rows(picture)}
      <p class="tiny"><a href="${link}" target="_top" rel="noopener">Pequod</a>${service && html` · ${moment(service.cutoff.time)}`}${service?.simulation === true && ' · simulated data'}</p></main>`,
  })
}

function chart(draw: Exclude<Card['picture'], readonly unknown[]>): Html | null {
  const options = draw(SQUARE)
  return options && plot({ ...options, size: 'mid', table: null })
}

function rows(all: Extract<Card['picture'], readonly unknown[]>): Html {
  return html`<div class="table"><table><tbody>${all.slice(0, MOST_ROWS).map(({ place, name, value }) => html`<tr><td class="rank">${place}</td><td class="l wrap"><bdi>${name}</bdi></td><td class="big">${value}</td></tr>`)}</tbody></table></div>`
}
