import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { RestRoute } from '../../rest/routes/route.ts'
import type { Snapshot, SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import type { LiveExamples } from './example-path.ts'
import { landingPage } from './landing-page.ts'
import { PAGE_POLICY } from './page.ts'
import { registerAssets } from './register-assets.ts'
import { sendPage } from './send-page.ts'

/** The board whose first trader stands in examples. */
const EXAMPLE_BOARD = 'pnl-30d'

/** Examples that work with the snapshot's data: the address of its best trader, if it has one. */
async function liveExamples(reader: SnapshotReader, snapshot: Snapshot | null): Promise<LiveExamples> {
  const order = snapshot && (await reader.order(snapshot, EXAMPLE_BOARD))
  const best = order?.traders[0]
  if (best === undefined) return {}
  const address = (await reader.tradersById([best])).get(best)?.address
  return address === undefined ? {} : { address }
}

/** `/`, `/docs` and what the pages load. */
export function registerPages(
  app: FastifyInstance,
  { readerOf, routes }: { readerOf: () => SnapshotReader; routes: readonly RestRoute[] },
): void {
  app.get('/', async (request, reply) => {
    const origin = `${request.protocol}://${request.host}`
    const { snapshot, examples } = await shownData(readerOf())
    return sendPage(reply, PAGE_POLICY, landingPage({ snapshot, routes, examples, origin }))
  })
  app.get('/docs', async (_request, reply) => {
    const { snapshot, examples } = await shownData(readerOf())
    const nonce = randomBytes(16).toString('base64')
    const text = docsPage({ routes, examples, nonce, simulated: snapshot?.simulated ?? false })
    return sendPage(reply, docsPolicy(nonce), text)
  })
  registerAssets(app)
}

/** What the pages show of the data. */
async function shownData(reader: SnapshotReader) {
  const snapshot = await reader.current()
  return { snapshot, examples: await liveExamples(reader, snapshot) }
}
