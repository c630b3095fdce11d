import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readProgram } from '../../documents.ts'
import { PequodError } from '../../errors.ts'
import { addressOf } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import { foldName } from '../../store/ledger/names.ts'
import type { SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import { DOCS_PAGES, DOCUMENTS, docsMarkdown } from '../docs/docs-pages.ts'
import { asAnonymous } from '../kit/as-anonymous.ts'
import { html } from '../kit/html.ts'
import { eventPath, marketPath, traderPath } from '../kit/links.ts'
import { createAsk, type PageOptions } from '../kit/page-answers.ts'
import { SitemapMarketsDocument } from '../operations.generated.ts'

/** Short forms that people type, and where they lead. */
const LEADS: Readonly<Record<string, string>> = {
  '/leaderboard': '/leaderboard/pnl-30d',
  '/leaderboards': '/leaderboard/pnl-30d',
  '/api': '/docs',
}

/** The board of all traders with a trade, whose order is in memory. */
const EVERYBODY = 'volume-all'
/** Traders of a part of the sitemap, and parts of traders. */
const PART = 1_000
const MOST_PARTS = 50

const XML = 'application/xml; charset=utf-8'

/** Crawlers' paths are the same for every caller. */
type CrawlerOptions = PageOptions & { publicReader: () => SnapshotReader }

/**
 * Adds the paths that lead people and crawlers to pages: short forms, traders by name, the sitemap and `llms.txt`. Called
 * before pages are added: it leads from the trader page's path too.
 */
export function registerCrawlers(app: FastifyInstance, options: CrawlerOptions): void {
  for (const [path, target] of Object.entries(LEADS))
    app.get(path, (_request, reply) => reply.redirect(target, 302))
  const leadFromName = async (request: FastifyRequest, reply: FastifyReply) => {
    const { address: given } = request.params as { address: string }
    const address = addressOf(given) === null ? await traderNamed(options.publicReader(), given) : null
    if (address !== null) return reply.redirect(traderPath(address), 302)
  }
  app.addHook('onRoute', (route) => {
    if (route.url === '/trader/:address') route.onRequest = leadFromName
  })
  app.get('/sitemap.xml', async (request, reply) => {
    const parts = await traderParts(options.publicReader())
    const names = ['pages', 'markets', ...Array.from({ length: parts }, (_, part) => `traders-${part + 1}`)]
    const origin = originOf(request, options)
    return reply.type(XML).send(
      xml(
        'sitemapindex',
        'sitemap',
        names.map((name) => `${origin}/sitemap/${name}.xml`),
      ),
    )
  })
  // Its markets and events are read like those of a page.
  app.get<{ Params: { part: string } }>(
    '/sitemap/:part',
    { config: { isExplorer: true } },
    async (request, reply) => {
      const paths = await pathsOf(request, options)
      if (paths === null)
        throw new PequodError('NOT_FOUND', 'The sitemap has no such part: /sitemap.xml lists them.')
      const origin = originOf(request, options)
      const urls = paths.map((path) => `${origin}${path}`)
      return reply.type(XML).send(xml('urlset', 'url', urls))
    },
  )
  app.get<{ Params: { name: string }; Querystring: { type?: unknown } }>(
    '/docs/:name.md',
    { config: { isExplorer: true } },
    async (request, reply) => {
      const { type } = request.query
      const ask = createAsk(options.executor, {}, asAnonymous(options.contextOf(request)))
      const text = await docsMarkdown(request.params.name, ask, typeof type === 'string' ? type : undefined)
      return text === null ? reply.callNotFound() : reply.type('text/markdown; charset=utf-8').send(text)
    },
  )
  app.get<{ Params: { name: string } }>(
    '/docs/:name.py',
    { config: { isExplorer: true } },
    (request, reply) => {
      const text = readProgram(request.params.name)
      return text === null ? reply.callNotFound() : reply.type('text/x-python; charset=utf-8').send(text)
    },
  )
  app.get('/llms.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(forModels(originOf(request, options))),
  )
}

/** The one trader of a name, by its address; null where no trader or several have it. */
async function traderNamed(reader: SnapshotReader, name: string): Promise<string | null> {
  const snapshot = name.length > 100 ? null : await reader.current()
  if (snapshot === null) return null
  const { traders } = await reader.search(snapshot, name, 2, null)
  const named = traders.filter((one) => one?.username != null && foldName(one.username) === foldName(name))
  return named.length === 1 ? (named[0]?.address ?? null) : null
}

async function everybody(reader: SnapshotReader): Promise<Int32Array> {
  const snapshot = await reader.current()
  const order = snapshot && (await reader.order(snapshot, EVERYBODY))
  return order?.traders ?? new Int32Array()
}

async function traderParts(reader: SnapshotReader): Promise<number> {
  return Math.min(MOST_PARTS, Math.ceil((await everybody(reader)).length / PART))
}

async function pathsOf(
  request: FastifyRequest<{ Params: { part: string } }>,
  { publicReader, executor, contextOf }: CrawlerOptions,
): Promise<string[] | null> {
  const { part } = request.params
  if (part === 'pages.xml')
    return [
      '/',
      '/traders',
      '/markets',
      '/tape',
      '/whales',
      '/smart-money',
      '/docs',
      ...LEADERBOARDS.map(({ id }) => `/leaderboard/${id}`),
      ...DOCS_PAGES.map(({ path }) => path),
    ]
  if (part === 'markets.xml') {
    const { markets, events } = await createAsk(
      executor,
      {},
      asAnonymous(contextOf(request)),
    )(SitemapMarketsDocument, {})
    return [
      ...markets.nodes.map(({ condition }) => marketPath(condition)),
      ...events.nodes.map(({ id }) => eventPath(id)),
    ]
  }
  const [, number = ''] = /^traders-([1-9]\d?)\.xml$/.exec(part) ?? []
  const reader = publicReader()
  if (number === '' || Number(number) > (await traderParts(reader))) return null
  const ids = [...(await everybody(reader)).subarray((Number(number) - 1) * PART, Number(number) * PART)]
  const rows = await reader.tradersById(ids)
  return ids.flatMap((id) => rows.get(id)?.address ?? []).map(traderPath)
}

/** Returns the public origin: the operator's setting, else the request's. */
function originOf({ protocol, host }: FastifyRequest, { publicUrl }: CrawlerOptions): string {
  return publicUrl?.replace(/\/$/, '') ?? `${protocol}://${host}`
}

function xml(root: string, row: string, urls: readonly string[]): string {
  const rows = urls.map((url) => `<${row}><loc>${html`${url}`}</loc></${row}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${root}>\n`
}

/** Returns instructions for language models, in the form of llmstxt.org. */
function forModels(origin: string): string {
  return `# Pequod

> Leaderboards, trader profiles, whale alerts and smart-money signals of Polymarket, computed from the chain's own events.

- [REST reference](${origin}/v1/openapi.json): OpenAPI of every path under /v1
- [GraphQL](${origin}/graphql): send an introspection query for the schema
- [Tools for assistants](${origin}/docs/api#for-assistants): Model Context Protocol at ${origin}/mcp

## Documents

${DOCUMENTS.map(({ name, title, about }) => `- [${title}](${origin}/docs/${name}.md): ${about}`).join('\n')}
- [Schema](${origin}/docs/schema.md): Query of the GraphQL schema by field, with examples; other types by \`?type=Trader\`
- [Search](${origin}/docs/search?q=drawdown): Sections of the documents, fields of the schema and paths of REST
`
}
