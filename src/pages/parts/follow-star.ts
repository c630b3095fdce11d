import type { DocumentNode } from 'graphql'
import { type Html, html } from '../kit/html.ts'
import { browserOperation } from '../kit/operation-form.ts'

/** What a button follows, and by which operations of GraphQL. */
interface FollowStar {
  /** A wallet's address or a market's condition. */
  id: string
  /** The variable that takes it. */
  variable: 'address' | 'market'
  /** Whether its reader follows it. */
  asked: DocumentNode
  follow: DocumentNode
  unfollow: DocumentNode
  /** Of what its follower is told. */
  told: string
}

/** A button to follow by. A page is kept for all of a tier: whether its reader follows is asked by the script. */
export function followStar({ id, variable, told, ...operations }: FollowStar): Html {
  const [asked, follow, unfollow] = [operations.asked, operations.follow, operations.unfollow].map(
    (operation) => browserOperation(operation).id,
  )
  return html`<div class="actions star" data-scripted hidden><button class="button plain" type="button" aria-pressed="false" data-star="${id}" data-variable="${variable}" data-asked="${asked}" data-follow="${follow}" data-unfollow="${unfollow}" data-told="${told}">☆ Follow</button><p class="small" role="status"></p></div>`
}
