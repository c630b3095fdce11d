import { countText, plural } from '../../formats.ts'
import { cellBar } from '../charts/skill-charts.ts'
import { marketWhy, traderWhy } from '../explain/explain-page.ts'
import { type Html, html } from '../kit/html.ts'
import { current } from '../kit/layout.ts'
import { address, marketPath } from '../kit/links.ts'
import { head, numbers, type TableColumn, type Tables } from '../kit/tables.ts'
import { closeOf } from '../kit/times.ts'
import type { HolderColumnFragment, MarketPageQuery } from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { cents, money, percent, shares } from '../parts/amounts.ts'
import { narrowLine, pageLinks } from '../parts/marks.ts'
import { badges, badgesFile, person, personFile, recordWords } from '../parts/person.ts'

/** Holders of each outcome that are shown at first. */
export const FEW_HOLDERS = 8

type ShownMarket = NonNullable<MarketPageQuery['market']>

/** Shows the holders of both sides with the price paid and the profit, by share or by profit. */
export function holdersCard(
  market: ShownMarket,
  pageDay: string,
  { given, tables }: { given: Given; tables: Tables },
): Html {
  const { outcomes, yes, no, topYes, topNo, status, category } = market
  const columns = [
    { column: yes, top: topYes },
    { column: no, top: topNo },
  ].flatMap(({ column, top }, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined) return []
    const name = outcome.name ?? `Outcome ${index + 1}`
    const isOver = status === 'RESOLVED'
    const topShare = top.nodes.reduce((sum, one) => sum + one.share, 0)
    return [
      holderColumn(column, {
        isFirst: index === 0,
        outcome: name,
        token: outcome.token,
        category,
        isOver,
        pageDay,
        topShare,
        given,
        tables,
        index,
      }),
    ]
  })
  return html`${columns}`
}

interface HolderOptions {
  isFirst: boolean
  outcome: string
  token: string
  /** The market's. */
  category: string | null
  isOver: boolean
  pageDay: string
  /** Of the ten largest. */
  topShare: number
  given: Given
  tables: Tables
  /** The outcome's index. */
  index: number
}

/** Once a market is over, shares that were not redeemed are worth their payout, and the price paid for them is realized. */
function holderColumn(
  column: HolderColumnFragment,
  {
    isFirst,
    outcome,
    token,
    category,
    isOver,
    pageDay,
    topShare,
    given: { id = '', after: _after, yesAfter, noAfter, ...kept },
    tables,
    index,
  }: HolderOptions,
): Html {
  const { nodes, totalCount, pageInfo, day: close } = column
  const largest = Math.max(0, ...nodes.map(({ share }) => share))
  const order = kept.holders ?? 'share'
  const path = (change: Record<string, string | null>) =>
    `${address(marketPath(id), { ...kept, ...change })}#holders`
  const sorted = (words: string, by: string) =>
    html`<th scope="col" aria-sort="${by === order ? 'descending' : 'none'}"><a href="${path({ holders: by === 'share' ? null : by })}"${current(by === order)}>${words}${by === order && html`<span aria-hidden="true"> ↓</span>`}</a></th>`
  const closed = closeOf(close, pageDay)
  const { asOf } = kept
  const name = `holders-${index + 1}`
  const columns: TableColumn<Holder>[] = [
    {
      head: head('Trader', 'l'),
      cell: (holder) =>
        html`<td class="l by">${person(holder, holder.trader && html`${badges(holder.trader)}<small>${recordWords(holder.trader, category)}</small>`)}${narrowLine([html`${shares(holder.shares)} at ${cents(holder.averagePrice)}`, !isOver && html`worth ${money(holder.value)}`])}</td>`,
      file: {
        ...personFile((holder) => holder),
        ...badgesFile(({ trader }) => trader),
        Record: ({ trader }) => trader && recordWords(trader, category),
      },
    },
    {
      head: head(html`<span class="visually-hidden">Share as a bar</span>`, 'bar-cell wide'),
      cell: ({ share }) => html`<td class="bar-cell wide">${cellBar(share, largest, 'plain')}</td>`,
    },
    {
      head: sorted('Share', 'share'),
      cell: ({ share, shares: held }) => html`<td title="${held} shares">${percent(share)}</td>`,
      file: { Share: ({ share }) => share, Shares: (holder) => holder.shares },
    },
    isOver
      ? numbers<Holder>('Value', ({ value }) => value, money, { className: 'wide' })
      : numbers<Holder>('Paid', ({ averagePrice }) => averagePrice, cents, { className: 'wide' }),
    numbers('Profit', profitOf, (profit) => money(profit, { isSigned: true }), {
      className: 'big',
      head: sorted('Profit here', 'profit'),
      around: ({ address: wallet }, shown) =>
        wallet === null ? shown : traderWhy(wallet, 'pnl', shown, { step: token, asOf }),
    }),
  ]
  return html`<section class="card s6"${isFirst && html` id="holders"`}><div class="title"><h2>Holders of <bdi>${outcome}</bdi></h2>${nodes.length > 0 && tables.button(name)}</div><p class="tiny">${marketWhy(id, 'holders', plural(totalCount, 'holder'), { step: token, asOf })}${isOver && ' who have not redeemed'}${closed && ` ${closed}`}${totalCount > 10 && html`, the largest 10 hold ${percent(topShare)}`}</p>${
    nodes.length === 0
      ? html`<p class="tiny">No holders.</p>`
      : html`${tables.show(name, nodes, columns, { className: 'compact' })}${totalCount > nodes.length && nodes.length === FEW_HOLDERS && html`<a class="further" href="${path({ all: 'holders' })}">All ${countText(totalCount)} holders of <bdi>${outcome}</bdi></a>`}`
  }${kept.all !== undefined && pageLinks({ page: column, first: (index === 0 ? yesAfter : noAfter) === undefined ? null : path({}), next: path({ [index === 0 ? 'yesAfter' : 'noAfter']: pageInfo.endCursor }) })}</section>`
}

type Holder = HolderColumnFragment['nodes'][number]

/** The profit in the outcome: realized, and of the shares held. */
function profitOf({ realizedPnl, unrealizedPnl }: Holder): number | null {
  return unrealizedPnl === null ? null : realizedPnl + unrealizedPnl
}
