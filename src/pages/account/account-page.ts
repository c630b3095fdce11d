import { meets } from '../../access/tier.ts'
import { FOLLOW_KINDS } from '../../follows/kinds.ts'
import {
  ExportsDocument,
  ForgetVisitsDocument,
  ScreensDocument,
} from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { signInAddress } from '../kit/layout.ts'
import { browserOperation, operationForm } from '../kit/operation-form.ts'
import { moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import {
  AccountAlertsDocument,
  AccountFollowsDocument,
  AccountPageDocument,
  type AccountPageQuery,
  CreateKeyDocument,
  CreateLinkDocument,
  type FollowKind,
  OutboxPageDocument,
  type OutboxPageQuery,
  RevokeKeyDocument,
  RevokeLinkDocument,
  RotateKeyDocument,
  SpentBudgetDocument,
} from '../operations.generated.ts'
import { definePage, orNotYet } from '../page.ts'
import { count } from '../parts/amounts.ts'
import { exportList } from '../parts/export-files.ts'
import { pageHead } from '../parts/marks.ts'
import { screenList } from '../parts/saved-screens.ts'
import { alertRules, channelCard } from './channel-card.ts'
import { briefView } from './message-view.ts'
import { NO_MESSAGE } from './outbox-page.ts'
import { followMore, followsCard } from './watch-card.ts'

/** A key as its account's owner sees it. */
type Key = NonNullable<AccountPageQuery['viewer']['apiKeys']>[number]

/** Shows an account's keys with their actions, and a form for a new one. */
export function keyCard(keys: readonly Key[]): Html {
  return html`<section class="card"><h2>Keys</h2>
    <p class="tiny">Keys are read-only, with the tier of your account. A key is shown once, when you create it.</p>
    ${keys.length > 0 && html`<ul class="feed">${keys.map(keyItem)}</ul>`}
    ${operationForm({
      operation: CreateKeyDocument,
      fields: html`<label>Key name<input data-variable="name" required maxlength="100" autocomplete="off" placeholder="e.g. spreadsheet"></label>
      <label>Expires (optional)<input type="date" data-variable="expiresAt"></label>`,
      button: 'Create key',
    })}</section>`
}

function keyItem(key: Key): Html {
  const replace = operationForm({
    operation: RotateKeyDocument,
    variables: { id: key.id },
    fields: html`<label>The old key works for<select data-variable="graceSeconds" data-number><option value="86400">a day</option><option value="3600">an hour</option><option value="604800">a week</option><option value="0">no longer</option></select></label>`,
    button: 'Replace it',
  })
  return secretItem(key, {
    kind: 'key',
    code: `${key.prefix}…`,
    revoke: RevokeKeyDocument,
    changes: html`<details><summary>Replace</summary>${replace}</details>`,
  })
}

/** A signed link as its account's owner sees it. */
type Link = NonNullable<AccountPageQuery['viewer']['links']>[number]

/** The signed links of an account, and a form for a new one. */
export function linkCard(links: readonly Link[]): Html {
  return html`<section class="card"><h2>Signed links</h2>
    <p class="tiny">A link reads one REST path without a key, for example by a spreadsheet’s IMPORTDATA. Anyone with the link can read that path until it expires.</p>
    ${links.length > 0 && html`<ul class="feed">${links.map((link) => secretItem(link, { kind: 'link', code: link.path, revoke: RevokeLinkDocument }))}</ul>`}
    ${operationForm({
      operation: CreateLinkDocument,
      fields: html`<label>Path<input data-variable="path" required maxlength="500" autocomplete="off" spellcheck="false" size="40" placeholder="/v1/leaderboard/pnl-30d?format=csv"></label>
      <label>Link name<input data-variable="name" required maxlength="100" autocomplete="off" placeholder="e.g. board"></label>
      <label>Expires (90 days unless set)<input type="date" data-variable="expiresAt"></label>`,
      button: 'Create link',
    })}</section>`
}

type Viewer = AccountPageQuery['viewer']

/** Messages shown beside the follows. */
const MOST_MESSAGES = 3

/** The features that each tier adds to the one before. */
const OPENS = [
  {
    tier: 'Free',
    words:
      'leaders of the consistency, copyability and prescience boards; skill, calibration and categories of every trader; notification channels, and a few wallets, markets and leaderboards to follow',
  },
  {
    tier: 'Pro',
    words:
      'live whale alerts with identities and filters, smart money in every market, exports, boards of any window; whale alerts to your channels, and many wallets, markets and leaderboards to follow',
  },
] as const

/**
 * `/account`: sign-in, the limits used, keys, channels and follows. The page's script sends changes to GraphQL with the
 * session's CSRF token in a header, so no other site can. A key that is pasted here never leaves the tab.
 */
export const ACCOUNT_PAGE = definePage(AccountPageDocument, {
  path: '/account',
  name: 'accountPage',
  isOwn: true,
  parameters: {},
  async render({ ask, block, caller, hasSignIn }) {
    const isPro = meets(caller.tier, 'PRO')
    const kinds = meets(caller.tier, 'FREE') ? FOLLOW_KINDS : []
    const [{ viewer }, ...follows] = await Promise.all([
      ask(AccountPageDocument, {}),
      ...kinds.map(({ name }) => ask(AccountFollowsDocument, { kind: name.toUpperCase() as FollowKind })),
    ])
    const mayChange = viewer.kind === 'USER'
    const { alertChannels: channels } = viewer
    const followed = follows.flatMap((one) => one.viewer.follows?.nodes ?? [])
    const limits = viewer.followLimits ?? []
    const topics = new Set(followed.map(({ topic }) => topic))
    const [screens, messages, alerts, files] = await Promise.all([
      kinds.length > 0 &&
        block(ask(ScreensDocument, {}), (saved) =>
          screenList(saved.viewer.screens ?? [], { mayChange, followed: topics }),
        ),
      kinds.length > 0 && block(orNotYet(ask(OutboxPageDocument, {})), lastMessages),
      isPro &&
        block(ask(AccountAlertsDocument, {}), ({ whaleAlertConfig }) =>
          alertRules(whaleAlertConfig, channels ?? [], mayChange),
        ),
      isPro && block(ask(ExportsDocument, {}), (own) => exportList(own.viewer.exports ?? [])),
    ])
    return {
      title: 'Account',
      description: 'Your tier, API keys, signed links, limits and notification channels.',
      section: 'account',
      modules: ['account'],
      isText: viewer.kind === 'ANONYMOUS',
      main: html`${pageHead(heading(viewer), caller.hasSession === true && SIGN_OUT)}
      <noscript><p class="calm">The forms of this page need JavaScript. Without it, send your key with each request in the header <code>X-API-Key</code>, and change keys and channels by <a href="/docs/api#mutations">GraphQL mutations</a>.</p></noscript>
      ${
        viewer.kind === 'ANONYMOUS'
          ? html`${hasSignIn ? signInCard() : noSignIn()}${useKey()}${gates(viewer)}`
          : html`<div class="grid"><div class="s8 stack">${kinds.length > 0 && followsCard(limits, followed, { mayChange, isPro, channels: channels ?? [] })}${followMore(limits, { mayChange, isPro })}${channels && channelCard(channels, mayChange)}
      ${isPro && html`<section class="card"><h2>Whale alerts</h2>${alerts}</section>`}
      ${viewer.apiKeys === null ? viewer.kind === 'API_KEY' && tokenNote() : keyCard(viewer.apiKeys)}
      ${viewer.links !== null && (viewer.links.length > 0 || viewer.tier === 'PRO') && linkCard(viewer.links)}
      ${kinds.length > 0 && html`<section class="card" id="screens"><h2>Saved screens</h2>${screens}</section>`}
      ${isPro && html`<section class="card" id="files"><h2>Files</h2>${files}</section>`}</div>
      <div class="s4 stack">${messages && html`<section class="card"><h2>Outbox</h2>${messages}<a class="further" href="/outbox">Whole outbox</a></section>`}${whoCard(viewer, caller.hasSession === true)}${gates(viewer)}</div></div>`
      }`,
    }
  },
})

function heading({ kind, account, tier }: Viewer): Html {
  if (kind === 'ANONYMOUS' || account === null) return html`<h1>Account</h1>`
  return html`<h1>Account</h1><p class="sub"><bdi>${account.name}</bdi> <span class="badge">${titleCase(tier)}</span></p>`
}

/** The newest messages. */
function lastMessages(answer: OutboxPageQuery | null): Html {
  const nodes = answer?.viewer.outbox?.nodes ?? []
  if (nodes.length === 0) return NO_MESSAGE
  return html`<ol class="outbox">${nodes.slice(0, MOST_MESSAGES).map(briefView)}</ol>`
}

function signInCard(): Html {
  return html`<section class="card"><h2>Sign in</h2>
    <p>Follow traders, markets and leaderboards, choose where notifications go, and manage your API keys.</p>
    <p><a class="button" href="${signInAddress('/account')}">Sign in</a></p></section>`
}

/** Tells a host how to let people sign in. */
function noSignIn(): Html {
  return html`<section class="card"><h2>Sign in</h2>
    <p>Sign-in is off on this service. Its operator turns it on with <code>OIDC_CLIENT_ID</code>: see <a href="/docs/operating#sign-in">Sign-in</a>.</p></section>`
}

/** Without script the form is hidden; its field has no name, so that no key can get into an address. */
function useKey(): Html {
  return html`<section class="card" data-scripted hidden><h2>Use an API key</h2>
    <p>The key goes only to this service. It stays in this tab and is gone when you close it, unless you let this device remember it. A key only reads; sign in to change anything.</p>
    <form class="filters" data-key-form><label>Key<input type="password" required maxlength="16000" autocomplete="off" spellcheck="false" size="32"></label><label class="check"><input type="checkbox"> Remember on this device</label><button class="button">Use key</button>
    <p class="small" role="status"></p></form></section>`
}

function whoCard({ kind, tier, limit, account }: Viewer, hasSession: boolean): Html {
  const words = hasSession ? 'this browser' : kind === 'USER' ? 'a sign-in token' : 'an API key'
  return html`<section class="card"><h2>Access</h2>
    <dl class="facts"><dt>Tier</dt><dd>${titleCase(tier)}${account !== null && account.tier !== tier && `, by your sign-in; your account’s keys are ${titleCase(account.tier)}`}</dd>
    <dt>Signed in with</dt><dd>${words}</dd><dt>Requests</dt><dd>up to ${count(limit)} per second</dd>
    <dt>Queries</dt><dd data-budget="${browserOperation(SpentBudgetDocument).id}">a budget per minute</dd></dl>
    ${account === null && html`<p class="small">You have no account yet. Your first follow, channel or key creates one.</p>`}
    ${hasSession && account !== null && visits()}
    ${!hasSession && html`<button class="button plain" type="button" data-key-forget data-scripted hidden>Remove ${kind === 'USER' ? 'token' : 'key'}</button>`}</section>`
}

function visits(): Html {
  return html`<p class="small">Home shows what changed since your last visit. For that we keep the times of your page views of the last half hour, and the last one before.</p>
    ${operationForm({ operation: ForgetVisitsDocument, button: 'Erase visits', isPlain: true })}`
}

const SIGN_OUT = html`<form method="post" action="/sign-out"><button class="button plain">Sign out</button></form>`

function tokenNote(): Html {
  return html`<section class="card"><h2>Keys</h2><p>API keys are read-only. Sign in to manage keys, channels and follows.</p></section>`
}

/** Shows the features that the caller lacks, and the tier that adds them. */
function gates({ tier }: Viewer): Part {
  const closed = OPENS.filter((one) => !meets(tier, one.tier === 'Pro' ? 'PRO' : 'FREE'))
  if (closed.length === 0) return null
  return html`<section class="card"><h2>Access by tier</h2><dl class="facts">${closed.map(({ tier: name, words }) => html`<dt>${name}</dt><dd>${words}</dd>`)}</dl>
    <p class="tiny">The operator of this service issues keys and sets the tier; <a href="/docs/api#tiers">tiers</a> and <a href="/docs/api#authentication">authentication</a> are described in the docs.</p></section>`
}

/** A key or a signed link as its account's owner sees it. */
type Secret = NonNullable<Viewer['apiKeys']>[number] | NonNullable<Viewer['links']>[number]

interface SecretItem {
  kind: 'key' | 'link'
  /** The text that distinguishes it beside its name: the beginning of a key, or the path of a link. */
  code: string
  revoke: typeof RevokeKeyDocument | typeof RevokeLinkDocument
  /** Actions beside revoking. */
  changes?: Part
}

/** Shows a key or a signed link of a list, with its actions while it is valid. */
function secretItem(secret: Secret, { kind, code, revoke, changes }: SecretItem): Html {
  const { id, name, state, createdAt, expiresAt, lastUsedAt } = secret
  const used = lastUsedAt === null ? 'never used' : html`last used ${moment(lastUsedAt)}`
  const ending =
    expiresAt !== null && html` · ${state === 'EXPIRED' ? 'expired' : 'expires'} ${moment(expiresAt)}`
  return html`<li><div><b><bdi>${name}</bdi></b> <code>${code}</code>
      <p class="tiny">Created ${moment(createdAt)} · ${used}${ending}</p></div>
    <div class="worth"><span class="badge ${state !== 'ACTIVE' && 'warn'}">${titleCase(state)}</span></div>${
      state === 'ACTIVE' &&
      html`<div class="changes">${changes}<details><summary>Revoke</summary>${operationForm({
        operation: revoke,
        variables: { id },
        fields: html`<p class="small">Requests with this ${kind} are refused within two seconds. You cannot undo this.</p>`,
        button: `Revoke the ${kind}`,
        isPlain: true,
      })}</details></div>`
    }</li>`
}
