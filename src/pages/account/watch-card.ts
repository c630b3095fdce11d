import type { DocumentNode } from 'graphql'
import { HOLDER_SHARE, JUMP, LEVEL } from '../../follows/markets/market-rules.ts'
import { DEFAULT_TOP, TOP } from '../../follows/watchlists.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
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
import { centsText, countText, money, percent } from '../parts/amounts.ts'
import { marketLink } from '../parts/market-link.ts'
import { personName } from '../parts/person.ts'
import { moment } from '../parts/times.ts'
import { titleCase } from '../parts/words.ts'

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

/** Who reads what an account follows. */
interface Reader {
  /** False for an API key, which reads. */
  mayChange: boolean
  isPro: boolean
}

/** What an account follows. */
export function watchCards(watchlist: Watchlist, { mayChange, isPro }: Reader): Part {
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
      form: mayChange ? marketForm(isPro) : null,
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
    <p class="tiny">${countText(total)} of ${countText(limit)}. Notifications go to the channels above.</p>
    ${items.length > 0 && html`<ul class="feed">${items}</ul>`}
    ${total > items.length && html`<p class="tiny">Showing the first ${countText(items.length)}.</p>`}
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
  const { address, trader, minUsd, side, categories } = follow
  const rules = [
    minUsd > 0 && html`from ${money(minUsd)}`,
    side !== null && (side === 'BUY' ? 'shares received' : 'shares sold or sent'),
    categories.length > 0 && categories.map(titleCase).join(', '),
  ].filter(Boolean)
  return followItem(personName({ address, username: trader?.username ?? null }), {
    rules: rules.length > 0 && html`Decisions: ${rules.map((rule, index) => [index > 0 && '; ', rule])}`,
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
  return followItem(marketLink({ condition, question: market?.question ?? null }), {
    rules: html`When ${marketRules(follow, name).map((rule) => html`${rule}; `)}it is resolved`,
    follow,
    unfollow: mayChange ? unfollowForm(UnfollowAMarketDocument, { market: condition }) : null,
  })
}

/** What an account is told of besides the resolution. @param name the outcome's */
function marketRules({ above, below, jump, holderShare, stance }: FollowedMarket, name: string): Html[] {
  const moves = [
    above === null ? [] : `rises to ${centsText(above)}`,
    below === null ? [] : `falls to ${centsText(below)}`,
    jump === null ? [] : `moves by ${centsText(jump)} within an hour`,
  ].flat()
  return [
    moves.length === 0 ? [] : html`<bdi>${name}</bdi> ${moves.join(' or ')}`,
    holderShare === null
      ? []
      : html`a wallet holds ${percent(holderShare, { digits: Math.round(holderShare * 1_000) % 10 === 0 ? 0 : 1 })} of <bdi>${name}</bdi>`,
    stance ? html`smart money changes sides` : [],
  ].flat()
}

function marketForm(isPro: boolean): Html {
  const hundredths = (
    variable: string,
    words: string,
    { minimum, maximum }: typeof LEVEL | typeof JUMP | typeof HOLDER_SHARE,
  ) =>
    html`<label>${words}<input type="number" data-variable="${variable}" data-per="100" min="${Math.round(minimum * 100)}" max="${Math.round(maximum * 100)}" step="any"></label>`
  return operationForm({
    operation: FollowAMarketDocument,
    fields: html`<label>Condition or slug<input data-variable="market" required maxlength="200" autocomplete="off" spellcheck="false" placeholder="0x…" size="24"></label>
      <label>Outcome<select data-variable="outcome" data-number><option value="0">First</option><option value="1">Second</option></select></label>
      ${hundredths('above', 'Rises to, ¢', LEVEL)}${hundredths('below', 'Falls to, ¢', LEVEL)}${hundredths('jump', 'Moves in an hour by, ¢', JUMP)}
      ${hundredths('holderShare', 'A wallet holds, %', HOLDER_SHARE)}
      ${isPro && html`<label class="check"><input type="checkbox" data-variable="stance">Smart money changes sides</label>`}`,
    button: 'Follow',
  })
}

function boardItem(follow: FollowedBoard, mayChange: boolean): Html {
  const { leaderboardId, leaderboard, top } = follow
  return followItem(
    html`<a href="/leaderboard/${leaderboardId}">${leaderboard?.title ?? leaderboardId}</a>`,
    {
      rules: `Traders entering or leaving the top ${top}`,
      follow,
      unfollow: mayChange ? unfollowForm(UnfollowABoardDocument, { leaderboard: leaderboardId }) : null,
    },
  )
}

function boardForm(): Html {
  return operationForm({
    operation: FollowABoardDocument,
    fields: html`<label>Leaderboard<select data-variable="leaderboard">${LEADERBOARDS.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></label>
      <label>Places<input type="number" data-variable="top" min="${TOP.minimum}" max="${TOP.maximum}" value="${DEFAULT_TOP}" required></label>`,
    button: 'Follow',
  })
}
