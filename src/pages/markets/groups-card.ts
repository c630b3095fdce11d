import { meets, type Tier } from '../../access/tier.ts'
import { countText, moneyText, percentRange, plural, pointsRange } from '../../formats.ts'
import { shareBar } from '../charts/skill-charts.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { head, type TableColumn, type Tables } from '../kit/tables.ts'
import { shortDay } from '../kit/times.ts'
import type {
  GroupFlowFieldsFragment,
  GroupMoneyPartFragment,
  MarketPageQuery,
} from '../operations.generated.ts'
import { money, percent } from '../parts/amounts.ts'
import { withheldLine } from '../parts/marks.ts'

type ShownMarket = NonNullable<MarketPageQuery['market']>

/** Returns whether a market may still be traded, as far as is known. */
export function isGoing({ status }: Pick<ShownMarket, 'status'>): boolean {
  return status === 'OPEN' || status === 'UNKNOWN'
}

/** A group of traders with its share of money on the first outcome. */
interface Group {
  words: Part
  traders: number
  share: number
  value: number | null
}

/** Shows the part of each group's money that is on the first outcome, with its price as a mark, and what each bought and sold. */
export function groupsCard(market: ShownMarket, tier: Tier): Part {
  const {
    outcomes: [first],
    status,
  } = market
  if (!isGoing({ status }) || first === undefined) return null
  return html`<section class="card"><h2>Skilled against the rest</h2>
    ${
      meets(tier, 'FREE')
        ? groupsOf(market, tier)
        : withheldLine('FREE', 'The positions of skilled traders and of everyone else')
    }</section>`
}

function groupsOf({ skilledMoney, smartMoney, outcomes }: ShownMarket, tier: Tier): Part {
  const [first] = outcomes
  const { skilled, others, difference, record } = skilledMoney ?? {}
  const groups: Group[] = []
  const add = (words: Part, { traders, value, outcomes: [own] }: GroupMoneyPartFragment) =>
    groups.push({ words, traders, value, share: own?.share ?? 0 })
  if (skilled && others) add('Skilled', skilled)
  // Many of its members are among the skilled.
  if (smartMoney?.yesShare != null)
    groups.push({
      words: html`<a href="/smart-money">Smart money</a>`,
      traders: smartMoney.members ?? 0,
      value: smartMoney.value,
      share: smartMoney.yesShare,
    })
  if (skilled && others) add('Everyone else', others)
  return html`${
    groups.length > 0 &&
    html`<p class="tiny">Share of each group’s money on <bdi>${first?.name ?? 'the first outcome'}</bdi>. The mark is the price.</p>
    ${groups.map((group) => groupRow(group, first?.price ?? null))}`
  }${
    skilled && others
      ? [
          netTable({ Skilled: skilled, 'Everyone else': others }, outcomes),
          difference &&
            html`<p class="tiny">${isClear(difference) ? 'The difference is' : 'Can’t tell them apart: the difference is'} ${pointsRange(difference)} (95% interval).</p>`,
          recordLine(record),
        ]
      : html`<p class="tiny">Fewer than 5 ${skilled ? 'other' : 'skilled'} traders hold shares: too few to compare.</p>`
  }${!meets(tier, 'PRO') && withheldLine('PRO', 'The positions of leading traders in this market')}`
}

function groupRow({ words, traders, value, share }: Group, price: number | null): Html {
  const about = `${plural(traders, 'trader')}${value === null ? '' : ` with ${moneyText(value)} in this market`}`
  return html`<div class="group"><span>${words} <span class="tiny" title="${about}">${countText(traders)}</span></span>${shareBar(share, price)}<b>${percent(share)}</b></div>`
}

