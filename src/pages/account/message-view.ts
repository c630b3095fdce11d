import { type Html, html, type Part } from '../kit/html.ts'
import { moment } from '../kit/times.ts'
import type { OutboxPageQuery } from '../operations.generated.ts'

/** A message, in the bodies that every kind of channel gets. */
export type ShownMessage = NonNullable<OutboxPageQuery['viewer']['outbox']>['nodes'][number]

/** The looks of a message that belongs to no channel. */
export const LOOKS = {
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
  email: 'E-mail',
  webhook: 'Webhook',
} as const
export type Look = keyof typeof LOOKS

const BODIES: Readonly<Record<Look, (message: ShownMessage) => Html>> = {
  discord: ({ discord }) => discordView(JSON.parse(discord)),
  slack: ({ slack }) => slackView(JSON.parse(slack)),
  telegram: ({ text }) => html`<div class="bubble">${linked(text)}</div>`,
  email: ({ subject, text }) => html`<p><b>${subject}</b></p><div>${linked(text)}</div>`,
  webhook: ({ webhook }) =>
    html`<pre tabindex="0" aria-label="Body">${JSON.stringify(JSON.parse(webhook), null, 2)}</pre>`,
}

/**
 * A message as its channel shows it; one that stays in the outbox has the look that its reader picked.
 * @param body its text, where it is not shown as its channel does
 */
export function messageView(message: ShownMessage, picked: Look, body: Html | null = null): Html {
  const { id, channel, state, reason, time } = message
  const look = channel === 'OUTBOX' ? picked : (channel.toLowerCase() as Look)
  return html`<li class="message${body === null && ` ${look}`}" data-id="${id}"><header><span>${channel === 'OUTBOX' ? 'Outbox' : LOOKS[look]}${stateWords(state)}</span>${moment(time)}</header>
    ${body ?? BODIES[look](message)}${state !== 'SENT' && reason !== null && html`<p class="tiny">${reason}</p>`}</li>`
}

/** A message in a few lines: its title, its market, and its facts without hashes. */
export function briefView(message: ShownMessage): Html {
  const [embed] = (JSON.parse(message.discord) as { embeds: readonly Embed[] }).embeds
  if (embed === undefined) return messageView(message, 'discord')
  const { title, url, description = '', fields } = embed
  const heading = plain(title)
  const about = plain(description.split('\n')[0] ?? '')
  const facts = fields
    .filter(({ name }) => BRIEF.has(name))
    .map(({ name, value }) => `${name}: ${plain(value)}`)
  return messageView(
    message,
    'discord',
    html`<p><b>${url === undefined ? heading : html`<a href="${url}">${heading}</a>`}</b></p>
    ${about !== '' && html`<p>${about}</p>`}${facts.length > 0 && html`<p class="tiny">${facts.join(' · ')}</p>`}`,
  )
}

/** Facts that a title does not have. */
const BRIEF = new Set(['Price now', 'Realized', 'Record'])

function stateWords(state: ShownMessage['state']): string {
  return { SENT: '', PENDING: ' · not delivered yet', GIVEN_UP: ' · not delivered' }[state]
}

/** The members of an embed that `discordBody` writes. */
interface Embed {
  title: string
  url?: string
  description?: string
  color: number
  fields: readonly { name: string; value: string; inline: boolean }[]
}

function discordView({ embeds }: { embeds: readonly Embed[] }): Html {
  return html`${embeds.map(({ title, url, description, color, fields }) => {
    const heading = plain(title)
    return html`<div class="embed"><svg class="edge" aria-hidden="true"><rect width="4" height="100%" fill="#${color.toString(16).padStart(6, '0')}"/></svg>
      <p><b>${url === undefined ? heading : html`<a href="${url}">${heading}</a>`}</b></p>
      ${description !== undefined && html`<p>${linked(plain(description))}</p>`}
      <dl>${fields.map(({ name, value, inline }) => html`<div${!inline && html` class="whole"`}><dt>${plain(name)}</dt><dd>${plain(value)}</dd></div>`)}</dl></div>`
  })}`
}

/** Discord shows an escaped character without its backslash. */
function plain(text: string): string {
  return text.replaceAll(/\\([\\*_~`|>#[\]()<:@-])/g, '$1')
}

/** The members of a block that `slackBody` writes. */
interface Block {
  type: 'header' | 'section' | 'context'
  text?: { text: string }
  fields?: readonly { text: string }[]
  elements?: readonly { text: string }[]
}

function slackView({ blocks }: { blocks: readonly Block[] }): Html {
  return html`${blocks.map(
    ({ type, text, fields = [], elements = [] }) =>
      html`${
        text !== undefined &&
        html`<p>${type === 'header' ? html`<b>${text.text}</b>` : linked(text.text)}</p>`
      }${fields.length > 0 && html`<ul>${fields.map((field) => html`<li>${field.text}</li>`)}</ul>`}${elements.map(({ text: link }) => html`<p class="tiny">${slackLink(link)}</p>`)}`,
  )}`
}

/** `<https://…|words>`. */
function slackLink(text: string): Part {
  const [, url, words] = /^<(https?:[^|>]+)\|([^>]+)>$/.exec(text) ?? []
  return url === undefined ? text : html`<a href="${url}">${words}</a>`
}

/** Lines of plain text, in which addresses are links, as chats and mail programs show them. */
function linked(text: string): Part {
  return text
    .split('\n')
    .map((line, i) => [
      i > 0 && html`<br>`,
      line
        .split(/(https?:\/\/\S+)/)
        .map((part, odd) => (odd % 2 === 1 ? html`<a href="${part}">${part}</a>` : part)),
    ])
}
