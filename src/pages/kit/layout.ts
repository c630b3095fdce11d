import { raw } from 'hono/html'
import { type Clock, WALL_CLOCK } from '../../clock.ts'
import { countText, momentText } from '../../formats.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { ShellFragment } from '../operations.generated.ts'
import type { PageContent, Section } from '../page.ts'
import type { PageDay } from './as-of.ts'
import { FEED_FORMATS } from './feed-formats.ts'
import { type Html, html, VIEW_ACTIONS } from './html.ts'
import { htmlDocument, pagePolicy } from './html-document.ts'
import { copyQuery, shownPath } from './shown.ts'
import { moment, spanText } from './times.ts'
import { shortened } from './words.ts'

/** Only our own modules run, our own style applies, and no other host is allowed. */
export const EXPLORER_POLICY = pagePolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
})

const SECTIONS: readonly { section: Section; href: string; words: string }[] = [
  { section: 'today', href: '/', words: 'Today' },
  { section: 'leaderboards', href: '/leaderboard/pnl-30d', words: 'Leaderboards' },
  { section: 'traders', href: '/traders', words: 'Traders' },
  { section: 'markets', href: '/markets?status=open', words: 'Markets' },
  { section: 'tape', href: '/tape', words: 'Tape' },
  { section: 'smart-money', href: '/smart-money', words: 'Smart money' },
  { section: 'lab', href: '/lab', words: 'Lab' },
]

const ACCOUNT_ICON = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><circle cx="10" cy="7" r="3.2"/><path d="M3.5 17c.8-3.4 3.3-5 6.5-5s5.7 1.6 6.5 5"/></svg>`
const THEME_ICON = html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><circle cx="10" cy="10" r="6.5"/><path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/></svg>`

interface Frame {
  /** The size of the service; null on a page that could not read it. */
  service: ShellFragment['service'] | null
  /** The service's own clock, by which the page says how long ago something was. @default the machine's */
  clock?: Clock | undefined
  /** The public links; null if the public URL is unknown. @default null */
  shared?: SharedView | null
  /** True: its reader may have rows as a file. @default false */
  mayExport?: boolean
  /** The path to which sign-in returns its reader; null: no offer to sign in. @default null */
  signIn?: string | null
  /** The day of the page; null if it has none to choose. @default null */
  day?: PageDay | null
  /** The ways to share the page; null if it has no picture. @default null */
  share?: SharePaths | null
}

export interface SharedView {
  url: string
  /** The description by which other sites embed it; null where the service allows no frames. */
  oembed: string | null
  /** Its picture; null if it has none. */
  card: string | null
}

/** The paths by which a view is shared. */
export interface SharePaths {
  /** The view as of now, and at the close of its day; null where it has no days. */
  now: string
  day: string | null
  picture: string
  /** The frame for other sites; null where the service allows none. */
  embed: string | null
}

