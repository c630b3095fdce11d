import type { Message } from './message.ts'

/** The message that a stored body holds. Bodies are written by us alone and never changed. */
export function readMessage(body: string): Message {
  return JSON.parse(body)
}
