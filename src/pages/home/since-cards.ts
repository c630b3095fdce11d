import { centsText, plural, shortAddress } from '../../formats.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { marketPath, traderPath } from '../kit/links.ts'
import { moment } from '../kit/times.ts'

import type { SincePageQuery } from '../operations.generated.ts'
import { cents, centsMove, money } from '../parts/amounts.ts'
import { screenAddress } from '../parts/saved-screens.ts'

type Since = NonNullable<SincePageQuery['viewer']['since']>
type Trades = Since['trades'][number]
type Move = Since['moves'][number]
type TopChange = Since['boards'][number] | Since['screens'][number]

/** Rows of a card; the rest are counted. */
const ROWS = 3

/**
 * The changes of what the reader follows since the last visit: a card a kind of change, each a link, or one line. Null for a
 * reader who follows nothing.
 */
export function sinceCards({ viewer: { since, followLimits } }: SincePageQuery): Html | null {
  const follows = (followLimits ?? []).reduce((sum, { count }) => sum + count, 0)
  if (since === null || follows === 0) return null
  const { lastVisit, summary, lastAt, trades, moves, boards, screens } = since
  const cards = [
    card(trades, ({ trader }) => traderPath(trader.address), tradesTitle, tradesRow),
    card(
      moves,
      ({ market }) => marketPath(market.condition),
      ({ market }) => questionOf(market),
      moveRow,
    ),
    card([...boards, ...screens], topPath, topTitle, topRow),
  ].filter((one) => one !== null)
  const width = ['', '', 's6', 's4'][cards.length] ?? ''
  const title = lastVisit === null ? 'The last 24 hours' : html`Since your last visit, ${moment(lastVisit)}`
  const last = lastAt === null ? '' : html` The last change was ${moment(lastAt)}.`
  return html`<section aria-labelledby="since"><h1 id="since">${title}</h1>
    <p class="lead">${summary}${cards.length === 0 && last}</p>
    ${cards.length > 0 && html`<div class="grid">${cards.map((make) => make(width))}</div>`}</section>`
}

/** A card that leads to its first row, made for a width; null without a row. */
function card<Row>(
  rows: readonly Row[],
  pathOf: (row: Row) => string,
  titleOf: (row: Row) => Part,
  partOf: (row: Row) => Part,
): ((width: string) => Html) | null {
  const [first, ...more] = rows
  if (first === undefined) return null
  const others = more.slice(0, ROWS - 1)
  const left = more.length - others.length
  return (width) =>
    html`<a class="card ${width} news" href="${pathOf(first)}"><h2>${titleOf(first)}</h2><p>${partOf(first)}</p>${
      others.length > 0 &&
      html`<ul>${others.map((row) => html`<li>${titleOf(row)}<span>${partOf(row)}</span></li>`)}</ul>`
    }${left > 0 && html`<p>and ${plural(left, 'other')}</p>`}</a>`
}

function nameOf({ address, username }: { address: string; username: string | null }): Html {
  return html`<bdi>${username ?? shortAddress(address)}</bdi>`
}

function questionOf(market: { question: string | null } | null): Html {
  return html`<bdi>${market?.question ?? 'an unknown market'}</bdi>`
}

function tradesTitle({ trader, outcome, usd }: Trades): Html {
  const verb = usd > 0 ? 'bought' : usd < 0 ? 'sold' : 'traded'
  return html`${nameOf(trader)} ${verb} <bdi>${outcome?.name ?? 'an outcome'}</bdi>`
}

function tradesRow({ fills, usd, market, outcome, lowestPrice, highestPrice }: Trades): Html {
  const price = outcome?.price ?? null
  const at = lowestPrice === null || highestPrice === null ? '' : ` at ${range(lowestPrice, highestPrice)}`
  return html`${questionOf(market)} ${plural(fills, 'fill')}${at}, net ${money(Math.abs(usd))}.${price !== null && ` Now ${centsText(price)}.`}`
}

/** Two prices on one line: `55–61¢`, or one where both look the same. */
function range(low: number, high: number): string {
  const [from, to] = [centsText(low), centsText(high)]
  return from === to ? from : `${from.slice(0, -1)}\u2060–\u2060${to}`
}

function moveRow({ outcome, priceBefore, priceAfter, resolved, movedBy }: Move): Html {
  const change = priceBefore === null || priceAfter === null ? null : priceAfter - priceBefore
  const end = outcome.winner === null ? 'was paid' : outcome.winner ? 'won' : 'lost'
  const verb = (change ?? 0) < 0 ? 'fell to' : 'rose to'
  return html`<bdi>${outcome.name ?? 'The outcome'}</bdi> ${resolved ? end : html`${verb} ${cents(priceAfter)}`}${
    change !== null && html` (${centsMove(change)})`
  }.${
    movedBy &&
    html` Most by ${nameOf(movedBy.trader)}: net ${movedBy.usd < 0 ? 'sold' : 'bought'} ${money(Math.abs(movedBy.usd))}.`
  }`
}

function topPath(change: TopChange): string {
  return 'screen' in change ? screenAddress(change.screen) : `/leaderboard/${change.leaderboard.id}`
}

function topTitle(change: TopChange): Part {
  return 'screen' in change ? html`<bdi>${change.screen.name}</bdi>` : change.leaderboard.title
}

function topRow({ top, entered, left }: TopChange): Html {
  const [best] = entered
  return html`Top ${top}: ${entered.length} in, ${left.length} out.${
    best !== undefined && html` New${best.rank !== null && ` at ${best.rank}`}: ${nameOf(best.trader)}.`
  }`
}
