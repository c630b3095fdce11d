import type { Tier } from '../../access/tier.ts'
import { defined } from '../../checks.ts'
import { moneyText, plural, shortAddress } from '../../formats.ts'
import { LOT_METHODS } from '../../ledger/lot-heap.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, marketLink, traderPath } from '../kit/links.ts'
import { csvButton, type Shown, shownBy } from '../kit/shown.ts'
import { day, moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import { type LotFieldsFragment, LotsPageDocument, type LotsPageQuery } from '../operations.generated.ts'
import { definePage, type Given, type PageContent } from '../page.ts'
import { money, shares } from '../parts/amounts.ts'
import { narrowLine, pageHead, pageLinks } from '../parts/marks.ts'

type Lots = NonNullable<LotsPageQuery['trader']>['lots']
type Sums = Lots['totals']

/** The path of the page of a wallet's lots. */
export function lotsPath(wallet: string): string {
  return address('/lots', { t: wallet })
}

/** `/lots?t=…`: the disposals of some wallets in a year, lot by lot. */
export const LOTS_PAGE = definePage(LotsPageDocument, {
  path: '/lots',
  name: 'lotsPage',
  parameters: { t: 'query', year: 'query', method: 'query', after: 'query', asOf: 'query' },
  async render({ ask, variables, given, caller }) {
    const [wallet] = [variables.t ?? []].flat()
    if (wallet === undefined) return emptyPage()
    const { trader, service } = await ask(LotsPageDocument, { ...variables, address: wallet })
    return page(defined(trader ?? undefined).lots, {
      given,
      tier: caller.tier,
      explorer: service.blockExplorer,
    })
  },
})

interface Around {
  given: Given
  tier: Tier
  explorer: string | null
}

function page(lots: Lots, { given, tier, explorer }: Around): PageContent {
  const { wallets, year, years, method, totals, disposals } = lots
  const names = wallets.map(({ username, address: wallet }) => username ?? shortAddress(wallet))
  const [first, ...others] = wallets.map((one) => one.address)
  const { t: _t, after: _after, ...view } = given
  const open = (change: Given | Record<string, string | null>) =>
    address('/lots', { ...view, t: wallets.map((one) => one.address).join(), ...change })
  const asked = {
    address: first ?? '',
    year: String(year),
    method: view.method,
    also: others.join() || undefined,
    asOf: view.asOf,
  }
  const shown = shownBy(
    'listTraderLots',
    Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
  )
  const summary = summaryOf(lots, names)
  return {
    title: `Lots of ${names.join(', ')} in ${year}`,
    description: summary,
    section: 'traders',
    shown,
    main: html`${pageHead(html`<h1>Gains by lot in ${year}</h1>`)}
      <div class="pills">${wallets.map((one, i) =>
        walletPill(
          names[i] ?? '',
          one.address,
          wallets.length > 1
            ? open({
                t: wallets
                  .filter((other) => other !== one)
                  .map((other) => other.address)
                  .join(),
              })
            : null,
        ),
      )}${addForm({ ...view, t: wallets.map((one) => one.address).join() })}</div>
      <nav class="pills" aria-label="Year">${[...new Set([year, ...years])].sort((a, b) => b - a).map((one) => pill(String(one), open({ year: String(one) }), one === year))}</nav>
      <nav class="pills" aria-label="Method">${LOT_METHODS.map((one) => pill(METHODS[one], open({ method: one }), one.toUpperCase() === method))}</nav>
      <p class="answer">${summary}</p>
      <div class="grid"><section class="card"><h2>Totals</h2>${totalsTable(lots)}${notes(lots)}</section>
      <section class="card"><div class="title"><h2>${plural(disposals.totalCount, 'disposal')}</h2>${totals.count + disposals.totalCount > 0 && downloads(shown, tier)}</div>
        ${disposals.nodes.length === 0 ? html`<p class="calm">Nothing left these wallets in ${year}.</p>` : disposalTable(disposals.nodes, explorer)}
        ${pageLinks({ page: disposals, first: given.after === undefined ? null : open({}), next: open({ after: disposals.pageInfo.endCursor ?? '' }) })}</section></div>
      <p class="tiny">Computed from the ledger up to ${moment(lots.cutoff.time)}; days and years are UTC. No tax advice. <a href="/docs/methodology#14-lots">The rules of disposals</a></p>`,
  }
}

const METHODS = {
  fifo: 'Oldest first (FIFO)',
  lifo: 'Newest first (LIFO)',
  hifo: 'Highest cost first (HIFO)',
  average: 'Average cost',
} as const

function summaryOf({ totals, shortTerm, longTerm, year }: Lots, names: readonly string[]): string {
  const who = names.length === 1 ? names[0] : plural(names.length, 'wallet')
  if (totals.count === 0) return `${who} disposed of nothing at a gain or a loss in ${year}.`
  const said = (sums: Sums) => moneyText(sums.gain, { isSigned: true })
  return `${who} realized ${said(totals)} in ${year}: ${said(shortTerm)} on shares held for a year or less, ${said(longTerm)} on shares held longer.`
}

function pill(words: string, href: string, isCurrent: boolean): Html {
  return html`<a class="pill" href="${href}"${isCurrent && html` aria-current="true"`}>${words}</a>`
}

function walletPill(name: string, wallet: string, without: string | null): Html {
  return html`<span class="pill"><a href="${traderPath(wallet)}"><bdi>${name}</bdi></a>${without !== null && html` <a href="${without}" aria-label="Remove ${name}">×</a>`}</span>`
}

function addForm(view: Given): Html {
  return html`<details class="menu"><summary>Add a wallet</summary><div class="card"><form class="filters" action="/lots">${Object.entries(view).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <label>Another wallet of the same owner<input name="t" required placeholder="0x… or name" maxlength="100"></label><button class="button">Add</button></form></div></details>`
}

function totalsTable({ totals, shortTerm, longTerm }: Lots): Html {
  const row = (name: string, { count, proceeds, fees, basis, gain }: Sums) =>
    html`<tr><td class="l">${name}${narrowLine([plural(count, 'disposal'), html`cost ${money(basis)}`, html`proceeds ${money(proceeds)}`])}</td><td class="wide">${count}</td><td class="wide">${money(proceeds)}</td><td class="wide">${money(basis)}</td><td class="wide">${money(fees)}</td><td>${money(gain, { isSigned: true })}</td></tr>`
  return html`<div class="table"><table class="compact"><thead><tr><th scope="col" class="l">Held</th><th scope="col" class="wide">Disposals</th><th scope="col" class="wide">Proceeds</th><th scope="col" class="wide">Cost</th><th scope="col" class="wide">Fees</th><th scope="col">Gain</th></tr></thead>
    <tbody>${row('A year or less', shortTerm)}${row('More than a year', longTerm)}${row('Total', totals)}</tbody></table></div>`
}

/** Amounts that are in no gain. */
function notes({ incomeTotal, income, transferredBasis, unseenProceeds, realizedPnl, method }: Lots): Html {
  const kinds = income.map(
    ({ kind, amount }) =>
      `${titleCase((kind ?? 'other').toLowerCase().replaceAll('_', ' '))} ${moneyText(amount)}`,
  )
  return html`<ul class="rows">
    <li><div class="line"><span>Income, not in the gain: rewards and rebates</span> <b>${money(incomeTotal)}</b></div><p class="tiny">${incomeTotal === null ? 'None in the ledger: on-chain events do not identify it.' : kinds.join(' · ')}</p></li>
    ${transferredBasis !== 0 && html`<li><div class="line"><span>Cost of shares sent to other wallets, not in the gain</span> <b>${money(transferredBasis)}</b></div></li>`}
    ${unseenProceeds !== 0 && html`<li><div class="line"><span>Proceeds of shares whose cost is unknown, not in the gain</span> <b>${money(unseenProceeds)}</b></div></li>`}
    ${method !== 'AVERAGE' && html`<li><div class="line"><span>Gain at average cost, as on every other page</span> <b>${money(realizedPnl, { isSigned: true })}</b></div></li>`}</ul>`
}

function downloads(shown: Shown, tier: Tier): Html {
  const forms = tier === 'PRO' ? Object.entries({ 'form-8949': 'Form 8949', koinly: 'Koinly' }) : []
  return html`<span class="pills">${csvButton(shown, tier)}${forms.map(([format, words]) => csvButton({ ...shown, format }, tier, words))}</span>`
}

const KINDS: Readonly<Record<LotFieldsFragment['kind'], string>> = {
  SELL: 'sold',
  MERGE: 'merged',
  CONVERSION: 'converted',
  RESOLUTION: 'market resolved',
  REDEMPTION: 'redeemed',
  TRANSFER_OUT: 'sent away',
}

const ORIGINS: Readonly<Record<NonNullable<LotFieldsFragment['origin']>, string>> = {
  BUY: 'bought',
  SPLIT: 'split',
  CONVERSION: 'converted',
  TRANSFER_IN: 'received',
  RESOLUTION: 'held through the resolution',
}

function disposalTable(rows: readonly LotFieldsFragment[], explorer: string | null): Html {
  return html`<div class="table"><table class="compact"><thead><tr><th scope="col" class="l">Shares</th><th scope="col" class="l wide">Acquired</th><th scope="col" class="l wide">Disposed</th><th scope="col" class="wide">Proceeds</th><th scope="col" class="wide">Cost</th><th scope="col">Gain</th></tr></thead>
    <tbody>${rows.map((row) => {
      const came =
        row.acquiredAt === null
          ? html`<span class="none">unknown</span>`
          : eventCell(row.acquiredAt, row.origin && ORIGINS[row.origin], row.acquiredTx, explorer)
      const narrow = [
        html`${row.acquiredAt === null ? 'unknown' : day(row.acquiredAt.slice(0, 10))} to ${day(row.disposedAt.slice(0, 10))}, ${KINDS[row.kind]}`,
        row.basis !== null && html`cost ${money(row.basis)}`,
        row.proceeds !== null && html`proceeds ${money(row.proceeds)}`,
      ]
      return html`<tr><td class="l wrap">${shares(row.shares)} <b><bdi>${row.outcome ?? 'unknown outcome'}</bdi></b>${row.market && html`<br>${marketLink(row.market)}`}${narrowLine(narrow)}</td>
        <td class="l wide">${came}</td><td class="l wide">${eventCell(row.disposedAt, KINDS[row.kind], row.tx, explorer)}</td>
        <td class="wide">${money(row.proceeds)}</td><td class="wide">${money(row.basis)}</td><td>${money(row.gain, { isSigned: true })}${row.term === 'LONG' && html`<br><small>over a year</small>`}</td></tr>`
    })}</tbody></table></div>`
}

function eventCell(time: string, words: Part, tx: string | null, explorer: string | null): Html {
  const said =
    tx !== null && explorer !== null
      ? html`<a href="${explorer}/tx/${tx}" rel="noopener" title="${tx}">${words}</a>`
      : words
  return html`${day(time.slice(0, 10))}<br><small>${said}</small>`
}

function emptyPage(): PageContent {
  return {
    title: 'Lots for taxes and books',
    description:
      'Everything your wallets disposed of in a year, lot by lot, with gains by FIFO, LIFO, HIFO or average cost.',
    section: 'traders',
    main: html`<h1>Lots for taxes and books</h1>
      <p class="sub">Everything your wallets disposed of in a year, with its cost, proceeds and gain. Choose FIFO, LIFO, HIFO or average cost; several wallets can count as one.</p>
      <form class="card" action="/lots"><p class="filters"><label>Wallet<input name="t" required placeholder="0x…" pattern="0[xX][0-9a-fA-F]{40}" maxlength="42"></label><button class="button">Show</button></p>
      <p class="tiny">Computed from the public ledger; nothing that you enter is stored. No tax advice. <a href="/docs/methodology#14-lots">The rules</a></p></form>`,
  }
}
