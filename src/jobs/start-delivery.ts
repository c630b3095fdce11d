import type { FastifyBaseLogger } from 'fastify'
import type { Counter } from 'prom-client'
import type { SecretBox } from '../accounts/secret-box.ts'
import type { DeliveryConfig } from '../config/config.ts'
import { createDeliverer } from '../delivery/deliverer.ts'
import type { DeliveryEffect } from '../delivery/record-outcome.ts'
import { createSenders } from '../delivery/senders/senders.ts'
import type { Database } from '../store/engine/database.ts'

export interface StartDeliveryOptions {
  db: Database
  config: DeliveryConfig
  /** The origin of links in messages; null: no links. */
  publicUrl: string | null
  /** Decrypts targets and secrets of channels. */
  box: SecretBox
  metrics: { deliveries: Counter<'effect'> }
  log: FastifyBaseLogger
}

const EFFECTS: readonly DeliveryEffect[] = ['SENT', 'RETRIED', 'GIVEN_UP', 'PAUSED']

/**
 * Starts delivering whale alerts from the outbox; other processes may do so on the same store.
 * @returns ends it: deliveries in progress are finished, each within its timeout
 */
export function startDelivery(options: StartDeliveryOptions): () => Promise<void> {
  const { db, config, publicUrl, box, metrics, log } = options
  const { keepsAll, webhookAllowPrivate: allowPrivate, origins, telegram, email } = config
  const senders = createSenders({ keepsAll, allowPrivate, origins, publicUrl, telegram, email })
  const ending = new AbortController()
  const count = (effect: DeliveryEffect, by = 1) =>
    metrics.deliveries.inc({ effect: effect.toLowerCase() }, by)
  // A series that is missing until its first event hides that event from a rate.
  for (const effect of EFFECTS) count(effect, 0)
  const ended = createDeliverer({
    db,
    senders,
    box,
    retry: { onRecorded: count },
    onError: (error) => log.error(error, 'alerts could not be delivered; retrying'),
  }).start(ending.signal)
  return async () => {
    ending.abort()
    await ended
    senders.close()
  }
}
