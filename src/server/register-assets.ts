import type { FastifyInstance } from 'fastify'
import { DOCS_SCRIPT } from './docs-script.ts'
import { DOCS_STYLE } from './docs-style.ts'
import { GRAPHIQL_STYLE } from './graphiql-style.ts'
import { packFile } from './packed-file.ts'
import { PAGE_ICON } from './page-icon.ts'
import { PAGE_STYLE } from './page-style.ts'
import { readScalarScript } from './read-scalar-script.ts'
import { sendPacked } from './send-packed.ts'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

interface Asset {
  type: string
  read(): Promise<string | Buffer>
}

const ASSETS: Readonly<Record<string, Asset>> = {
  'pequod.css': { type: STYLE, read: async () => PAGE_STYLE },
  'pequod.svg': { type: 'image/svg+xml', read: async () => PAGE_ICON },
  'graphiql.css': { type: STYLE, read: async () => GRAPHIQL_STYLE },
  'docs.css': { type: STYLE, read: async () => DOCS_STYLE },
  'docs.js': { type: SCRIPT, read: async () => DOCS_SCRIPT },
  'scalar.js': { type: SCRIPT, read: readScalarScript },
}

/**
 * What the pages load, each read and packed when it is first asked for. Browsers ask every time whether theirs still
 * holds: a page never meets the script of another version.
 */
export function registerAssets(app: FastifyInstance): void {
  for (const [name, { type, read }] of Object.entries(ASSETS)) {
    let packed: ReturnType<typeof packFile> | undefined
    app.get(`/assets/${name}`, async (request, reply) => {
      packed ??= read().then(packFile)
      return sendPacked(request, reply, await packed, { 'Content-Type': type })
    })
  }
}
