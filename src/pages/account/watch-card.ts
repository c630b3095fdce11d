import type { AnyKind } from '../../follows/follow.ts'
import { FOLLOW_KINDS, kindNamed } from '../../follows/kinds.ts'
import { centsText, countText } from '../../formats.ts'
import { ruleTitle } from '../../lab/rule.ts'
import { FollowDocument, UnfollowDocument } from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { marketLink } from '../kit/links.ts'
import { operationForm } from '../kit/operation-form.ts'
import { moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import type { AccountFollowsQuery, AccountPageQuery } from '../operations.generated.ts'
import { money, percent } from '../parts/amounts.ts'
import { personName } from '../parts/person.ts'
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

/** Shows an account's follows in a card for each kind, and the kinds without a follow in one. */
export function watchCards(
  limits: Limits,
  follows: readonly Follow[],
  reader: Reader,
): { followed: Part; others: Part } {
  const isFollowed = ({ name }: AnyKind) => follows.some((one) => one.kind === name.toUpperCase())
  const { true: followed = [], false: others = [] } = Object.groupBy(FOLLOW_KINDS, (kind) =>
    String(isFollowed(kind)),
  )
  return {
    followed: cardsOf(followed, { limits, follows, reader }),
    others: reader.mayChange && othersCard(others, limits, reader),
  }
}

function cardsOf(
  kinds: readonly AnyKind[],
  { limits, follows, reader }: { limits: Limits; follows: readonly Follow[]; reader: Reader },
): Part {
  return kinds.map((kind) => {
    const name = kind.name.toUpperCase()
    const own = limits.find((one) => one.kind === name)
    if (own === undefined) return null
    const { count, limit } = own
    const items = follows.filter((one) => one.kind === name)
    return html`<section class="card"><h2>Followed ${kind.plural}</h2>
    <p class="tiny">${countText(count)} of ${countText(limit)}</p>
    ${items.length > 0 && html`<ul class="feed">${items.map((follow) => followItem(follow, reader))}</ul>`}
    ${count > items.length && html`<p class="tiny">Showing the first ${countText(items.length)}.</p>`}
    ${reader.mayChange && html`<details><summary>${items.length > 0 ? 'Follow another' : 'Follow one'}</summary>${followForm(kind, reader)}</details>`}</section>`
  })
}

/** The kinds without a follow, each with its form. */
function othersCard(kinds: readonly AnyKind[], limits: Limits, reader: Reader): Part {
  const items = kinds.flatMap((kind) => {
    const own = limits.find((one) => one.kind === kind.name.toUpperCase())
    return own === undefined
      ? []
      : html`<details><summary>${titleCase(kind.plural)} <span class="tiny">up to ${countText(own.limit)}</span></summary>${followForm(kind, reader)}</details>`
  })
  return items.length > 0 && html`<section class="card"><h2>Follow more</h2>${items}</section>`
}

function followItem(follow: Follow, { mayChange, isPro }: Reader): Html {
  const { topic, followedAt, channel, lastNoticeAt } = follow
  const kind = kindNamed(follow.kind.toLowerCase())
  const { what, rules } = shownFollow(follow)
  const unfollow =
    mayChange &&
    operationForm({ operation: UnfollowDocument, variables: { topic }, button: 'Unfollow', isPlain: true })
  return html`<li><div><b>${what}</b>${rules && html`<p class="small">${rules}</p>`}<p class="tiny">since ${moment(followedAt)} · ${channel === null ? 'no channel works' : html`to ${channel === 'OUTBOX' ? html`your <a href="/outbox">outbox</a>` : CHANNEL_NAMES[channel]}`} · ${lastNoticeAt === null ? 'no notification in the last week' : html`last notification ${moment(lastNoticeAt)}`}</p>
      ${mayChange && !('path' in follow && follow.path) && html`<details><summary>Change</summary>${ruleForm(kind, { topic, rules: writtenRules(follow), isPro })}</details>`}</div>
    <div class="worth">${unfollow}</div></li>`
}

/** The rules of a follow, as its owner writes them. */
function writtenRules(follow: Follow): WrittenRules {
  const { topic: _topic, summary: _summary, followedAt: _at, kind: _kind, ...rest } = follow
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
    return { what: html`<a href="/lab/rules/${id}">${title ?? id}</a>`, rules: `Notifies of ${summary}` }
  }
  const { topic, summary } = follow as Follow
  return { what: topic, rules: summary }
}

function topRule(top: number): string {
  return `Traders entering or leaving the top ${top}`
}

function shownWallet({ address, trader, minUsd, side, categories }: FollowOf<'address'>) {
  const rules = [
    minUsd > 0 && html`from ${money(minUsd)}`,
    side !== null && (side === 'BUY' ? 'shares received' : 'shares sold or sent'),
    categories.length > 0 && categories.map(titleCase).join(', '),
  ].filter(Boolean)
  return {
    what: personName({ address, username: trader?.username ?? null }),
    rules: rules.length > 0 && html`Decisions: ${rules.map((rule, index) => [index > 0 && '; ', rule])}`,
  }
}

function shownTrades({ trades, market, summary, path }: FollowOf<'trades'>) {
  const what = path
    ? html`<a href="${path.replace('/v1/trades', '/tape')}">Filtered trades</a>`
    : trades === 'all'
      ? html`<a href="/tape">All markets</a>`
      : marketLink({ condition: trades, question: market?.question ?? null })
  return { what, rules: `Trades: ${summary}` }
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
    jump === null ? [] : `moves by ${centsText(jump)} within an hour`,
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
