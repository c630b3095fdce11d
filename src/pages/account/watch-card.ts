import type { AnyKind } from '../../follows/follow.ts'
import { FOLLOW_KINDS, kindNamed } from '../../follows/kinds.ts'
import { centsText, countText } from '../../formats.ts'
import { ruleTitle } from '../../lab/rule.ts'
import { FollowDocument, UnfollowDocument } from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { eventPath, marketLink } from '../kit/links.ts'
import { operationForm } from '../kit/operation-form.ts'
import { moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import {
  type AccountFollowsQuery,
  type AccountPageQuery,
  PauseFollowsDocument,
} from '../operations.generated.ts'
import { percent } from '../parts/amounts.ts'
import { badges, person } from '../parts/person.ts'
import { ruleControl, ruleForm, shownFields, type WrittenRules } from '../parts/rule-form.ts'
import { screenAddress } from '../parts/saved-screens.ts'
import { CHANNEL_NAMES } from './channel-card.ts'

type Limits = NonNullable<AccountPageQuery['viewer']['followLimits']>
type Follow = NonNullable<AccountFollowsQuery['viewer']['follows']>['nodes'][number]
type FollowOf<Name extends string> = Extract<Follow, { [name in Name]: unknown }>

interface Reader {
  /** False for an API key, which reads. */
  mayChange: boolean
  isPro: boolean
}

/** The channels of an account, as its page reads them. */
type Channels = readonly NonNullable<AccountPageQuery['viewer']['alertChannels']>[number][]

/** Shows an account's follows in one table, and below it a form for each kind. */
export function followsCard(
  limits: Limits,
  follows: readonly Follow[],
  reader: Reader & { channels: Channels },
): Html {
  const own = limits.flatMap((limit) => {
    const kind = FOLLOW_KINDS.find(({ name }) => name.toUpperCase() === limit.kind)
    return kind === undefined ? [] : { ...limit, kind }
  })
  const count = own.reduce((sum, one) => sum + one.count, 0)
  const used = own.filter((one) => one.count > 0)
  const isPaused = follows.length > 0 && follows.every(({ paused }) => paused)
  const head = (words: Part, name = '') =>
    html`<th role="columnheader" scope="col"${name && html` class="${name}"`}>${words}</th>`
  return html`<section class="card"><div class="title"><h2>Following</h2>${
    reader.mayChange &&
    follows.length > 1 &&
    operationForm({
      operation: PauseFollowsDocument,
      variables: { paused: !isPaused },
      button: isPaused ? 'Resume all' : 'Pause all',
      isPlain: true,
    })
  }</div>
    ${
      follows.length === 0
        ? html`<p class="tiny">Nothing yet. The star of a trader, a market, a leaderboard or a screen follows it in one click.</p>`
        : html`<table class="compact ranked common follows" role="table"><thead role="rowgroup"><tr role="row">${head('What', 'l')}${head('Notifies of', 'l')}${head('Where', 'l')}${head('Last notice')}${reader.mayChange && head(html`<span class="visually-hidden">Changes</span>`)}</tr></thead><tbody role="rowgroup">${follows.map((follow) => followRow(follow, reader))}</tbody></table>`
    }
    ${count > follows.length && html`<p class="tiny">Showing the first ${countText(follows.length)} of ${countText(count)}.</p>`}
    ${used.length > 0 && html`<p class="tiny">${used.map(({ kind, count: some, limit }, at) => [at > 0 && ', ', `${countText(some)} of ${countText(limit)} ${kind.plural}`])} used.</p>`}</section>`
}

/** Shows the form of each kind. */
export function followMore(limits: Limits, reader: Reader): Part {
  if (!reader.mayChange) return null
  const items = FOLLOW_KINDS.flatMap((kind) => {
    const own = limits.find((one) => one.kind === kind.name.toUpperCase())
    return own === undefined
      ? []
      : html`<details><summary>${titleCase(kind.plural)} <span class="tiny">up to ${countText(own.limit)}</span></summary>${followForm(kind, reader)}</details>`
  })
  return items.length > 0 && html`<section class="card"><h2>Follow more</h2>${items}</section>`
}

function followRow(follow: Follow, reader: Reader & { channels: Channels }): Html {
  const { kind, followedAt, lastNoticeAt, paused } = follow
  const { what, rules } = shownFollow(follow)
  return html`<tr role="row"><td role="cell" class="l by" title="Since ${followedAt}">${what} ${kind !== 'WALLET' && html`<span class="tiny">${titleCase(kind)}</span>`}</td>
      <td role="cell" class="l news" data-head="Notifies of">${rules}</td>
      <td role="cell" class="l" data-head="Where">${paused ? html`<span class="state off">Paused</span>` : placeOf(follow, reader.channels)}</td>
      <td role="cell" data-head="Last notice">${lastNoticeAt === null ? html`<span class="none" title="None in the last week">–</span>` : moment(lastNoticeAt)}</td>
      ${reader.mayChange && html`<td role="cell" class="edit">${changes(follow, reader)}</td>`}</tr>`
}

/** The channel that a follow's messages go to, and why it is not the first of the account if that one does not work. */
function placeOf({ channel }: Follow, channels: Channels): Html {
  const broken = channels.find(({ kind, state }) => kind !== 'OUTBOX' && state !== 'ACTIVE')
  const why =
    broken !== undefined && broken.kind !== 'OUTBOX'
      ? html`<small>${CHANNEL_NAMES[broken.kind]} ${broken.state === 'PENDING' ? 'waits for its code' : 'is paused'}</small>`
      : null
  if (channel === null) return html`<span class="state bad">No channel works</span>${why}`
  if (channel !== 'OUTBOX')
    return html`<span class="state good" title="It works">${CHANNEL_NAMES[channel]}</span>`
  return html`<span class="state ${why === null ? 'good' : 'bad'}"><a href="/outbox">Outbox</a></span>${why}`
}

function changes(follow: Follow, { isPro }: Reader): Html {
  const { topic, paused } = follow
  const kind = kindNamed(follow.kind.toLowerCase())
  const hasRules = !('path' in follow && follow.path)
  return html`<details class="pop"><summary>Edit</summary><div class="card">
    ${hasRules && ruleForm(kind, { topic, rules: writtenRules(follow), isPro })}
    <div class="pills">${operationForm({ operation: PauseFollowsDocument, variables: { topics: [topic], paused: !paused }, button: paused ? 'Resume' : 'Pause', isPlain: true })}${operationForm({ operation: UnfollowDocument, variables: { topic }, button: 'Unfollow', isPlain: true })}</div></div></details>`
}

/** The rules of a follow, as its owner writes them. */
function writtenRules(follow: Follow): WrittenRules {
  const { topic: _topic, summary: _summary, followedAt: _at, kind: _kind, paused: _paused, ...rest } = follow
  const names = new Set(Object.keys(kindNamed(follow.kind.toLowerCase()).fields))
  return Object.fromEntries(Object.entries(rest).filter(([name]) => names.has(name)))
}

/** Returns the topic and the rules of a follow in words. */
function shownFollow(follow: Follow): { what: Part; rules: Part } {
  if ('address' in follow) return shownWallet(follow)
  if ('condition' in follow) return shownMarket(follow)
  if ('trades' in follow) return shownTrades(follow)
  if ('leaderboardId' in follow) {
    const { leaderboardId: id, leaderboard, top } = follow
    return { what: html`<a href="/leaderboard/${id}">${leaderboard?.title ?? id}</a>`, rules: topRule(top) }
  }
  if ('screenId' in follow) {
    const { screenId: id, screen, top } = follow
    const what = screen && html`<a href="${screenAddress(screen)}"><bdi>${screen.name}</bdi></a>`
    return { what: what ?? id, rules: topRule(top) }
  }
  if ('ruleId' in follow) {
    const { ruleId: id, rule, summary } = follow
    const title = rule && (rule.title ?? ruleTitle(JSON.parse(rule.rule)))
    return { what: html`<a href="/lab/rules/${id}">${title ?? id}</a>`, rules: summary }
  }
  if ('eventId' in follow) {
    const { eventId: id, event, summary } = follow
    return { what: html`<a href="${eventPath(id)}"><bdi>${event?.title ?? id}</bdi></a>`, rules: summary }
  }
  const { topic, summary } = follow as Follow
  return { what: topic, rules: summary }
}

function topRule(top: number): string {
  return `Traders entering or leaving the top ${top}`
}

function shownWallet({ address, trader, summary }: FollowOf<'address'>) {
  return {
    what: trader === null ? person({ address, username: null }) : person(trader, badges(trader)),
    rules: summary,
  }
}

function shownTrades({ trades, market, summary, path }: FollowOf<'trades'>) {
  const what = path
    ? html`<a href="${path.replace('/v1/trades', '/tape')}">Filtered trades</a>`
    : trades === 'all'
      ? html`<a href="/tape">All markets</a>`
      : marketLink({ condition: trades, question: market?.question ?? null })
  return { what, rules: summary }
}

function shownMarket(follow: FollowOf<'condition'>) {
  const { condition, market, outcome } = follow
  const name = market?.outcomes.find(({ index }) => index === outcome)?.name ?? `Outcome ${outcome + 1}`
  return {
    what: marketLink({ condition, question: market?.question ?? null }),
    rules: html`When ${marketRules(follow, name).map((rule) => html`${rule}; `)}it is resolved`,
  }
}

/** Returns the rules of a market's follow in words, beside its resolution. @param name the outcome's */
function marketRules(
  { above, below, jump, holderShare, stance }: FollowOf<'condition'>,
  name: string,
): Html[] {
  const moves = [
    above === null ? [] : `rises to ${centsText(above)}`,
    below === null ? [] : `falls to ${centsText(below)}`,
    jump === null ? [] : `moves by ${centsText(jump)} within a day`,
  ].flat()
  return [
    moves.length === 0 ? [] : html`<bdi>${name}</bdi> ${moves.join(' or ')}`,
    holderShare === null
      ? []
      : html`a wallet holds ${percent(holderShare, { digits: Math.round(holderShare * 1_000) % 10 === 0 ? 0 : 1 })} of <bdi>${name}</bdi>`,
    stance ? html`smart money changes sides` : [],
  ].flat()
}

function followForm(kind: AnyKind, { isPro }: Reader): Html {
  const { name, subject, fields } = kind
  const { label, limits, placeholder, options } = subject
  const given =
    options === undefined
      ? html`<input data-variable="topic" data-prefix="${name}:" required${limits.pattern !== undefined && html` pattern="${limits.pattern}"`} maxlength="${limits.maxLength ?? 42}" autocomplete="off" spellcheck="false" placeholder="${placeholder}" size="34">`
      : html`<select data-variable="topic" data-prefix="${name}:">${options.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select>`
  return operationForm({
    operation: FollowDocument,
    fields: html`<label>${label}${given}</label>${shownFields(fields, isPro).map(([rule, field]) => ruleControl(rule, field, kind.usual(isPro ? 'PRO' : 'FREE')[rule]))}`,
    button: 'Follow',
  })
}
