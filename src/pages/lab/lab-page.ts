import { type Caller, meets } from '../../access/tier.ts'
import { type RuleText, ruleTitle } from '../../lab/rule.ts'
import { CancelBacktestDocument, RegisterRuleDocument } from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { signInAddress } from '../kit/layout.ts'
import { operationForm } from '../kit/operation-form.ts'
import { shownBy } from '../kit/shown.ts'
import { moment, shortDay } from '../kit/times.ts'
import {
  type BacktestFieldsFragment,
  LabCopiesDocument,
  LabPageDocument,
  type LabPageQuery,
  LabResultDocument,
  type LabRowFragment,
  OwnBacktestsDocument,
  type RegisteredRuleSummaryFragment,
} from '../operations.generated.ts'
import { definePage, type PageContent, type View } from '../page.ts'
import { percent } from '../parts/amounts.ts'
import { pageHead } from '../parts/marks.ts'
import {
  copiesCard,
  curveCards,
  resultCard,
  resultCardOf,
  verdictBadge,
  waterfallCard,
} from './result-cards.ts'
import { type RuleValues, ruleFacts, ruleForm, ruleValues } from './rule-form.ts'

/** Own trials that are listed. */
const MOST_LISTED = 10
const LEAD =
  'Write a rule, not a list of winners. Pequod picks the traders as they stood on each day, then fills your trades from the ones that really happened.'

interface Refused {
  values: RuleValues
  problem: string
}

/** `/lab`: the form of a rule, the examples, and the reader's own trials. */
export const LAB_PAGE = definePage(LabPageDocument, {
  path: '/lab',
  name: 'labPage',
  isOwn: true,
  parameters: {},
  render: (view) => labContent(view, null),
})

/** Returns the content of `/lab`. @param refused the form that was sent; null: none */
export async function labContent(
  { ask, caller, hasSignIn }: Pick<View<unknown>, 'ask' | 'caller' | 'hasSignIn'>,
  refused: Refused | null,
): Promise<PageContent> {
  const mayTry = meets(caller.tier, 'PRO')
  const [{ backtestExamples, service }, own] = await Promise.all([
    ask(LabPageDocument, {}),
    mayTry ? ask(OwnBacktestsDocument, {}) : null,
  ])
  const values = refused?.values ?? firstValues(backtestExamples, service)
  return {
    title: 'Lab: would it have paid?',
    description:
      'Rules for copying traders, tried on the past: no hindsight, real fills, and an honest verdict.',
    section: 'lab',
    modules: ['lab'],
    shown: shownBy('listBacktestExamples'),
    main: html`${pageHead(html`<h1>Would copying them have paid?</h1><p class="sub">${LEAD} <a href="/docs/methodology#12-would-a-rule-have-paid">Method</a></p>`)}
    ${needsPro(caller, hasSignIn)}
    <div class="grid">${mayTry && html`<section class="card s7"><h2>The rule</h2>${ruleForm(values, refused?.problem ?? null)}</section>`}
      <div class="${mayTry ? 's5' : 's8'} stack"><section class="card"><h2>Rules open to everyone</h2><p class="tiny">Tried again each day over the last 90 days. Return on money staked.</p>${runList(backtestExamples, 'The examples are being tried: look again in a minute.')}</section>
      ${own && ownRules(own.viewer.registeredRules ?? [])}
      ${own && html`<section class="card"><h2>Your trials</h2>${runList((own.viewer.backtests ?? []).slice(0, MOST_LISTED), 'You have tried no rule yet.')}</section>`}</div>
      ${!mayTry && html`<section class="card s4 start"><h2>Limits</h2>${CAUTION}</section>`}
    </div>${mayTry && CAUTION}`,
  }
}

/** `/lab/{id}`: the answer for a rule, or how far its trial has come. */
export const LAB_RUN_PAGE = definePage(LabResultDocument, {
  path: '/lab/:id',
  name: 'labRunPage',
  isOwn: true,
  hasCard: true,
  parameters: { id: 'path', fate: 'query', skip: 'query' },
  also: [LabCopiesDocument],
  async render({ ask, block, caller, given, variables }) {
    const { id: _id, ...asked } = variables
    const { id = '' } = given
    const { backtest } = await ask(LabResultDocument, { id })
    if (backtest === null) throw new Error('A trial that is not there is an error.')
    const { report, from, to, title } = backtest
    const rule: RuleText = JSON.parse(backtest.rule)
    const mayTry = meets(caller.tier, 'PRO')
    const copies =
      report &&
      (await block(ask(LabCopiesDocument, { ...asked, id }), (one) =>
        copiesCard({ id, report, copies: one.backtest?.copies ?? [], given, mayExport: mayTry, to }),
      ))
    const heading = title ?? 'Your rule'
    return {
      title: `${heading} · Lab`,
      description:
        report === null ? LEAD : `${heading}, ${shortDay(from)} to ${shortDay(to)}: ${report.sentence}`,
      section: 'lab',
      modules: ['account', 'lab'],
      card: title === null || report === null ? null : resultCardOf(title, report),
      shown: shownBy('getBacktest', { id }),
      main: html`${pageHead(html`<h1>${heading}</h1><p class="sub"><a href="/lab">Lab</a> · tried ${moment(backtest.createdAt)}. ${title === null ? 'Only you can open this page.' : 'Anyone can open this page: share its address.'}</p>`)}
      <div class="grid">${report === null ? progressCard(backtest) : resultCard(report, backtest)}
        <section class="card s4"><h2>The rule</h2>${mayTry ? ruleForm(ruleValues(rule)) : ruleFacts(rule)}</section></div>
      ${report && html`<div class="grid">${waterfallCard(report)}${curveCards(report)}</div>`}
      ${report && mayTry && registerCard(id)}${copies}${CAUTION}`,
    }
  },
})

