import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import {
  type AccountPageQuery,
  FollowAMarketDocument,
  FollowAWalletDocument,
  UnfollowAMarketDocument,
  UnfollowAWalletDocument,
} from '../operations.generated.ts'
import { centsText, countText, money } from '../parts/amounts.ts'
import { marketLink } from '../parts/market-link.ts'
import { personName } from '../parts/person.ts'
import { moment } from '../parts/times.ts'

type Watchlist = NonNullable<AccountPageQuery['viewer']['watchlist']>
type FollowedMarket = Watchlist['markets']['nodes'][number]

/** What an account follows of one kind. */
interface FollowCard {
  title: string
  /** Of those that are followed. */
  total: number
  limit: number
  items: readonly Html[]
  /** A form for one more; null where its reader may change nothing. */
  form: Html | null
}

/** What an account follows. @param mayChange false for an API key, which reads */
export function watchCards(
  { wallets, walletLimit, markets, marketLimit }: Watchlist,
  mayChange: boolean,
): Part {
  return [
    followCard({
      ...{ title: 'Followed wallets', total: wallets.totalCount, limit: walletLimit },
      items: wallets.nodes.map(
        ({ address, trader, minUsd, followedAt }) =>
          html`<li><div><b>${personName({ address, username: trader?.username ?? null })}</b><p class="tiny">since ${moment(followedAt)}${minUsd > 0 && html` · from ${money(minUsd)}`}</p></div>
      <div class="worth">${mayChange && operationForm({ operation: UnfollowAWalletDocument, variables: { address }, button: 'Unfollow', isPlain: true })}</div></li>`,
      ),
      form: mayChange ? walletForm() : null,
    }),
    followCard({
      ...{ title: 'Followed markets', total: markets.totalCount, limit: marketLimit },
      items: markets.nodes.map((follow) => marketItem(follow, mayChange)),
      form: mayChange ? marketForm() : null,
    }),
  ]
}

function followCard({ title, total, limit, items, form }: FollowCard): Html {
  return html`<section class="card"><h2>${title}</h2>
    <p class="tiny">${countText(total)} of ${countText(limit)}. You are told of them by the channels above.</p>
    ${items.length > 0 && html`<ul class="feed">${items}</ul>`}
    ${total > items.length && html`<p class="tiny">The first ${countText(items.length)} are shown.</p>`}
    ${form}</section>`
}

function walletForm(): Html {
  return operationForm({
    operation: FollowAWalletDocument,
    fields: html`<label>Wallet<input data-variable="address" required pattern="0[xX][0-9a-fA-F]{40}" maxlength="42" autocomplete="off" placeholder="0x…" size="34"></label>`,
    button: 'Follow',
  })
}

function marketItem(
  { condition, market, outcome, followedAt, ...rules }: FollowedMarket,
  mayChange: boolean,
): Html {
  const name = market?.outcomes.find(({ index }) => index === outcome)?.name ?? `Outcome ${outcome + 1}`
  return html`<li><div><b>${marketLink({ condition, question: market?.question ?? null })}</b>
      <p class="small"><bdi>${name}</bdi> ${ruleWords(rules).join(' or ')}</p><p class="tiny">since ${moment(followedAt)}${quietWords(rules)}</p></div>
    <div class="worth">${mayChange && operationForm({ operation: UnfollowAMarketDocument, variables: { market: condition }, button: 'Unfollow', isPlain: true })}</div></li>`
}

/** When the account is told of a market. */
function ruleWords({ above, below }: Pick<FollowedMarket, 'above' | 'below'>): string[] {
  return [
    above === null ? [] : `rises to ${centsText(above)}`,
    below === null ? [] : `falls to ${centsText(below)}`,
  ].flat()
}

function quietWords({
  quietFrom,
  quietTo,
  timeZone,
}: Pick<FollowedMarket, 'quietFrom' | 'quietTo' | 'timeZone'>): string {
  return quietFrom === null ? '' : ` · quiet from ${quietFrom} to ${quietTo}, ${timeZone}`
}

function marketForm(): Html {
  const level = (variable: string, words: string) =>
    html`<label>${words}, $<input type="number" data-variable="${variable}" min="0.02" max="0.98" step="any"></label>`
  return operationForm({
    operation: FollowAMarketDocument,
    fields: html`<label>Condition or slug<input data-variable="market" required maxlength="200" autocomplete="off" spellcheck="false" placeholder="0x…" size="24"></label>
      <label>Outcome<select data-variable="outcome" data-number><option value="0">First</option><option value="1">Second</option></select></label>
      ${level('above', 'Rises to')}${level('below', 'Falls to')}`,
    button: 'Follow',
  })
}
