import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createKeptAnswers } from '../../answers/answer-cache.ts'
import type { RestOptions } from '../../rest/register-rest.ts'
import { asAnonymous } from '../kit/as-anonymous.ts'
import { FEED_FORMATS, type FeedFormat } from '../kit/feed-formats.ts'
import { createAsk } from '../kit/page-answers.ts'
import { FEEDS, type FeedSource } from './feeds.ts'

type FeedOptions = Pick<RestOptions, 'executor' | 'contextOf' | 'answers' | 'version'> & {
  /** The origin of every link; null: the one that the request went to. */
  publicUrl: string | null
}

/**
 * Adds every feed in every format, `/feeds/alerts.rss` and so on. They show the public view to every caller:
 * feed readers send no credentials and store every item.
 */
export function registerFeeds(app: FastifyInstance, options: FeedOptions): void {
  for (const feed of FEEDS) for (const format of FEED_FORMATS) registerFeed(app, { feed, format }, options)
}

function registerFeed(
  app: FastifyInstance,
  { feed, format }: { feed: FeedSource; format: FeedFormat },
  { contextOf, publicUrl, executor, answers, version }: FeedOptions,
): void {
  const path = `/feeds/${feed.name}.${format.extension}`
  const answer = createKeptAnswers(
    { path, name: path },
    {
      answers,
      version,
      contentType: `${format.type}; charset=utf-8`,
      async make({ base }, context) {
        const { items: ask, ...about } = feed
        const items = await ask(createAsk(executor, {}, context))
        const { cutoff, simulated } = await context.snapshot()
        const newest = items
          .map(({ time }) => time)
          .sort()
          .at(-1)
        const updated = newest ?? new Date(cutoff.time * 1_000).toISOString()
        const title = simulated ? `${about.title} (simulated data)` : about.title
        const text = format.write({ ...about, title, updated, items }, String(base))
        return { body: Buffer.from(text), next: null, modified: new Date().toUTCString() }
      },
    },
  )
  app.get(path, (request, reply) => {
    const variables = { base: publicUrl ?? ownOrigin(request) }
    return answer(request, reply, { variables, context: asAnonymous(contextOf(request)) })
  })
}

/** A name or address with perhaps a port, as links may hold it. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Returns the origin of a request from its Host header; empty, so that links are paths, if it names no host.
 */
function ownOrigin({ headers: { host } }: FastifyRequest): string {
  return host !== undefined && HOST.test(host) ? `http://${host.toLowerCase()}` : ''
}
