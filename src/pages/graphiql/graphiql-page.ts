import { createHash } from 'node:crypto'
import { pagePolicy } from '../kit/page-policy.ts'
import { type PackedFile, packFile } from '../kit/send-packed.ts'
import { exampleTabs } from './example-tabs.ts'

/** The page, and the policy that lets its own script run and no other. */
export interface GraphiqlPage {
  file: PackedFile
  policy: string
}

/** On a phone the page is as wide as the screen; our style sheet comes after the bundled one. */
const HEAD = `<meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="stylesheet" href="/assets/graphiql.css" />
    </head>`

const LOGO =
  '<a href="/" aria-label="Start page"><img src="/assets/pequod.svg" alt="" width="28" height="28"></a>'

/** The GraphiQL page with prepared tabs, script and all: it works without internet. */
export async function graphiqlHtml(simulated: boolean): Promise<string> {
  // The script takes 15 MB, and most processes never serve it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL({
    title: simulated ? 'Pequod GraphiQL (simulated data)' : 'Pequod GraphiQL',
    logo: LOGO,
    favicon: '/assets/pequod.svg',
    endpoint: '/graphql',
    defaultTabs: exampleTabs(simulated),
    defaultEditorToolsVisibility: 'headers',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
  })
  return page.replace('</head>', () => HEAD)
}

/** Returns a function that renders and compresses each of the page's two forms at its first request. */
export function createGraphiqlPages(): (simulated: boolean) => Promise<GraphiqlPage> {
  const pages = new Map<boolean, Promise<GraphiqlPage>>()
  return (simulated) => {
    const known = pages.get(simulated)
    if (known !== undefined) return known
    const stored = graphiqlHtml(simulated).then(storePage)
    pages.set(simulated, stored)
    return stored
  }
}

async function storePage(text: string): Promise<GraphiqlPage> {
  return { file: await packFile(text), policy: policyOf(text) }
}

/**
 * The one inline script is allowed by its hash; its workers come from blobs, and the editors create style
 * elements as needed. No other host is allowed.
 */
function policyOf(page: string): string {
  return pagePolicy({
    'script-src': `'sha256-${createHash('sha256').update(scriptOf(page)).digest('base64')}'`,
    'worker-src': 'blob:',
    'style-src': "'self' 'unsafe-inline'",
    'font-src': 'data:',
    'img-src': "'self' data:",
    'connect-src': "'self'",
  })
}

/** The script writes `</script>` with a backslash, so the first one and the last are the page's own. */
function scriptOf(page: string): string {
  const open = '<script>'
  return page.slice(page.indexOf(open, page.indexOf('<body')) + open.length, page.lastIndexOf('</script>'))
}
