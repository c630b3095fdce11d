import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RestRoute } from '../rest/route.ts'
import type { SnapshotReader } from '../store/snapshot-reader.ts'
import { docsPage } from './docs-page.ts'
import { landingPage } from './landing-page.ts'
import { liveExamples } from './live-examples.ts'
import { PAGE_ICON } from './page-icon.ts'
import { PAGE_STYLE } from './page-style.ts'

/** Our pages run no script and load nothing from elsewhere. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/`, `/docs` and what they load. */
export function registerPages(
  app: FastifyInstance,
  { reader, routes }: { reader: SnapshotReader; routes: readonly RestRoute[] },
): void {
  app.get('/', async (request, reply) => {
    const origin = `${request.protocol}://${request.host}`
    const snapshot = await reader.current()
    const examples = await liveExamples(reader, snapshot)
    return sendPage(reply, landingPage({ snapshot, routes, examples, origin }))
  })
  app.get('/docs', async (_request, reply) => {
    const snapshot = await reader.current()
    const examples = await liveExamples(reader, snapshot)
    return sendPage(reply, docsPage({ routes, simulated: snapshot?.simulated ?? false, examples }))
  })
  registerAsset(app, { path: '/assets/pequod.css', type: 'text/css; charset=utf-8', text: PAGE_STYLE })
  registerAsset(app, { path: '/assets/pequod.svg', type: 'image/svg+xml', text: PAGE_ICON })
}

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PAGE_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    })
    .send(text)
}

function registerAsset(app: FastifyInstance, asset: { path: string; type: string; text: string }): void {
  app.get(asset.path, (_request, reply) => {
    reply
      .headers({
        'Content-Type': asset.type,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'max-age=3600',
      })
      .send(asset.text)
  })
}
