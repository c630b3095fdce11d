import { meets, type Tier } from '../../access/tier.ts'
import { givenTopic } from '../../follows/kinds.ts'
import {
  FollowDocument,
  UnfollowDocument,
  WatchedTopicDocument,
} from '../../rest/operations/operations.generated.ts'
import { type Html, html } from '../kit/html.ts'
import { browserOperation } from '../kit/operation-form.ts'
import { ruleForm } from './rule-form.ts'

/**
 * Shows a button that follows a topic by the usual rules of its kind, and once it is followed a form to change them. A page is cached for
 * all callers of a tier, so the script finds out whether its reader follows.
 */
export function followStar(topic: string, tier: Tier): Html {
  const [asked, follow, unfollow] = [WatchedTopicDocument, FollowDocument, UnfollowDocument].map(
    (operation) => browserOperation(operation).id,
  )
  const { kind } = givenTopic(topic)
  const own = meets(tier, 'PRO') ? 'PRO' : 'FREE'
  const rules = kind.usual(own)
  return html`<div class="actions star" data-scripted hidden><button class="button plain" type="button" aria-pressed="false" data-star="${topic}" data-asked="${asked}" data-follow="${follow}" data-unfollow="${unfollow}" data-rules="${JSON.stringify(rules)}">☆ Follow</button><p class="small" role="status"></p><details data-change hidden><summary>Change</summary>${ruleForm(kind, { topic, rules, isPro: own === 'PRO' })}</details></div>`
}
