import { type Html, html } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import {
  type AccountPageQuery,
  FollowAWalletDocument,
  UnfollowAWalletDocument,
} from '../operations.generated.ts'
import { countText, money } from '../parts/amounts.ts'
import { personName } from '../parts/person.ts'
import { moment } from '../parts/times.ts'

type Watchlist = NonNullable<AccountPageQuery['viewer']['watchlist']>

/** The wallets that an account follows. @param mayChange false for an API key, which reads */
export function watchCard({ wallets, walletLimit }: Watchlist, mayChange: boolean): Html {
  const { nodes, totalCount } = wallets
  return html`<section class="card"><h2>Followed wallets</h2>
    <p class="tiny">${countText(totalCount)} of ${countText(walletLimit)}. You are told of what they decide by the channels above.</p>
    ${
      nodes.length > 0 &&
      html`<ul class="feed">${nodes.map(
        ({ address, trader, minUsd, followedAt }) =>
          html`<li><div><b>${personName({ address, username: trader?.username ?? null })}</b><p class="tiny">since ${moment(followedAt)}${minUsd > 0 && html` · from ${money(minUsd)}`}</p></div>
      <div class="worth">${mayChange && operationForm({ operation: UnfollowAWalletDocument, variables: { address }, button: 'Unfollow', isPlain: true })}</div></li>`,
      )}</ul>`
    }
    ${totalCount > nodes.length && html`<p class="tiny">The first ${countText(nodes.length)} are shown.</p>`}
    ${
      mayChange
        ? operationForm({
            operation: FollowAWalletDocument,
            fields: html`<label>Wallet<input data-variable="address" required pattern="0[xX][0-9a-fA-F]{40}" maxlength="42" autocomplete="off" placeholder="0x…" size="34"></label>`,
            button: 'Follow',
          })
        : html`<p class="tiny">Wallets are followed with a bearer token: a key reads.</p>`
    }</section>`
}
