import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { CorsOrigins } from '../config/config-values.ts'
import type { RestOptions } from '../rest/register-rest.ts'
import { CHANGES } from '../rest/routes/routes.ts'
import type { Snapshot, SnapshotReader } from '../store/snapshot/snapshot-reader.ts'
import { ACCOUNT_PAGE } from './account/account-page.ts'
import { OUTBOX_PAGE } from './account/outbox-page.ts'
import { registerCards } from './cards/register-cards.ts'
import { COMPARE_PAGE } from './compare/compare-page.ts'
import { registerCrawlers } from './crawlers/register-crawlers.ts'
import { DOCS_PAGES } from './docs/docs-pages.ts'
import { RECONCILE_PAGE } from './docs/reconcile-page.ts'
import { VERIFY_PAGE } from './docs/verify-page.ts'
import { registerEmbeds } from './embeds/register-embeds.ts'
import { EXPLAIN_PAGE } from './explain/explain-page.ts'
import { registerFeeds } from './feeds/register-feeds.ts'
import { HOME_PAGE } from './home/home-page.ts'
import { registerPageAnswers } from './kit/page-answers.ts'
import { registerTables } from './kit/register-tables.ts'
import type { PageFrame } from './kit/render-page.ts'
import { sendPage } from './kit/send-page.ts'
import { LAB_PAGE, LAB_RUN_PAGE } from './lab/lab-page.ts'
import { registerLabForm } from './lab/register-lab.ts'
import { RULE_PAGE } from './lab/rule-page.ts'
import { LEADERBOARD_PAGE } from './leaderboard/leaderboard-page.ts'
import { LOTS_PAGE } from './lots/lots-page.ts'
import { EVENT_PAGE } from './markets/event-page.ts'
import { MARKET_PAGE } from './markets/market-page.ts'
import { MARKETS_PAGE } from './markets/markets-page.ts'
import type { Page } from './page.ts'
import { docsPage, docsPolicy } from './reference/docs-page.ts'
import type { LiveExamples } from './reference/plain-reference.ts'
import { registerAssets } from './register-assets.ts'
import { SEARCH_PAGE } from './search/search-page.ts'
import { SMART_MONEY_PAGE } from './smart-money/smart-money-page.ts'
import { TAPE_PAGE } from './tape/tape-page.ts'
import { TRADER_PAGE } from './trader/trader-page.ts'
import { TRADERS_PAGE } from './traders/traders-page.ts'
import { WHALES_PAGE } from './whales/whales-page.ts'

export const PAGES: readonly Page[] = [
  HOME_PAGE,
  LEADERBOARD_PAGE,
  TRADER_PAGE,
  EXPLAIN_PAGE,
  TRADERS_PAGE,
  COMPARE_PAGE,
  LOTS_PAGE,
  MARKETS_PAGE,
  MARKET_PAGE,
  EVENT_PAGE,
  TAPE_PAGE,
  WHALES_PAGE,
  SMART_MONEY_PAGE,
  LAB_PAGE,
  LAB_RUN_PAGE,
  RULE_PAGE,
  SEARCH_PAGE,
  ACCOUNT_PAGE,
  OUTBOX_PAGE,
  VERIFY_PAGE,
  RECONCILE_PAGE,
  ...DOCS_PAGES,
]

/** The board whose first trader is in examples. */
const EXAMPLE_BOARD = 'pnl-30d'

/** Examples that work with the snapshot's data: the address of its best trader and those of its two best, if it has any. */
async function liveExamples(reader: SnapshotReader, snapshot: Snapshot | null): Promise<LiveExamples> {
  const order = snapshot && (await reader.order(snapshot, EXAMPLE_BOARD))
  const best = [...(order?.traders.slice(0, 2) ?? [])]
  const found = await reader.tradersById(best)
  const addresses = best.flatMap((id) => found.get(id)?.address ?? [])
  return addresses[0] === undefined ? {} : { address: addresses[0], traders: addresses.join() }
}

/** The explorer's pages, the reference of REST, and what they load. */
export function registerPages(
  app: FastifyInstance,
  options: RestOptions &
    PageFrame & {
      /** True: people sign in on pages. */
      hasSignIn: boolean
      publicReader: () => SnapshotReader
      embedOrigins: CorsOrigins
      /** The public key of Web Push; null: no push messages. */
      pushKey: string | null
    },
): void {
  registerCrawlers(app, options)
  registerPageAnswers(app, PAGES, { ...options, hasEmbeds: options.embedOrigins.length > 0 })
  registerLabForm(app, PAGES, options)
  app.get('/docs', async (_request, reply) => {
    const reader = options.publicReader()
    const snapshot = await reader.current()
    const examples = await liveExamples(reader, snapshot)
    const nonce = randomBytes(16).toString('base64')
    const routes = [...options.routes, ...CHANGES]
    const text = docsPage({ routes, examples, nonce, simulated: snapshot?.simulated ?? false })
    return sendPage(reply, docsPolicy(nonce), text)
  })
  registerCards(app, PAGES, options)
  registerTables(app, PAGES, options)
  registerEmbeds(app, PAGES, { ...options, origins: options.embedOrigins })
  registerFeeds(app, options)
  // Without a key there is nothing to send, which is no error: pages ask before they offer messages.
  app.get('/push-key', (_request, reply) =>
    options.pushKey === null
      ? reply.code(204).send()
      : reply.type('text/plain; charset=utf-8').send(options.pushKey),
  )
  registerAssets(app)
}
