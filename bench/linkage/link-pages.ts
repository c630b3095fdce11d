import type { FastifyInstance } from 'fastify'
import { print } from 'graphql'
import type { Tier } from '../../src/access/tier.ts'
import { isErrorCode, PequodError } from '../../src/errors.ts'
import { renderCard } from '../../src/pages/cards/register-cards.ts'
import { renderEmbed } from '../../src/pages/embeds/register-embeds.ts'
import type { Page, Ask as PageAsk } from '../../src/pages/kit/page.ts'
import { givenOf, type PageReader, renderPage } from '../../src/pages/kit/render-page.ts'
import { PAGES } from '../../src/pages/pages.ts'
import { askAs } from '../ask-as.ts'
import { type Ask, answerOf, GATED } from './link-boards.ts'

/** What pages tell of what the API withholds. */
export interface PageLinkage {
  /** Pages that were read. */
  asked: number
  /** Those that differ from what the API's answers to the same caller make, or name whom these do not. */
  leaks: string[]
}

/** Whose view is compared. */
interface Reader {
  tier: Exclude<Tier, 'PRO'>
  headers: Record<string, string>
}

/** What is read at an address: a page, or what is passed on of it. */
interface View {
  url: string
  render(reader: PageReader): Promise<string>
  /** Who is told what it shows: whoever asks for a card or a frame, it is what anybody is told. */
  told: Reader
}

/** How far pages are read. */
interface Reach {
  /** Addresses of one page that are followed: others show the same in other rows. */
  most: number
  /** The queries with which every gated board is read. */
  queries: readonly string[]
}

const NAMES = `query ($after: String) { traders(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { address username } } }`

/**
 * Reads every kind of page, with its card and its frame, as callers who may not know all, each behind a Pro caller's, whose answer could be kept for them. A page is made
 * anew from the answers of GraphQL to the same caller: where the bytes differ, it holds what the API did not tell. Beside that, every name and
 * address of a trader in it must be in those answers, by the texts alone.
 * @param callers the headers of each tier
 */
export async function linkPages(
  app: FastifyInstance,
  callers: Record<Tier, Record<string, string>>,
  { most, queries }: Reach,
): Promise<PageLinkage> {
  const linkage: PageLinkage = { asked: 0, leaks: [] }
  const names = await readNames(askAs(app, callers.PRO))
  for (const tier of ['ANONYMOUS', 'FREE'] as const) {
    const [reader, anyone] = [
      { tier, headers: callers[tier] },
      { tier: 'ANONYMOUS' as const, headers: {} },
    ]
    const seeds = GATED.flatMap(({ id }) => queries.map((query) => `/leaderboard/${id}${query}`))
    const waiting = new Set(['/', '/account', '/whales', '/search?q=a', ...seeds])
    const kinds = new Map<Page, number>()
    for (const url of waiting) {
      const found = pageAt(url)
      if (found === null) continue
      const seen = kinds.get(found.page) ?? 0
      if (seen >= most && !seeds.includes(url)) continue
      kinds.set(found.page, seen + 1)
      let body = ''
      for (const view of viewsOf(url, found, { reader, anyone })) {
        await app.inject({ url: view.url, headers: callers.PRO })
        const answer = await app.inject({ url: view.url, headers: reader.headers })
        linkage.asked++
        const told = await toldByApi(app, view)
        const isSame =
          told.text === null
            ? answer.statusCode >= 400
            : answer.statusCode === 200 && told.text === answer.body
        if (!isSame) linkage.leaks.push(`${tier} ${view.url}: differs from what the API tells`)
        // Documents hold examples of the demo world, and ask nothing.
        const isDocument = url.startsWith('/docs/')
        const known = `${url} ${told.answers}`
        for (const name of isDocument ? [] : names)
          if (answer.body.includes(name) && !known.includes(name))
            linkage.leaks.push(`${tier} ${view.url}: names ${name}`)
        body += answer.body
      }
      for (const [, link = ''] of body.matchAll(/ href="(\/[^"#]*)/g))
        waiting.add(link.replaceAll('&amp;', '&'))
    }
    const unread = PAGES.filter((page) => !kinds.has(page)).map(({ path }) => path)
    if (unread.length > 0) throw new Error(`no page leads to ${unread.join(', ')}`)
  }
  return linkage
}

/** A page at an address. */
interface FoundPage {
  page: Page
  given: Readonly<Record<string, string>>
}

function pageAt(address: string): FoundPage | null {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  for (const page of PAGES) {
    const pattern = page.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(pathname)
    if (match === null) continue
    const path = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    )
    return { page, given: givenOf(page, { path, query: Object.fromEntries(searchParams) }) }
  }
  return null
}

function viewsOf(
  url: string,
  { page, given }: FoundPage,
  { reader, anyone }: Record<'reader' | 'anyone', Reader>,
): View[] {
  const views: View[] = [{ url, told: reader, render: (as) => renderPage(page, given, as) }]
  if (page.hasCard !== true) return views
  const [path = '', query = ''] = url.replace(/#.*/, '').split(/(?=\?)/)
  return [
    ...views,
    { url: `${path}/card.svg${query}`, told: anyone, render: (as) => renderCard(page, given, as) },
    {
      told: anyone,
      url: `/embed${path}${query}`,
      render: (as) => renderEmbed(page, given, as, { theme: null }),
    },
  ]
}

/** A view as the API's own answers make it, and these answers; null where one was refused. */
async function toldByApi(
  app: FastifyInstance,
  { render, told: { tier, headers } }: View,
): Promise<{ text: string | null; answers: string }> {
  const answers: string[] = []
  const ask: PageAsk = async (operation, variables) => {
    const payload = { query: print(operation), variables }
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload })
    answers.push(answer.body)
    const { data, errors } = answer.json()
    if (errors === undefined) return data
    const { code } = errors[0].extensions
    throw isErrorCode(code) ? new PequodError(code, errors[0].message) : new Error(answer.body)
  }
  const caller = {
    ...{ kind: tier === 'FREE' ? ('key' as const) : ('anonymous' as const), tier, accountId: null },
    ...{ subject: null, limiterKey: '', limit: 0 },
  }
  const text = await render({ ask, caller }).catch((error: unknown) => {
    if (error instanceof PequodError) return null
    throw error
  })
  return { text, answers: answers.join(' ') }
}

/** Every trader's address and name, as Pro callers are told. */
async function readNames(pro: Ask): Promise<string[]> {
  const names: string[] = []
  for (let after: string | null = null; ; ) {
    const { traders } = (await answerOf(pro, NAMES, { after })) as {
      traders: {
        nodes: { address: string; username: string | null }[]
        pageInfo: { hasNextPage: boolean; endCursor: string | null }
      }
    }
    // A short name can be a part of any word.
    names.push(
      ...traders.nodes.flatMap(({ address, username }) => [
        address,
        ...(username && username.length > 5 ? [username] : []),
      ]),
    )
    if (!traders.pageInfo.hasNextPage) return names
    after = traders.pageInfo.endCursor
  }
}
