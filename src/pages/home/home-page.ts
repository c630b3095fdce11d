import { meets } from '../../access/tier.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { day, moment } from '../kit/times.ts'
import {
  type GlanceRowFragment,
  HomePageDocument,
  type HomePageQuery,
  NewestAlertsDocument,
  SincePageDocument,
  WeeklyPickDocument,
} from '../operations.generated.ts'
import { definePage, orNotYet } from '../page.ts'
import { countText, money, percent, plural, ratio } from '../parts/amounts.ts'
import { person } from '../parts/person.ts'
import { highlight, opportunities } from '../smart-money/smart-money-page.ts'
import { alertFeed, liveBy } from '../whales/alert-feed.ts'
import { sinceCards } from './since-cards.ts'

/**
 * `/`: what changed since the last visit of a reader who signed in, the leading boards, the newest alerts, the week's highlight, the size of the service, and examples of
 * queries.
 */
export const HOME_PAGE = definePage(HomePageDocument, {
  path: '/',
  name: 'homePage',
  isOwn: 'SIGNED_IN',
  isLive: true,
  parameters: {},
  async render({ ask, caller }) {
    const isPro = meets(caller.tier, 'PRO')
    let reason = ''
    const noteReason = (error: Error) => {
      reason = error.message
      throw error
    }
    const [since, boards, alerts, pick] = await Promise.all([
      caller.kind === 'anonymous' ? null : orNotYet(ask(SincePageDocument, {})),
      orNotYet(ask(HomePageDocument, {}).catch(noteReason)),
      orNotYet(ask(NewestAlertsDocument, { first: 5 })),
      orNotYet(ask(WeeklyPickDocument, {})),
    ])
    const highlighted = pick?.smartMoney.weeklyPick ?? null
    const disputed = pick?.smartMoney.markets.slice(0, 5) ?? []
    return {
      title: 'Who trades prediction markets well?',
      description:
        'Leaderboards, trader profiles, whale alerts and smart-money signals from public on-chain prediction-market activity.',
      modules: ['whales'],
      main: html`${(since && sinceCards(since)) ?? intro(boards)}
      <div class="grid">
        <div class="s8"><div class="grid">${boards === null ? html`<p class="calm">${reason}</p>` : glances(boards)}</div></div>
        <section class="card s4" id="feed"${liveBy('home')}><h2><a class="what" href="/whales">Newest whale alerts</a></h2><p aria-live="polite" class="small" id="fresh"></p>${alertFeed(alerts?.whaleAlerts.nodes ?? [])}
          ${!isPro && html`<p class="tiny">Delayed and anonymous. Pro shows who traded, live. <a href="/account">Use a key</a></p>`}</section>
        ${highlighted && html`<section class="card s4"><h2><a class="what" href="/smart-money">Smart money’s highlight</a></h2><p class="tiny">of the week of ${day(highlighted.snapshotDate)}</p>${highlight(highlighted)}${disputed.length > 0 && html`<h3>Where ${plural(pick?.smartMoney.cohortSize ?? 0, 'leading trader')} and the price disagree</h3>${opportunities(disputed)}`}</section>`}
        <section class="card ${highlighted ? 's8' : ''}"><h2>Query it yourself</h2>${forDevelopers()}</section>
      </div>`,
    }
  },
})

function intro(boards: HomePageQuery | null): Html {
  return html`<h1>Who trades prediction markets well?</h1>
      <p class="lead">Every number comes from public on-chain activity and links to its definition. ${factsOf(boards)}</p>`
}

function factsOf(boards: HomePageQuery | null): Part {
  if (boards === null) return null
  const { coverage, snapshot, cutoff } = boards.service
  return html`${countText(coverage.traders)} traders and ${countText(snapshot.events)} events from ${day(snapshot.firstDay)} to ${moment(cutoff.time)}.`
}

function glances({ week, all, roi, consistent, volume }: HomePageQuery): Part {
  const isWithheld = consistent?.entries.nodes.some(({ address }) => address === null) === true
  return [
    glance('Profit, 7 days', 'pnl-7d', week, (value) => money(value, { isSigned: true })),
    glance('Profit, all time', 'pnl-all', all, (value) => money(value, { isSigned: true })),
    // Labels without numbers mean nothing to a new visitor.
    isWithheld
      ? glance('Return, 30 days', 'roi-30d', roi, (value) => percent(value, { digits: 1 }))
      : glance('Most consistent', 'consistent-all', consistent, ratio),
    glance('Volume, 7 days', 'volume-7d', volume, (value) => money(value)),
  ]
}

function glance(
  title: string,
  id: string,
  board: { entries: { nodes: readonly GlanceRowFragment[] } } | null,
  show: (value: number) => Html,
): Html {
  const rows = board?.entries.nodes ?? []
  const isWithheld = rows.some(({ address }) => address === null)
  return html`<section class="card s6"><h2><a class="what" href="/leaderboard/${id}">${title}</a></h2>${
    rows.length === 0
      ? html`<p class="tiny">No trader qualifies yet.</p>`
      : html`<div class="table"><table><tbody>${rows.map((row) => html`<tr><td class="rank">${row.rank}</td><td class="l">${person(row)}</td><td class="big">${row.value === null ? null : show(row.value)}</td></tr>`)}</tbody></table></div>`
  }${isWithheld && html`<p class="tiny">Names and numbers are for signed-in users. <a href="/account">Use a key</a></p>`}</section>`
}

function forDevelopers(): Html {
  return html`<p>Everything here comes from a public API: read the <a href="/docs">REST reference</a>, try queries in <a href="/graphql">GraphiQL</a>, or connect an assistant by MCP at <code>/mcp</code> (<a href="/docs/api#for-assistants">how</a>).</p>
    <pre data-copy="curl">curl '<span data-origin>https://HOST</span>/v1/leaderboard/pnl-30d?limit=5'</pre>
    <pre data-copy="curl">curl <span data-origin>https://HOST</span>/graphql -H 'content-type: application/json' \\
  -d '{"query":"{ leaderboard(id: \\"pnl-30d\\") { entries(first: 5) { nodes { rank username pnl } } } }"}'</pre>`
}
