import {
  FollowDocument,
  UnfollowDocument,
  WatchedTopicDocument,
} from '../../rest/operations/operations.generated.ts'
import { type Html, html } from '../kit/html.ts'
import { browserOperation } from '../kit/operation-form.ts'

/**
 * Shows a button that follows a topic. A page is cached for all callers of a tier, so the script finds out
 * whether its reader follows.
 * @param told the news that a follower is notified about
 */
export function followStar(topic: string, told: string): Html {
  const [asked, follow, unfollow] = [WatchedTopicDocument, FollowDocument, UnfollowDocument].map(
    (operation) => browserOperation(operation).id,
  )
  return html`<div class="actions star" data-scripted hidden><button class="button plain" type="button" aria-pressed="false" data-star="${topic}" data-asked="${asked}" data-follow="${follow}" data-unfollow="${unfollow}" data-told="${told}">☆ Follow</button><p class="small" role="status"></p></div>`
}
