import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { exampleTabs } from './example-tabs.ts'

/** The page in both forms that browsers ask for, and its entity tag. */
export interface StoredPage {
  tag: string
  gzipped: Buffer
  /** The page as it is, for the rare client that takes no gzip; unpacked each time, for it is 9 MB. */
  plain(): Promise<Buffer>
}

/** The GraphiQL page with prepared tabs, all of it in one file: it works without internet. */
export function graphiqlHtml(simulated: boolean): string {
  return renderGraphiQL({
    title: simulated ? 'Pequod GraphiQL (simulated data)' : 'Pequod GraphiQL',
    favicon: '/assets/pequod.svg',
    endpoint: '/graphql',
    defaultTabs: exampleTabs(simulated),
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
  })
}

/** Renders and packs the page once for each of its two forms, when it is first asked for. */
export function createGraphiqlPages(): (simulated: boolean) => Promise<StoredPage> {
  const pages = new Map<boolean, Promise<StoredPage>>()
  return (simulated) => {
    const known = pages.get(simulated)
    if (known !== undefined) return known
    const stored = storePage(graphiqlHtml(simulated))
    pages.set(simulated, stored)
    return stored
  }
}

async function storePage(text: string): Promise<StoredPage> {
  const gzipped = await promisify(gzip)(text)
  return {
    tag: `"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 27)}"`,
    gzipped,
    plain: () => promisify(gunzip)(gzipped),
  }
}
