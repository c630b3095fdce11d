import { meets } from '../../access/tier.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { definePage } from '../kit/page.ts'
import {
  AccountChannelsDocument,
  type AccountChannelsQuery,
  AccountPageDocument,
  type AccountPageQuery,
} from '../operations.generated.ts'
import { count, money } from '../parts/amounts.ts'
import { moment } from '../parts/times.ts'
import { titleCase } from '../parts/words.ts'

/** What each tier sees more than the one before it. */
const OPENS = [
  {
    tier: 'Free',
    words:
      'who leads the boards of consistency, copyability and prescience; skill, calibration and categories of every trader',
  },
  {
    tier: 'Pro',
    words:
      'whale alerts as they happen with identities and filters, stances of smart money in every market, exports, boards of any window',
  },
] as const

/** `/account`: who is asking, their keys and channels; a key is pasted here once, and stays in the tab. */
export const ACCOUNT_PAGE = definePage(AccountPageDocument, {
  path: '/account',
  name: 'accountPage',
  isLive: true,
  parameters: {},
  async render({ ask, caller }) {
    const [{ viewer }, channels] = await Promise.all([
      ask(AccountPageDocument, {}),
      meets(caller.tier, 'PRO') ? ask(AccountChannelsDocument, {}) : null,
    ])
    return {
      title: 'Account',
      description: 'Who is asking, API keys, limits and notification channels.',
      section: 'account',
      modules: ['account'],
      isText: true,
      main: html`<h1>Account</h1>
      ${viewer.kind === 'ANONYMOUS' ? signIn() : whoCard(viewer)}
      ${keysCard(viewer.apiKeys)}
      ${channels && channelsCard(channels.whaleAlertConfig)}
      <section class="card"><h2>What a key opens</h2><dl class="facts">${OPENS.map(({ tier, words }) => html`<dt>${tier}</dt><dd>${words}</dd>`)}</dl>
      <p class="tiny">The host of this service gives out keys; <a href="/docs/api#tiers">tiers</a> and <a href="/docs/api#authentication">authentication</a> are described in the docs.</p></section>`,
    }
  },
})

function signIn(): Html {
  return html`<section class="card"><h2>Use a key</h2>
    <p>Paste an API key or a bearer token: it stays in this tab, goes to this service alone, and is forgotten when the tab is closed.</p>
    <form class="filters" data-key-form><label>Key<input type="password" name="key" required maxlength="4000" autocomplete="off" spellcheck="false" size="32"></label><button class="button">Use it</button></form>
    <p class="small" role="status" data-key-status></p>
    <noscript><p class="calm">Without script, send the key yourself: <code>X-API-Key</code> with each request.</p></noscript></section>`
}

function whoCard({ kind, tier, limit, account }: AccountPageQuery['viewer']): Html {
  return html`<section class="card"><h2>${account === null ? 'Signed in' : html`<bdi>${account.name}</bdi>`}</h2>
    <dl class="facts"><dt>Tier</dt><dd>${titleCase(tier)}</dd><dt>By</dt><dd>${kind === 'USER' ? 'bearer token' : 'API key'}</dd><dt>Limit</dt><dd>${count(limit)} requests a second</dd></dl>
    <p class="small" data-limits></p>
    <button class="button plain" type="button" data-key-forget>Forget the key</button></section>`
}

function keysCard(keys: AccountPageQuery['viewer']['apiKeys']): Part {
  if (keys === null) return null
  if (keys.length === 0)
    return html`<section class="card"><h2>Keys</h2><p class="tiny">No key yet.</p></section>`
  return html`<section class="card"><h2>Keys</h2><div class="table"><table><thead><tr><th scope="col" class="l">Name</th><th scope="col" class="l">Begins</th><th scope="col" class="wide">Made</th><th scope="col" class="wide">Last used</th><th scope="col">State</th></tr></thead>
    <tbody>${keys.map(
      ({ name, prefix, createdAt, lastUsedAt, state }) =>
        html`<tr><td class="l"><bdi>${name}</bdi></td><td class="l"><code>${prefix}…</code></td><td class="wide">${moment(createdAt)}</td><td class="wide">${lastUsedAt === null ? 'never' : moment(lastUsedAt)}</td><td>${titleCase(state)}</td></tr>`,
    )}</tbody></table></div></section>`
}

function channelsCard(config: AccountChannelsQuery['whaleAlertConfig']): Html {
  if (config === null)
    return html`<section class="card"><h2>Notifications</h2><p>No channel is set up. <a href="/docs/api#whale-alerts">How to add one</a></p></section>`
  return html`<section class="card"><h2>Notifications</h2>
    <p>Alerts of ${money(config.minUsd)} and more${config.delivers ? '' : ', delivered once this service delivers'}.</p>
    <div class="table"><table><thead><tr><th scope="col" class="l">Channel</th><th scope="col" class="l">Target</th><th scope="col">State</th></tr></thead>
    <tbody>${config.channels.map(({ kind, target, state, reason }) => html`<tr><td class="l">${titleCase(kind)}</td><td class="l wrap"><bdi>${target}</bdi></td><td title="${reason}">${titleCase(state)}</td></tr>`)}</tbody></table></div></section>`
}
