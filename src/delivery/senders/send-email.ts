import { createTransport } from 'nodemailer'
import { readMessage } from '../message.ts'
import type { Delivery } from './delivery.ts'
import { failed, type Outcome, SENT } from './delivery.ts'
import { renderMessage } from './render-message.ts'

export interface SendEmailOptions {
  /** The mail server: smtp:// or smtps://, with a user and a password if it requires them. */
  smtpUrl: string
  /** The sender's address. */
  from: string
  /** The origin of links to the explorer; null: no links. */
  publicUrl: string | null
  /** Milliseconds for each step of the SMTP dialog. @default 10000 */
  timeoutMs?: number
}

export interface EmailSender {
  send(delivery: Delivery): Promise<Outcome>
  /** Ends the connections to the mail server. */
  close(): void
}

/** Parallel connections to the mail server. */
const CONNECTIONS = 4

/** Sends messages as plain text, each under a Message-ID that stays the same when it is sent again. */
export function createEmailSender({
  smtpUrl,
  from,
  publicUrl,
  timeoutMs = 10_000,
}: SendEmailOptions): EmailSender {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: CONNECTIONS, ...timeouts })
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, body, channel }) {
      const { subject, text } = renderMessage(readMessage(body), publicUrl)
      const headers = { 'Auto-Submitted': 'auto-generated' }
      // nodemailer parses a text, which could name several receivers; it takes an object unchanged.
      const to = { name: '', address: channel.target }
      const messageId = `<${id}@${domain}>`
      try {
        await transport.sendMail({ from, to, subject, text, headers, messageId })
        return SENT
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => transport.close(),
  }
}

function outcomeOf(error: unknown): Outcome {
  const code = codeOf(error, 'responseCode')
  const status = typeof code === 'number' ? code : null
  const step = codeOf(error, 'command')
  if (status === null) return failed('OURS', 'The mail server is unreachable.')
  // Errors before the receiver is named are between us and our own server.
  const aboutReceiver = step === 'RCPT TO'
  const aboutMessage = step === 'DATA'
  if (!aboutReceiver && !aboutMessage) return failed('OURS', `The mail server answered ${status}.`)
  if (status < 500) return failed('FAILED', `The mail server deferred the message (${status}).`)
  if (aboutReceiver) return failed('GONE', `The mail server refuses this address (${status}).`)
  return failed('REFUSED', `The mail server refuses this message (${status}).`)
}

function codeOf(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}
