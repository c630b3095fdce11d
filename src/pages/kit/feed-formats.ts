import { harmlessValue } from '../../text.ts'
import { type Html, html } from './html.ts'

/** A feed before it is formatted: texts may be third-party, addresses are paths. */
export interface Feed {
  /** Unique among feeds. */
  name: 'alerts' | 'highlights' | 'log'
  title: string
  description: string
  /** The page that shows the same. */
  path: string
  /** ISO 8601, UTC: of the newest item, else when the data ends. */
  updated: string
  items: readonly FeedItem[]
}

export interface FeedItem {
  /** Stable, so that readers recognize the item. */
  id: string
  title: string
  text: string
  path: string
  /** ISO 8601, UTC. */
  time: string
  /** Null if it has none. */
  category: string | null
}

export interface FeedFormat {
  extension: 'rss' | 'atom' | 'json'
  /** The media type, without its character set. */
  type: string
  /** The feed as a document. @param base where its paths begin: an origin without a slash at the end */
  write(feed: Feed, base: string): string
}

/** Every format: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. */
export const FEED_FORMATS: readonly FeedFormat[] = [
  { extension: 'rss', type: 'application/rss+xml', write: harmless(rss) },
  { extension: 'atom', type: 'application/atom+xml', write: harmless(atom) },
  { extension: 'json', type: 'application/feed+json', write: harmless(jsonFeed) },
]

/** XML has no escape for control characters, and hidden characters help no reader of any format. */
function harmless(write: FeedFormat['write']): FeedFormat['write'] {
  // Only texts are changed.
  return (feed, base) => write(harmlessValue(feed) as Feed, base)
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'

function rss({ name, title, description, path, updated, items }: Feed, base: string): string {
  const document = html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${title}</title>
<link>${base}${path}</link>
<description>${description}</description>
<language>en-GB</language>
<lastBuildDate>${mailDate(updated)}</lastBuildDate>
<ttl>5</ttl>
<atom:link rel="self" type="application/rss+xml" href="${base}/feeds/${name}.rss"/>
${items.map(
  (item): Html => html`<item>
<title>${item.title}</title>
<link>${base}${item.path}</link>
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${mailDate(item.time)}</pubDate>
${item.category !== null && html`<category>${item.category}</category>`}<description>${item.text}</description>
</item>
`,
)}</channel></rss>
`
  return `${DECLARATION}${document}`
}

function atom({ name, title, description, path, updated, items }: Feed, base: string): string {
  const document = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">
<id>urn:pequod:feed:${name}</id>
<title>${title}</title>
<subtitle>${description}</subtitle>
<updated>${updated}</updated>
<author><name>Pequod</name></author>
<link rel="alternate" type="text/html" href="${base}${path}"/>
<link rel="self" type="application/atom+xml" href="${base}/feeds/${name}.atom"/>
${items.map(
  (item): Html => html`<entry>
<id>${item.id}</id>
<title>${item.title}</title>
<updated>${item.time}</updated>
<published>${item.time}</published>
<link rel="alternate" type="text/html" href="${base}${item.path}"/>
${item.category !== null && html`<category term="${item.category}"/>`}<content type="text">${item.text}</content>
</entry>
`,
)}</feed>
`
  return `${DECLARATION}${document}`
}

function jsonFeed({ name, title, description, path, items }: Feed, base: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language: 'en-GB',
    home_page_url: `${base}${path}`,
    feed_url: `${base}/feeds/${name}.json`,
    authors: [{ name: 'Pequod' }],
    items: items.map((item) => ({
      id: item.id,
      url: `${base}${item.path}`,
      title: item.title,
      content_text: item.text,
      date_published: item.time,
      ...(item.category !== null && { tags: [item.category] }),
    })),
  })
}

/** A time as RFC 822 writes it, with four digits of the year: `Tue, 17 Feb 2026 12:00:00 GMT`. */
function mailDate(time: string): string {
  return new Date(time).toUTCString()
}
