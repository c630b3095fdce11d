import type { FastifyInstance } from 'fastify'
import { DOCS_SCRIPT } from './docs-script.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { GRAPHIQL_STYLE } from './graphiql-style.ts'
import { PAGE_ICON } from './page-icon.ts'
import { PAGE_STYLE } from './page-style.ts'
import { createScalarScript } from './scalar-script.ts'
import { sendPacked } from './send-packed.ts'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

interface Asset {
  path: string
  type: string
  text: string
}

const ASSETS: readonly Asset[] = [
  { path: '/assets/pequod.css', type: STYLE, text: PAGE_STYLE },
  { path: '/assets/pequod.svg', type: 'image/svg+xml', text: PAGE_ICON },
  { path: '/assets/graphiql.css', type: STYLE, text: GRAPHIQL_STYLE },
  { path: '/assets/docs.css', type: STYLE, text: DOCS_STYLE },
  { path: '/assets/docs.js', type: SCRIPT, text: DOCS_SCRIPT },
]

/** What the pages load. */
export function registerAssets(app: FastifyInstance): void {
  for (const { path, type, text } of ASSETS) {
    app.get(path, (_request, reply) => {
      reply.headers({ 'Content-Type': type, 'Cache-Control': 'max-age=3600' }).send(text)
    })
  }
  const scalarScript = createScalarScript()
  app.get('/assets/scalar.js', async (request, reply) =>
    sendPacked(request, reply, await scalarScript(), { 'Content-Type': SCRIPT }),
  )
}
