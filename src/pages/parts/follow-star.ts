import { meets, type Tier } from '../../access/tier.ts'
import { givenTopic } from '../../follows/kinds.ts'
import {
  FollowDocument,
  UnfollowDocument,
  WatchedTopicDocument,
} from '../../rest/operations/operations.generated.ts'
import { type Html, html } from '../kit/html.ts'
import { browserOperation } from '../kit/operation-form.ts'
import { pushOffer } from './push-offer.ts'
import { ruleForm, type WrittenRules } from './rule-form.ts'

/** A filter in place of the rules of a kind: it is another topic once it is changed. */
interface Filter {
  rules: WrittenRules
  label: string
}

/**
 * Shows a button that follows a topic by the usual rules of its kind, and once it is followed a form to change them. A page is cached for
 * all callers of a tier, so the script finds out whether its reader follows.
 */
export function followStar(topic: string, tier: Tier, filter: Filter | null = null): Html {
  const [asked, follow, unfollow] = [WatchedTopicDocument, FollowDocument, UnfollowDocument].map(
    (operation) => browserOperation(operation).id,
  )
  const { kind } = givenTopic(topic)
  const own = meets(tier, 'PRO') ? 'PRO' : 'FREE'
  const rules = filter?.rules ?? kind.usual(own)
  const label = filter?.label ?? 'Follow'
  return html`<div class="actions star" data-scripted hidden><button class="button plain" type="button" aria-pressed="false" data-star="${topic}" data-asked="${asked}" data-follow="${follow}" data-unfollow="${unfollow}" data-rules="${JSON.stringify(rules)}" data-label="${label}">☆ ${label}</button><p class="small" role="status"></p>${pushOffer()}${filter === null && html`<details data-change hidden><summary>Change</summary>${ruleForm(kind, { topic, rules, isPro: own === 'PRO' })}</details>`}</div>`
}
