import { type Html, html, type Part } from '../kit/html.ts'
import { marketLink } from '../kit/links.ts'
import { head, marketFile, type TableColumn, type Tables } from '../kit/tables.ts'
import { moment } from '../kit/times.ts'
import type { DoneEventFragment } from '../operations.generated.ts'
import { cents, money, shares } from '../parts/amounts.ts'
import { narrowLine, sidePill, sideWord } from '../parts/marks.ts'
import { personName } from '../parts/person.ts'

/**
 * Shows a trader's events as rows, newest first.
 * @param wallet the trader's, which decides the direction of a transfer
 */
export function activityTable(events: readonly DoneEventFragment[], wallet: string, tables: Tables): Html {
  if (events.length === 0) return html`<p class="tiny">No activity.</p>`
  return tables.show('list', events, [
    {
      head: head('Activity', 'l'),
      cell: (event) =>
        html`<td class="l wrap">${what(event, wallet)}${event.market !== null && html`<br>${marketLink(event.market)}`}${narrowLine([moment(event.time)])}</td>`,
      file: {
        Activity: (event) => wordOf(event, wallet),
        Outcome: (event) => ('outcome' in event ? event.outcome : null),
        ...marketFile(({ market }) => market),
      },
    },
    TIME,
    {
      head: head('Amount'),
      cell: (event) => html`<td class="big">${amount(event)}</td>`,
      file: { Dollars: dollarsOf, Shares: sharesOf },
    },
  ])
}

/** The column of moments; the transaction is in the title. */
export const TIME: TableColumn<{ time: string; tx: string | null }> = {
  head: head('Time', 'l wide'),
  cell: ({ time, tx }) =>
    html`<td class="l wide"${tx !== null && html` title="Transaction ${tx}"`}>${moment(time)}</td>`,
  file: { Time: ({ time }) => time },
}

const WORDS = {
  Split: 'split',
  Merge: 'merged',
  Conversion: 'converted',
  Redemption: 'redeemed',
  Resolution: 'resolved',
  Income: 'income',
} as const

function hasReceived(event: DoneEventFragment & { __typename: 'Transfer' }, wallet: string): boolean {
  return event.receiver?.address.toLowerCase() === wallet.toLowerCase()
}

function wordOf(event: DoneEventFragment, wallet: string): string {
  if (event.__typename === 'Trade') return sideWord(event.side)
  if (event.__typename === 'Transfer') return hasReceived(event, wallet) ? 'received' : 'sent'
  return WORDS[event.__typename]
}

function what(event: DoneEventFragment, wallet: string): Part {
  if (event.__typename === 'Trade') return html`${sidePill(event.side)} <bdi>${event.outcome}</bdi>`
  const word = html`<span class="badge">${wordOf(event, wallet)}</span>`
  if (event.__typename !== 'Transfer') return word
  const came = hasReceived(event, wallet)
  const other = came ? event.trader : event.receiver
  return html`${word} <bdi>${event.outcome}</bdi>${other && html` <span class="small">${came ? 'from' : 'to'} ${personName(other)}</span>`}`
}

/** Dollars paid or received; null where an event has none. */
function dollarsOf(event: DoneEventFragment): number | null {
  if (event.__typename === 'Trade') return event.usd
  if (event.__typename === 'Redemption') return event.payout
  return event.__typename === 'Income' ? event.amount : null
}

function sharesOf(event: DoneEventFragment): number | null {
  switch (event.__typename) {
    case 'Trade':
    case 'Transfer':
      return event.shares
    case 'Split':
    case 'Merge':
    case 'Conversion':
      return event.amount
    default:
      return null
  }
}

/** Shows dollars, or shares if no dollars were paid. */
function amount(event: DoneEventFragment): Part {
  const [usd, held] = [dollarsOf(event), sharesOf(event)]
  if (usd === null) return held === null ? null : html`${shares(held)} shares`
  if (event.__typename !== 'Trade') return money(usd)
  return html`${money(usd)}<br><span class="tiny">${shares(held)} at ${cents(event.price)}</span>`
}