/** Returns a page of the explorer as text: navigation, search, the page's own content, and its source. */
export function explorerDocument(
  content: PageContent,
  { service, clock, shared = null, mayExport = false, signIn = null, day = null, share = null }: Frame,
): string {
  const keep = day?.keep ?? ((part: Html) => part)
  const { title, description, main, section, modules = [], shown = null, feed, isText = false } = content
  return htmlDocument({
    title: `${title} · Pequod`,
    head: html`<meta name="description" content="${description}">
    ${sharing(content, shared)}${shared?.oembed && html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${shared.oembed}">`}
    ${feed !== undefined && FEED_FORMATS.map(({ extension, type }) => html`<link rel="alternate" type="${type}" title="${title}" href="/feeds/${feed}.${extension}">`)}
    <link rel="stylesheet" href="/assets/pequod.css">
    <script src="/assets/theme.js"></script>
    <link rel="modulepreload" href="/assets/key.js"><link rel="modulepreload" href="/assets/why.js">${modules.includes('tape') && html`<link rel="modulepreload" href="/assets/formats.js">`}
    ${['page', ...modules].map((name) => html`<script type="module" blocking="render" src="/assets/${name}.js"></script>`)}`,
    body: html`<a class="skip" href="#main">Skip to content</a>
    <header class="bar">${simulationNote(service, clock)}${day?.isPast === true ? null : lagNotes(service, clock)}<div>
      <a class="brand" href="/"><img src="/assets/pequod.svg" alt="" width="24" height="24">Pequod</a>
      <nav aria-label="Sections">${keep(html`${SECTIONS.map((one) => sectionLink(one, section))}`)}</nav>
      <div class="tools">
        <form class="search" role="search" action="/search">
          <input type="search" name="q" placeholder="Search" aria-label="Search for traders, markets, events and leaderboards" aria-keyshortcuts="/" maxlength="100" autocomplete="off">
        </form>
        <button class="icon" type="button" data-theme-switch hidden aria-label="Switch between light and dark">${THEME_ICON}</button>
        ${signIn !== null && html`<a class="button plain" href="${signInAddress(signIn)}">Sign in</a>`}
        <a class="icon" href="/account" aria-label="Account"${current(section === 'account')}>${ACCOUNT_ICON}</a>
      </div>
    </div></header>
    <main id="main"${isText ? html` class="text"` : null}>${day?.past}${withActions(keep(main), html`${share && sharePanel(share, content.card?.title ?? title)}${day?.control}`)}${shown === null ? null : copyQuery(shown, mayExport)}</main>
    <footer class="foot"><div>
      ${service === null ? null : html`<span>Ledger up to ${moment(service.cutoff.time)}${blockText(service.cutoff.block)}</span>`}
      <a href="/docs/methodology">Definitions of the numbers</a>
      <a href="/docs">REST reference</a>
      <a href="/graphql">GraphiQL</a>
      ${shown === null ? null : html`<a href="${shownPath(shown)}">As JSON</a>`}
    </div></footer>`,
  })
}

/** Puts the choice of the page's day and its links into the head of its content. */
function withActions(main: Html, actions: Html): Html {
  return raw(String(main).replace(String(VIEW_ACTIONS), () => String(actions)))
}

/** The size of a frame where a site asks for none. */
export const FRAME = { width: 600, height: 420 }

/** The HTML of a frame for other sites: without a border, and on a phone as wide as its place. */
export function frameTag(src: string, title: string, { width, height } = FRAME): string {
  return `${html`<iframe src="${src}" width="${width}" height="${height}" title="${title}" loading="lazy" style="border:0;max-width:100%"></iframe>`}`
}

/** The script of the page puts the service's own address here. */
const HOST = 'https://HOST'

/** The view's links, its picture and its frame, each to copy, with a preview of both. */
function sharePanel({ now, day, picture, embed }: SharePaths, title: string): Html {
  const [before, ...after] = frameTag(HOST + embed, `${title} · Pequod`).split(HOST)
  const line = (words: string, name: string, path: string) =>
    html`<h3>${words}</h3><pre data-copy="${name}"><span data-origin>${HOST}</span>${path}</pre>`
  return html`<details class="menu pop share"><summary>Share</summary><div class="card">
    ${line('Link as of now', 'link', now)}
    ${day !== null && line('Link as of the day', 'day', day)}
    ${line('Picture', 'picture', picture)}
    <p><img src="${picture}" alt="The picture that other sites show" width="480" height="252" loading="lazy"></p>
    ${
      embed !== null &&
      html`<h3>Embed</h3><pre data-copy="embed">${before}<span data-origin>${HOST}</span>${after.join(HOST)}</pre>
    <p><a href="${embed}">Preview of the embed</a></p>`
    }
  </div></details>`
}

/** Characters of a picture's description that X reads at most. */
const MOST_ALT = 420

/** Returns the Open Graph tags, from which other sites show a preview of a link: the sentence of its picture, where it has one. */
function sharing(content: PageContent, shared: SharedView | null): Html {
  const title = content.card?.title ?? content.title
  const description = content.card?.words ?? content.description
  const card = shared?.card ?? null
  const alt = shortened(
    content.card ? `${title}: ${description}` : 'The leading traders of 30 days.',
    MOST_ALT,
  )
  return html`<meta property="og:site_name" content="Pequod"><meta property="og:type" content="website"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}">${shared && html`<meta property="og:url" content="${shared.url}">`}${card !== null && html`<meta property="og:image" content="${card}"><meta property="og:image:type" content="image/png"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="${alt}"><meta name="twitter:image:alt" content="${alt}">`}<meta name="twitter:card" content="${card === null ? 'summary' : 'summary_large_image'}">`
}

/** Said before anything else wherever a person could take invented numbers for real ones; their time is not ours either. */
function simulationNote(service: Frame['service'], clock: Clock | undefined): Html | null {
  const now = clock && new Date(clock() * 1_000).toISOString()
  return service?.simulation
    ? html`<p class="note" role="note"${now && html` data-now="${now}"`}>Simulated data. Every trader, market and trade here is invented.</p>`
    : null
}

/** Seconds without a new event after which a ledger is stale. */
const STALE = 300

/**
 * Names the moment of a page that is not live, and says where the ledger has stopped. A page may be kept for as long as nothing
 * new comes, so its script shows the second note once it is due.
 */
function lagNotes(service: Frame['service'], clock: Clock = WALL_CLOCK): Html | null {
  if (service === null) return null
  const { delay, cutoff } = service
  const lag = clock() - Date.parse(cutoff.time) / 1_000
  // Without Pro a page advances by sixths of the delay; before the first of them it is of the day before.
  const isOfDayBefore = delay > 0 && cutoff.time.endsWith('T23:59:59Z')
  const most = STALE + (isOfDayBefore ? DAY_SECONDS : (60 * delay * 7) / 6)
  const due = new Date(Date.parse(cutoff.time) + 1_000 * most).toISOString()
  const isStale = lag > most
  return html`${!isStale && delay > 0 && html`<p class="note" role="note">As of ${momentText(cutoff.time)}, ${lagText(Math.max(60 * delay, lag))} behind: later trades are not shown yet. <a href="/account">Pro is live</a>.</p>`}<p class="note stale" role="status" data-stale="${due}"${!isStale && html` hidden`}><b>No trade has come in since ${momentText(cutoff.time)}.</b> Everything below is as of then.</p>`
}

/** A lag in words that change with the hour, since a page's entity tag changes with them. */
function lagText(seconds: number): string {
  const text = spanText(seconds)
  return text === '1 hour' ? 'an hour' : text === '1 day' ? 'a day' : text
}

function sectionLink({ section, href, words }: (typeof SECTIONS)[number], shown: Section | undefined): Html {
  return html`<a href="${href}"${current(section === shown)}>${words}</a>`
}

/** The address that signs a reader in. @param back the path of the page to return to */
export function signInAddress(back: string): string {
  return `/sign-in?return=${encodeURIComponent(back)}`
}

/** The attribute of a link to where one is. */
export function current(isCurrent: boolean): Html | null {
  return isCurrent ? html` aria-current="page"` : null
}

function blockText(block: number | null): string {
  return block === null ? '' : ` · block ${countText(block)}`
}
