import { meets } from '../../access/tier.ts'
import { countText, moneyRange, moneyText, percentRange, plural } from '../../formats.ts'
import { type RuleText, ruleTitle } from '../../lab/rule.ts'
import { EndRuleDocument } from '../../rest/operations/operations.generated.ts'
import { type ComparedLine, comparedLines } from '../charts/compared-lines.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, marketLink } from '../kit/links.ts'
import { operationForm } from '../kit/operation-form.ts'
import { csvButton, shownBy } from '../kit/shown.ts'
import { day, moment } from '../kit/times.ts'
import {
  OwnRulesDocument,
  type RegisteredRuleFieldsFragment,
  type RuleEntryFieldsFragment,
  type RuleEntryKind,
  RulePageDocument,
  RuleRecordDocument,
} from '../operations.generated.ts'
import { definePage } from '../page.ts'
import { count, money, percent } from '../parts/amounts.ts'
import { followStar } from '../parts/follow-star.ts'
import { narrowLine, pageHead } from '../parts/marks.ts'
import { person } from '../parts/person.ts'
import { CAUTION } from './lab-page.ts'
import { FATES, NET, ruleCard } from './result-cards.ts'
import { ruleFacts } from './rule-form.ts'

const ENTRIES_SHOWN = 50

const KINDS: Readonly<Record<RuleEntryKind, string>> = {
  REGISTERED: 'Registered',
  CHOSEN: 'Traders chosen',
  COPIED: 'Copied',
  SOLD: 'Sold',
  PAID: 'Paid out',
  TAKEN_BACK: 'Taken back',
  ENDED: 'Ended',
}

/** `/lab/rules/{id}`: a rule that runs forward, with its results and its record. */
export const RULE_PAGE = definePage(RulePageDocument, {
  path: '/lab/rules/:id',
  name: 'rulePage',
  isOwn: true,
  hasCard: true,
  parameters: { id: 'path', after: 'query' },
  also: [RuleRecordDocument],
  async render({ ask, block, caller, given }) {
    const { id = '' } = given
    const after = Number(given.after ?? 0)
    const isPro = meets(caller.tier, 'PRO')
    const [{ registeredRule, dayLog }, own] = await Promise.all([
      ask(RulePageDocument, { id }),
      isPro ? ask(OwnRulesDocument, {}) : null,
    ])
    if (registeredRule === null) throw new Error('A rule that is not there is an error.')
    const { results, startedAt, state, title } = registeredRule
    const rule: RuleText = JSON.parse(registeredRule.rule)
    const heading = title ?? ruleTitle(rule)
    const isMine = own?.viewer.registeredRules?.some((one) => one.id === id) === true && state === 'RUNNING'
    const end = { operation: EndRuleDocument, variables: { id }, button: 'End this rule', isPlain: true }
    return {
      title: `${heading} · on paper`,
      description: `A rule for copying traders that runs forward on paper. ${results.sentence}`,
      section: 'lab',
      modules: ['account', 'follow'],
      card: ruleCard({
        title: heading,
        returnOnStake: results.returnOnStake,
        words: results.sentence,
        lines: [lineOf(results.days)],
      }),
      shown: shownBy('getRegisteredRule', { id }),
      main: html`${pageHead(
        html`<h1>${heading}</h1><p class="sub"><a href="/lab">Lab</a> · registered ${moment(startedAt)}, ${state === 'RUNNING' ? 'on paper since then' : 'ended'}. Anyone who has this address can open it.</p>`,
        state === 'RUNNING' && followStar(`rule:${id}`, caller.tier),
      )}
      <div class="grid">${resultsCard(results)}
        <section class="card s4"><h2>The rule</h2>${ruleFacts(rule)}${isMine && operationForm(end)}</section></div>
      ${await block(ask(RuleRecordDocument, { id, after }), (one) => recordCard(id, one.registeredRule?.entries ?? [], { proof: recordProof(id, startedAt, dayLog?.day ?? null), after, csv: csvButton(shownBy('listRuleEntries', { id, limit: 1_000 }), caller.tier) }))}${CAUTION}`,
    }
  },
})

function lineOf(days: RegisteredRuleFieldsFragment['results']['days']): ComparedLine {
  return { name: 'On paper', points: days.map(({ day, net }) => ({ day, value: net })) }
}

