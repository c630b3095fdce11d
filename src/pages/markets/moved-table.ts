import { moneyText } from '../../formats.ts'
import { priceLine } from '../charts/series.ts'
import { tradesLink } from '../explain/explain-page.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { marketLink } from '../kit/links.ts'
import { day } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import type { MovedMarketFragment } from '../operations.generated.ts'
import { cents, money, priceMove } from '../parts/amounts.ts'
import { badges, person } from '../parts/person.ts'

/** Windows of moves as addresses name them, with the orders of their lists. */
export const WINDOWS = {
  '1h': { words: '1 hour', graph: 'MOVE_1H', order: 'move_1h' },
  '24h': { words: '24 hours', graph: 'MOVE_24H', order: 'move_24h' },
  '7d': { words: '7 days', graph: 'MOVE_7D', order: 'move_7d' },
} as const

/** The order of a list of moves as its address has it, such as `change_24h:asc`. */
export interface MoveOrder {
  window: keyof typeof WINDOWS
  column: 'move' | 'change' | 'traded'
  isAscending: boolean
}

/** Reads an order of moves; null for another order. */
export function moveOrder(order: string | undefined): MoveOrder | null {
  const [, column, window, direction] =
    /^(move|change|traded)_(1h|24h|7d)(?::(asc|desc))?$/.exec(order?.toLowerCase() ?? '') ?? []
  if (column === undefined) return null
  return {
    window: window as MoveOrder['window'],
    column: column as MoveOrder['column'],
    isAscending: direction === 'asc',
  }
}

/** Columns that sort by a click: the highest first, then the lowest. */
export interface Sorting {
  order: MoveOrder
  /** The list in another order. */
  pathOf(order: string): string
}

/**
 * Markets with their moves: path, price, change, volume, and who moved each most. Rows become cards on a phone, so roles are written
 * out.
 */
export function movedTable(
  markets: readonly MovedMarketFragment[],
  window: string,
  sorting: Sorting | null = null,
): Html {
  const head = (words: Part, name = '', sort: Part = null) =>
    html`<th role="columnheader" scope="col"${name && html` class="${name}"`}${sort}>${words}</th>`
  const sorted = (words: string, column: MoveOrder['column']) => {
    if (sorting === null) return head(words)
    const { order, pathOf } = sorting
    const isShown = order.column === column
    const next = `${column}_${order.window}${isShown && !order.isAscending ? ':asc' : ''}`
    const direction = order.isAscending ? 'ascending' : 'descending'
    return head(
      html`<a href="${pathOf(next)}">${words}${isShown && html`<span aria-hidden="true">${order.isAscending ? ' ↑' : ' ↓'}</span>`}</a>`,
      '',
      html` aria-sort="${isShown ? direction : 'none'}"`,
    )
  }
  return html`<table class="moved" role="table"><thead role="rowgroup"><tr role="row">${head('Market', 'l')}${head(window, 'wide')}${head('Price')}${sorted('Change', 'change')}${sorted('Volume', 'traded')}${head('Moved most by', 'l')}</tr></thead>
    <tbody role="rowgroup">${markets.map(movedRow)}</tbody></table>`
}

function movedRow(market: MovedMarketFragment): Part {
  const { category, endsAt, move } = market
  if (move === null) return null
  const { outcome, price, change, path, volume, movedBy } = move
  const about = [category && titleCase(category), endsAt && html`ends ${day(endsAt.slice(0, 10))}`].filter(
    Boolean,
  )
  return html`<tr role="row"><td role="cell" class="l wrap">${marketLink(market)}<br><span class="tiny">${about.map((part, i) => [i > 0 && ' · ', part])}</span></td>
    <td role="cell" class="spark wide">${priceLine(path, `${outcome.name ?? 'Price'} over the window`)}</td>
    <td role="cell" class="price"><span class="tiny"><bdi>${outcome.name}</bdi></span> <b>${cents(price)}</b></td>
    <td role="cell" class="change">${priceMove(change)}</td>
    <td role="cell" class="volume"><span class="tiny narrow">Volume</span>${money(volume)}</td>
    <td role="cell" class="l by"><span class="tiny narrow">Moved by</span>${movedBy === null ? html`<span class="none" title="Nobody traded that way on balance">–</span>` : moverOf(movedBy, market.condition)}</td></tr>`
}

type Mover = NonNullable<NonNullable<MovedMarketFragment['move']>['movedBy']>

function moverOf({ trader, usd }: Mover, market: string): Html {
  const net = tradesLink(trader.address, market, moneyText(Math.abs(usd)))
  return person(trader, [badges(trader), html`<small>net ${usd < 0 ? 'sold' : 'bought'} ${net}</small>`])
}
