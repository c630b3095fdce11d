import { plural, roundMove } from '../../formats.ts'
import { STEPS, type Step } from '../charts/price-chart.ts'
import { tradesLink } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { marketPath } from '../kit/links.ts'
import { head, numbers, type TableColumn, type Tables } from '../kit/tables.ts'
import { closeOf, day, moment, shortDay, spanText } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import type { MarketPageQuery, MarketResultFragment, MoverPartFragment } from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { cents, money } from '../parts/amounts.ts'
import { choiceControl } from '../parts/choice.ts'
import { sidePill, sideWord } from '../parts/marks.ts'
import { badges, badgesFile, person, personFile, recordWords } from '../parts/person.ts'

type ShownMarket = NonNullable<MarketPageQuery['market']>

/** Shows who pushed the first outcome's price the way it went in the last day, or in a candle of the chart, and who pushed back. */
export function moversCards(
  { movers, condition, category, prices }: ShownMarket,
  step: Step,
  { given, tables }: { given: Given; tables: Tables },
): Part {
  if (movers === null) return null
  const { priceBefore, priceAfter, buyers, sellers, from, to } = movers
  const move = priceBefore === null || priceAfter === null ? null : priceAfter - priceBefore
  const hasFallen = move !== null && move < 0
  const [pushed, back] = hasFallen ? [sellers, buyers] : [buyers, sellers]
  const part = (title: Part, name: string, rows: readonly MoverPartFragment[], about: Part) =>
    html`<section class="card s6"${name === 'pushed' && html` id="movers"`}><div class="title">${title}${rows.length > 0 && tables.button(name)}</div><p class="tiny">${about}</p>${moverTable(rows, { name, condition, category, isPast: given.from !== undefined, tables })}</section>`
  const span =
    given.from === undefined
      ? 'in the last 24 hours'
      : html`in the ${spanText((Date.parse(to) - Date.parse(from)) / 1_000)} up to ${moment(to)}`
  return html`${part(html`<h2>Pushed ${hasFallen ? 'down' : 'up'} by</h2>${momentForm(prices.nodes, step, given)}`, 'pushed', pushed, html`${priceBefore === null ? 'Traded first' : html`From ${cents(priceBefore)} to ${cents(priceAfter)}`} ${span}`)}
    ${part(html`<h2>Pushed back by</h2>`, 'pushed-back', back, 'Dollars bought minus sold in the same time')}`
}

/** A choice of the candle whose movers are shown. */
function momentForm(
  candles: ShownMarket['prices']['nodes'],
  step: Step,
  { id = '', from = '', ...view }: Given,
): Html {
  const words = (time: string) =>
    step === 'DAY' ? shortDay(time) : `${shortDay(time)}, ${time.slice(11, 16)}`
  const options = [
    ['', '24 hours'] as const,
    ...candles.map(
      ({ time }) =>
        [time, `${words(time)}, ${STEPS[step].by === 'hour' ? 'an hour' : STEPS[step].by}`] as const,
    ),
  ]
  return html`<form class="filters" action="${marketPath(id)}#movers" data-at-once>${Object.entries(view).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${choiceControl({ name: 'from', label: html`<span class="visually-hidden">When it moved</span>`, options }, from)}<button class="button">Show</button></form>`
}

interface MoverOptions extends Pick<ShownMarket, 'condition' | 'category'> {
  name: string
  isPast: boolean
  tables: Tables
}

function moverTable(
  rows: readonly MoverPartFragment[],
  { name, condition, category, isPast, tables }: MoverOptions,
): Html {
  if (rows.length === 0) return html`<p class="tiny">Nobody.</p>`
  // Today's record includes the result of these trades.
  const recordOf = ({ trader, record }: MoverPartFragment): Part =>
    isPast
      ? record === null
        ? 'No trade before that day'
        : html`${money(record.pnl, { isSigned: true })} by ${day(record.day)}`
      : recordWords(trader, category)
  const sideOf = ({ usd }: MoverPartFragment) => (usd < 0 ? 'SELL' : 'BUY')
  return tables.show(
    name,
    rows,
    [
      {
        head: head('Trader', 'l'),
        cell: (row) =>
          html`<td class="l wrap">${person(row.trader, html`${badges(row.trader)}<small>${recordOf(row)}</small>`)}</td>`,
        file: {
          ...personFile(({ trader }) => trader),
          ...badgesFile(({ trader }) => trader),
          ...(isPast
            ? { 'Profit before': ({ record }) => record?.pnl, 'Profit by': ({ record }) => record?.day }
            : { Record: ({ trader }) => recordWords(trader, category) }),
          'Moved it': ({ impact }) => impact && roundMove(impact),
          Change: ({ changes }) => (changes.length > 0 ? titleCase(changes.join(', ')) : null),
        },
      },
      netColumn(
        sideOf,
        ({ usd }) => usd,
        ({ trader }, net) => tradesLink(trader.address, condition, net),
      ),
    ],
    { className: 'compact' },
  )
}

/** A column of net dollars, its side in a word. */
function netColumn<Row>(
  side: (row: Row) => 'BUY' | 'SELL',
  usd: (row: Row) => number,
  link: (row: Row, net: Html) => Html = (_row, net) => net,
): TableColumn<Row> {
  const net = numbers<Row>('Net', (row) => Math.abs(usd(row)), money, {
    className: 'big',
    around: (row, shown) => html`${sidePill(side(row))} ${link(row, shown)}`,
  })
  return { ...net, file: { Side: (row) => sideWord(side(row)), ...net.file } }
}

/** Shows who gained and who lost most in the market. */
export function results(
  { condition, winners, losers }: ShownMarket,
  { pageDay, tables, width }: { pageDay: string; tables: Tables; width: string },
): Html {
  const when = ({ day: close }: typeof winners) => {
    const words = closeOf(close, pageDay)
    return words && html`<p class="tiny">Profit ${words}</p>`
  }
  const card = (words: string, name: 'winners' | 'losers', part: typeof winners) =>
    html`<section class="card${width}"><div class="title"><h2>${words}</h2>${part.nodes.length > 0 && tables.button(name)}</div>${when(part)}${resultTable(part.nodes, { name, condition, tables })}</section>`
  return html`${card('Biggest winners', 'winners', winners)}
    ${card('Biggest losers', 'losers', losers)}`
}

function resultTable(
  rows: readonly MarketResultFragment[],
  { name, condition, tables }: { name: string; condition: string; tables: Tables },
): Html {
  if (rows.length === 0) return html`<p class="tiny">No trades.</p>`
  return tables.show(
    name,
    rows,
    [
      {
        head: head('Trader'),
        cell: (row) =>
          html`<td class="l by" title="${plural(row.tradeCount, 'trade')}">${person(row, row.trader && badges(row.trader))}</td>`,
        file: {
          ...personFile((row) => row),
          ...badgesFile(({ trader }) => trader ?? undefined),
          Trades: ({ tradeCount }) => tradeCount,
        },
      },
      numbers(
        'Profit',
        ({ pnl }) => pnl,
        (pnl) => money(pnl, { isSigned: true }),
        {
          className: 'big',
          around: ({ address: wallet }, shown) =>
            wallet === null ? shown : tradesLink(wallet, condition, shown),
        },
      ),
    ],
    { className: 'compact', isHeadHidden: true },
  )
}