/** Offers to run the rule of a trial forward. */
function registerCard(id: string): Html {
  const register = { operation: RegisterRuleDocument, variables: { backtest: id }, opens: '/lab/rules/' }
  return html`<section class="card"><h2>Try it on what comes</h2><p class="small">Register the rule and it runs on paper with each new block. Nobody can change or remove its record, and anyone with its address can read it. Its figures never mix with these.</p>${operationForm({ ...register, button: 'Register this rule', isPlain: true })}</section>`
}

function ownRules(rules: readonly RegisteredRuleSummaryFragment[]): Part {
  if (rules.length === 0) return null
  return html`<section class="card"><h2>Your registered rules</h2><ul class="rows">${rules.map(({ id, title, rule, startedAt, state }) => html`<li class="line"><span><a href="/lab/rules/${id}">${title ?? ruleTitle(JSON.parse(rule))}</a><br><span class="tiny">since ${moment(startedAt)}</span></span><span class="badge open">${state === 'RUNNING' ? 'running' : 'ended'}</span></li>`)}</ul></section>`
}

/** Shows a trial without an answer: how far it has come, or why it ended. */
function progressCard({ id, state, progress, problem }: BacktestFieldsFragment): Html {
  if (state === 'FAILED')
    return html`<section class="card s8"><h2>Result</h2><p class="verdict"><b>No result.</b> ${problem}</p></section>`
  if (state === 'CANCELLED')
    return html`<section class="card s8"><h2>Result</h2><p class="calm">This trial was cancelled.</p></section>`
  return html`<section class="card s8" data-trial="${id}"><h2>${state === 'WAITING' ? 'Waiting for its turn' : 'Trying the rule'}</h2>
    <progress max="1" value="${progress}" aria-label="Part that is done"></progress>
    <p class="tiny" role="status">${percent(progress)} done. The page shows the result by itself.</p>
    <noscript><meta http-equiv="refresh" content="5"></noscript>
    ${operationForm({ operation: CancelBacktestDocument, variables: { id }, button: 'Cancel', isPlain: true })}</section>`
}

function runList(runs: readonly LabRowFragment[], none: string): Html {
  if (runs.length === 0) return html`<p class="calm">${none}</p>`
  return html`<ul class="rows">${runs.map((run) => {
    const { id, title, from, to, report, state } = run
    const words = title ?? ruleTitle(JSON.parse(run.rule))
    return html`<li class="line"><span><a href="/lab/${id}">${words}</a><br><span class="tiny">${shortDay(from)} – ${shortDay(to)}</span></span><span>${report === null ? html`<span class="badge open">${state.toLowerCase()}</span>` : html`${percent(report.returnOnStake, { digits: 1, isSigned: true })} ${verdictBadge(report.verdict)}`}</span></li>`
  })}</ul>`
}

/** Says to readers without Pro what it opens. */
function needsPro({ tier, kind }: Caller, hasSignIn: boolean): Part {
  if (meets(tier, 'PRO')) return null
  const way =
    kind === 'anonymous' && hasSignIn
      ? html`<a href="${signInAddress('/lab')}">Sign in</a>`
      : html`<a href="/account">Use a key</a>`
  return html`<p class="calm">Trying rules of your own needs a Pro account: any leaderboard or wallets, delay, money and days, one rule at a time. ${way}</p>`
}

/** A first rule, over the days of the examples. */
function firstValues(
  [example]: LabPageQuery['backtestExamples'],
  { cutoff }: LabPageQuery['service'],
): RuleValues {
  const before = (days: number) =>
    new Date(Date.parse(cutoff.time) - days * 86_400_000).toISOString().slice(0, 10)
  const [from, to] = example === undefined ? [before(30), before(1)] : [example.from, example.to]
  return { ...ruleValues(null), from: [from], to: [to] }
}

/** Says below each result what it leaves out. */
export const CAUTION = html`<p class="tiny">Not modeled: the order book before a trade, races between fast programs, and how your own trades would move others. <a href="/docs/methodology#not-modelled">Limits of the method</a></p>`
