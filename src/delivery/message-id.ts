import { hash } from 'node:crypto'
import type { MessageKind } from './message.ts'

/**
 * The id of a message, stable across attempts: `msg_` and 32 hex digits.
 * @param subject the alert's id, for a summary its first alert's, for a verification the challenge
 */
export function messageId(kind: MessageKind, subject: string, channelId: string): string {
  return `msg_${hash('sha256', `${kind}\n${channelId}\n${subject}`).slice(0, 32)}`
}
