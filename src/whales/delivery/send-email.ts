import { createTransport } from 'nodemailer'
import type { Delivery } from './delivery.ts'
import { readMessage } from './message.ts'
import { failed, type Outcome, SENT } from './outcome.ts'
import { renderMessage } from './render-message.ts'

/** How mail is sent. */
export interface SendEmailOptions {
  /** The mail server: smtp:// or smtps://, with a user and a password where it asks for them. */
  smtpUrl: string
  /** The address that mail comes from. */
  from: string
  /** The origin of links to the explorer; null: no links. */
  publicUrl: string | null
  /** Milliseconds that each step of the talk with the server may take. @default 10000 */
  timeoutMs?: number
}

/** Sends messages by mail. */
export interface EmailSender {
  send(delivery: Delivery): Promise<Outcome>
  /** Ends the connections to the mail server. */
  close(): void
}

/** Connections to the mail server at once. */
const CONNECTIONS = 4

/** Sends messages as plain text, each under a Message-ID of its own that stays when it is sent again. */
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
      // An object is taken as it is; a text would be parsed, and could name several receivers.
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
  // Whatever comes before the receiver is named is between us and our own server.
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
