import {
  FollowDocument,
  UnfollowDocument,
  WatchedTopicDocument,
} from '../../rest/operations/operations.generated.ts'
import { type Html, html } from '../kit/html.ts'
import { browserOperation } from '../kit/operation-form.ts'

/**
 * A button to follow a topic by. A page is kept for all of a tier: whether its reader follows is asked by the script.
 * @param told what its follower is notified about
 */
export function followStar(topic: string, told: string): Html {
  const [asked, follow, unfollow] = [WatchedTopicDocument, FollowDocument, UnfollowDocument].map(
    (operation) => browserOperation(operation).id,
  )
  return html`<div class="actions star" data-scripted hidden><button class="button plain" type="button" aria-pressed="false" data-star="${topic}" data-asked="${asked}" data-follow="${follow}" data-unfollow="${unfollow}" data-told="${told}">☆ Follow</button><p class="small" role="status"></p></div>`
}
