import type { StoredChannel } from '../../store/alerts/alert-channels.ts'
import type { ClaimedMessage } from '../../store/alerts/alert-messages.ts'
import type { Delivery } from './delivery.ts'

/** What a sender is given of a stored message; a secret that was replaced signs as well while it still holds. */
export function deliveryOf(channel: StoredChannel, message: ClaimedMessage, nowMs: number): Delivery {
  const { id, kind, target, secret, old_secret: old, old_secret_until: until } = channel
  const oldHolds = old !== null && until !== null && until * 1_000 > nowMs
  const secrets = [...(secret === null ? [] : [secret]), ...(oldHolds ? [old] : [])]
  return { id: message.id, kind: message.kind, body: message.body, channel: { id, kind, target, secrets } }
}
