import type { ChannelKind } from '../channel.ts'
import type { MessageKind } from '../message.ts'

/** One message on its way to one channel. */
export interface Delivery {
  /** The message's stable id, by which a receiver recognizes it again. */
  id: string
  kind: MessageKind
  /** The message as JSON text; a webhook's body to the byte. */
  body: string
  channel: {
    id: string
    kind: ChannelKind
    target: string
    /** Secrets that sign the message, the newer first; empty for channels that are not webhooks. */
    secrets: readonly string[]
  }
}