function resultsCard(results: RegisteredRuleFieldsFragment['results']): Html {
  const { net, netInterval, returnOnStake, returnOnStakeInterval, openCost, open, staked, days } = results
  return html`<section class="card s8"><div class="title"><h2>Since its registration</h2><span class="tiny">${plural(results.decidedEvents, 'decided event')}</span></div>
    <p class="verdict">${results.sentence}</p>
    <dl class="kpis"><div><dt>Net result</dt><dd>${money(net, { isSigned: true })}<small>${moneyRange(netInterval)}</small></dd></div>
    <div><dt>On money staked</dt><dd>${percent(returnOnStake, { digits: 1, isSigned: true })}<small>${percentRange(returnOnStakeInterval, true) ?? 'no interval yet'}</small></dd></div>
    <div><dt>Open, at cost</dt><dd>${money(openCost)}<small>${plural(open, 'copy', 'copies')} of ${moneyText(staked)} staked</small></dd></div>
    <div><dt>Trades copied</dt><dd>${count(results.bought)}<small>of ${countText(results.copies)} wanted</small></dd></div></dl>
    ${days.length > 0 && html`<h3>Net result at each close</h3>${comparedLines([lineOf(days)], NET)}`}
    <p class="tiny">Each figure is a sum of the record below. A test on the past is never part of it. <a href="/docs/methodology#registered-rules">Method</a></p></section>`
}

function recordCard(
  id: string,
  entries: readonly RuleEntryFieldsFragment[],
  { proof, after, csv }: { proof: Html; after: number; csv: Part },
): Html {
  const last = entries.at(-1)?.number ?? after
  const path = `/lab/rules/${id}`
  const isFull = entries.length === ENTRIES_SHOWN
  return html`<section class="card" id="record"><div class="title"><h2>The record</h2>${csv}</div>
    <p class="tiny">Entries are only appended. Each hash contains the one before, so no entry can change later. At each close the <a href="/docs/proofs#the-log-of-days">signed log of days</a> has the last hash. ${proof}</p>
    <div class="table"><table><thead><tr><th scope="col">No.</th><th scope="col" class="l wide">Time</th><th scope="col" class="l">Entry</th><th scope="col" class="l wide">Trade</th><th scope="col">Dollars</th><th scope="col" class="l wide">Hash</th></tr></thead><tbody>${entries.map(entryRow)}</tbody></table></div>
    ${(after > 0 || isFull) && html`<p class="more tiny">${after > 0 && html`<a href="${path}#record">First</a>`}${isFull && html`<a rel="next" href="${address(path, { after: last })}#record">Later</a>`}</p>`}</section>`
}

/** Links the record's file once the log has a day that is not before the rule's own. */
function recordProof(id: string, startedAt: string, logged: string | null): Html {
  const first = startedAt.slice(0, 10)
  return logged !== null && first <= logged
    ? html`Keep <a href="/log/rule/${id}" download="record.json">the record with its proof</a>, and <a href="/verify">check it</a> without this service.`
    : html`First proof after the close of ${day(first)}.`
}

function entryRow(one: RuleEntryFieldsFragment): Html {
  const { number, kind, time, market, question, outcome, usd, fate, hash } = one
  const trade =
    market === null
      ? wordsOf(one)
      : html`<bdi>${outcome ?? 'An outcome'}</bdi> <span class="tiny">${marketLink({ condition: market, question })}</span>`
  const isMiss = kind === 'COPIED' && (usd ?? 0) === 0
  const who =
    kind === 'COPIED'
      ? html` ${person({ address: one.trader, username: one.username, label: 'Opted out' })}`
      : null
  const missed = fate === null ? null : FATES[fate]
  const dollars =
    usd === null
      ? html`<span class="none">–</span>`
      : isMiss
        ? html`<span class="none">${missed}</span>`
        : money(usd)
  return html`<tr><td>${count(number)}</td><td class="l wide">${moment(time)}</td><td class="l">${isMiss ? 'Missed' : KINDS[kind]}${who}${narrowLine([moment(time), trade])}</td><td class="l wide wrap">${trade}</td><td>${dollars}</td><td class="l wide"><code title="${hash}">${hash.slice(0, 10)}…</code></td></tr>`
}

/** The contents of an entry that is no copy's. */
function wordsOf({ kind, contents }: RuleEntryFieldsFragment): Part {
  if (contents === null) return html`<span class="none">Hidden</span>`
  const own = JSON.parse(contents)
  if (kind === 'CHOSEN') return plural(own.traders.length, 'trader')
  if (kind === 'TAKEN_BACK')
    return `No. ${countText(own.entry)}: ${own.reason === 'BLOCKS' ? 'the chain took blocks back' : 'earlier events came late'}`
  return kind === 'ENDED' ? (own.reason ?? 'By its owner') : null
}