/** Dollars that groups bought minus those that they sold in the last seven days, by outcome. */
function netTable(
  groups: Readonly<Record<string, GroupMoneyPartFragment>>,
  outcomes: ShownMarket['outcomes'],
): Html {
  const few = html`<span class="none" title="Fewer than 5 of them traded">–</span>`
  return html`<table class="compact plain nets"><thead><tr>${head('Bought minus sold, 7 days', 'l')}${outcomes.map(({ name }) => head(html`<bdi>${name}</bdi>`))}</tr></thead><tbody>${Object.entries(
    groups,
  ).map(
    ([words, { outcomes: nets }]) =>
      html`<tr><td class="l">${words}</td>${nets.map(({ netUsd }) => html`<td>${netUsd === null ? few : money(netUsd, { isSigned: true })}</td>`)}</tr>`,
  )}</tbody></table>`
}

/** Says how earlier differences ended. */
function recordLine(record: NonNullable<ShownMarket['skilledMoney']>['record'] | undefined): Part {
  if (record === undefined) return null
  const { won, lost, hitRateInterval, impliedRate } = record
  const about = html`<a href="/docs/methodology#skilled-money-in-a-market">How it is counted</a>`
  if (hitRateInterval === null || impliedRate === null)
    return html`<p class="tiny">No market with a clear difference is decided so far. ${about}</p>`
  return html`<p class="tiny">Where they differed before, the side of the skilled won in <b>${countText(won)} of ${plural(won + lost, 'market')}</b> (95% interval ${percentRange(hitRateInterval)}); prices implied ${percent(impliedRate)}. ${about}</p>`
}

function isClear({ low, high }: { low: number; high: number }): boolean {
  return low > 0 || high < 0
}

const GROUPS: Readonly<Record<GroupFlowFieldsFragment['group'], string>> = {
  UNDER_100_USD: 'Under $100',
  UNDER_1000_USD: '$100 to $1,000',
  UNDER_10000_USD: '$1,000 to $10,000',
  UNDER_100000_USD: '$10,000 to $100,000',
  FROM_100000_USD: '$100,000 or more',
  TOP_PNL: 'Top profit',
  MOST_CONSISTENT: 'Most consistent',
  HIGH_CONVICTION: 'High conviction',
  NO_COHORT: 'Everyone else',
  LOW_Q_VALUE: 'Skilled',
  HIGH_Q_VALUE: 'Not proven skilled',
  NO_Q_VALUE: 'Too few bets to tell',
}

/** Shows what each group bought minus what it sold in the last seven days, a column an outcome. */
export function flowCard(
  { from, to, groups }: ShownMarket['flow'],
  outcomes: ShownMarket['outcomes'],
  tables: Tables,
): Part {
  const shown = [...Map.groupBy(groups, ({ group }) => group)].filter(([, flows]) =>
    flows.some(({ traders }) => traders > 0),
  )
  if (shown.length === 0) return null
  const flowOf = (index: number) => (row: (typeof shown)[number]) =>
    row[1].find(({ outcome }) => outcome.index === index)
  return html`<section class="card s4"><div class="title"><h2>Bought minus sold</h2>${tables.button('flow')}</div><p class="tiny">${shortDay(from)} to ${shortDay(to)}, with the number of traders</p>
    ${tables.show(
      'flow',
      shown,
      [
        {
          head: head('Group', 'l'),
          cell: ([group]) => html`<td class="l by">${GROUPS[group]}</td>`,
          file: { Group: ([group]) => GROUPS[group] },
        },
        ...outcomes.map(({ index, name }): TableColumn<(typeof shown)[number]> => {
          const own = flowOf(index)
          return {
            head: head(html`<bdi>${name}</bdi>`),
            cell: (row) => {
              const { netUsd, traders = 0 } = own(row) ?? {}
              return html`<td>${traders === 0 ? html`<span class="none" title="Nobody traded">–</span>` : html`${money(netUsd, { isSigned: true })} <small>${countText(traders)}</small>`}</td>`
            },
            file: {
              [name ?? `Outcome ${index + 1}`]: (row) => own(row)?.netUsd,
              [`Traders of ${name ?? `outcome ${index + 1}`}`]: (row) => own(row)?.traders,
            },
          }
        }),
      ],
      { className: 'compact plain flow' },
    )}</section>`
}
