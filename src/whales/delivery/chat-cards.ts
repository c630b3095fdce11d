import type { Message } from './message.ts'
import { messageLink } from './message-link.ts'
import { type MessageCard, messageCard, minuteOf } from './render-message.ts'

/** Green for a purchase, red for a sale, grey for what is neither. */
const COLORS = { BUY: 0x1a7f37, SELL: 0xcf222e, NONE: 0x6e7781 }

/**
 * A message as Discord takes it: one embed of at most 6,000 characters, in which nothing is markup and nobody is mentioned
 * (https://discord.com/developers/docs/resources/message#embed-object).
 * @param publicUrl the service's origin, to which the title links; null: no link
 */
export function discordBody(message: Message, publicUrl: string | null): object {
  const url = messageLink(message, publicUrl)
  const { title, lines, facts, side, time } = messageCard(message)
  const description = cut(lines.map(unmarked).join('\n'), 3_000)
  return {
    embeds: [
      {
        title: cut(unmarked(title), 256),
        ...(url !== null && { url }),
        ...(description !== '' && { description }),
        color: COLORS[side ?? 'NONE'],
        fields: facts.map(({ name, value }) => ({
          name: cut(unmarked(name), 256),
          value: cut(unmarked(value), 200),
          inline: value.length < 30,
        })),
        ...(time !== null && { timestamp: time }),
      },
    ],
    allowed_mentions: { parse: [] },
  }
}

/**
 * A message as Slack takes it: blocks of plain text, in which nothing is markup (https://docs.slack.dev/reference/block-kit).
 * @param publicUrl the service's origin, for the link at the end; null: no link
 */
export function slackBody(message: Message, publicUrl: string | null): object {
  const url = messageLink(message, publicUrl)
  const { title, lines, facts, time } = messageCard(message)
  const text = cut(lines.join('\n'), 3_000)
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  const fields = time === null ? facts : [...facts, { name: 'Time', value: minuteOf(time) }]
  return {
    // For notifications: here a text is markup.
    text: escaped(title),
    blocks: [
      { type: 'header', text: plain(cut(title, 150)) },
      ...(text === '' ? [] : [{ type: 'section', text: plain(text) }]),
      ...(fields.length === 0
        ? []
        : [{ type: 'section', fields: fields.map((fact) => plain(cut(factLine(fact), 2_000))) }]),
      ...(url === null
        ? []
        : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `<${url}|Open in the explorer>` }] }]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

function factLine({ name, value }: MessageCard['facts'][number]): string {
  return `${name}: ${value}`
}

/** Discord's markup with a backslash before it: all that ends up as itself. */
function unmarked(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, (character) => `\\${character}`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
