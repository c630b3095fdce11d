import type { DocumentNode } from 'graphql'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import { HOLDER_SHARE, JUMP, LEVEL } from '../../whales/watchlist/follow-input.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import {
  type AccountPageQuery,
  FollowABoardDocument,
  FollowAMarketDocument,
  FollowAWalletDocument,
  UnfollowABoardDocument,
  UnfollowAMarketDocument,
  UnfollowAWalletDocument,
} from '../operations.generated.ts'
import { centsText, countText, money, percentText } from '../parts/amounts.ts'
import { marketLink } from '../parts/market-link.ts'
import { personName } from '../parts/person.ts'
import { moment } from '../parts/times.ts'

type Watchlist = NonNullable<AccountPageQuery['viewer']['watchlist']>
type FollowedWallet = Watchlist['wallets']['nodes'][number]
type FollowedMarket = Watchlist['markets']['nodes'][number]
type FollowedBoard = Watchlist['leaderboards']['nodes'][number]
/** What every follow has. */
type Follow = Pick<FollowedBoard, 'quietFrom' | 'quietTo' | 'timeZone' | 'followedAt'>

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
export function watchCards(watchlist: Watchlist, mayChange: boolean): Part {
  const { wallets, walletLimit, markets, marketLimit, leaderboards, leaderboardLimit } = watchlist
  return [
    followCard({
      ...{ title: 'Followed wallets', total: wallets.totalCount, limit: walletLimit },
      items: wallets.nodes.map((follow) => walletItem(follow, mayChange)),
      form: mayChange ? walletForm() : null,
    }),
    followCard({
      ...{ title: 'Followed markets', total: markets.totalCount, limit: marketLimit },
      items: markets.nodes.map((follow) => marketItem(follow, mayChange)),
      form: mayChange ? marketForm() : null,
    }),
    followCard({
      ...{ title: 'Followed leaderboards', total: leaderboards.totalCount, limit: leaderboardLimit },
      items: leaderboards.nodes.map((follow) => boardItem(follow, mayChange)),
      form: mayChange ? boardForm() : null,
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

/** One that is followed. @param rules when the account is told of it @param unfollow null where its reader may change nothing */
function followItem(
  what: Part,
  { rules, follow, unfollow }: { rules: Part; follow: Follow; unfollow: Html | null },
) {
  return html`<li><div><b>${what}</b>${rules && html`<p class="small">${rules}</p>`}<p class="tiny">since ${moment(follow.followedAt)}${quietWords(follow)}</p></div>
    <div class="worth">${unfollow}</div></li>`
}

function unfollowForm(operation: DocumentNode, variables: object): Html {
  return operationForm({ operation, variables, button: 'Unfollow', isPlain: true })
}

function quietWords({ quietFrom, quietTo, timeZone }: Follow): string {
  return quietFrom === null ? '' : ` · quiet from ${quietFrom} to ${quietTo}, ${timeZone}`
}

function walletItem(follow: FollowedWallet, mayChange: boolean): Html {
  const { address, trader, minUsd } = follow
  return followItem(personName({ address, username: trader?.username ?? null }), {
    rules: minUsd > 0 && html`Decisions from ${money(minUsd)}`,
    follow,
    unfollow: mayChange ? unfollowForm(UnfollowAWalletDocument, { address }) : null,
  })
}

function walletForm(): Html {
  return operationForm({
    operation: FollowAWalletDocument,
    fields: html`<label>Wallet<input data-variable="address" required pattern="0[xX][0-9a-fA-F]{40}" maxlength="42" autocomplete="off" placeholder="0x…" size="34"></label>`,
    button: 'Follow',
  })
}

function marketItem(follow: FollowedMarket, mayChange: boolean): Html {
  const { condition, market, outcome } = follow
  const name = market?.outcomes.find(({ index }) => index === outcome)?.name ?? `Outcome ${outcome + 1}`
  const moves = outcomeWords(follow)
  return followItem(marketLink({ condition, question: market?.question ?? null }), {
    rules: html`When ${moves.length > 0 && html`<bdi>${name}</bdi> ${moves.join(' or ')}, and when `}${follow.stance && 'smart money changes sides, and when '}it is resolved`,
    follow,
    unfollow: mayChange ? unfollowForm(UnfollowAMarketDocument, { market: condition }) : null,
  })
}

/** What of an outcome an account is told of. */
function outcomeWords({ above, below, jump, holderShare }: FollowedMarket): string[] {
  return [
    above === null ? [] : `rises to ${centsText(above)}`,
    below === null ? [] : `falls to ${centsText(below)}`,
    jump === null ? [] : `moves by ${centsText(jump)} within an hour`,
    holderShare === null ? [] : `is held to ${percentText(holderShare, { digits: 1 })} by one wallet`,
  ].flat()
}

function marketForm(): Html {
  const number = (
    variable: string,
    words: string,
    { minimum, maximum }: typeof LEVEL | typeof JUMP | typeof HOLDER_SHARE,
  ) =>
    html`<label>${words}<input type="number" data-variable="${variable}" min="${minimum}" max="${maximum}" step="any"></label>`
  return operationForm({
    operation: FollowAMarketDocument,
    fields: html`<label>Condition or slug<input data-variable="market" required maxlength="200" autocomplete="off" spellcheck="false" placeholder="0x…" size="24"></label>
      <label>Outcome<select data-variable="outcome" data-number><option value="0">First</option><option value="1">Second</option></select></label>
      ${number('above', 'Rises to, $', LEVEL)}${number('below', 'Falls to, $', LEVEL)}${number('jump', 'Moves by, $', JUMP)}${number('holderShare', 'Part of a wallet', HOLDER_SHARE)}`,
    button: 'Follow',
  })
}

function boardItem(follow: FollowedBoard, mayChange: boolean): Html {
  const { leaderboardId, leaderboard, top } = follow
  return followItem(
    html`<a href="/leaderboard/${leaderboardId}">${leaderboard?.title ?? leaderboardId}</a>`,
    {
      rules: `Who enters and who leaves the first ${top}`,
      follow,
      unfollow: mayChange ? unfollowForm(UnfollowABoardDocument, { leaderboard: leaderboardId }) : null,
    },
  )
}

function boardForm(): Html {
  return operationForm({
    operation: FollowABoardDocument,
    fields: html`<label>Leaderboard<select data-variable="leaderboard">${LEADERBOARDS.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></label>
      <label>Places<input type="number" data-variable="top" min="1" max="100" value="10" required></label>`,
    button: 'Follow',
  })
}
