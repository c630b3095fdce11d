import { momentText } from '../../formats.ts'
import type { Message } from '../message.ts'
import { messageLink, stopLink } from './message-link.ts'
import { type MessageCard, messageCard } from './render-message.ts'

/** Green and red mean gain and loss: a trade of either side has the accent of pages, anything else gray. */
const [TRADE, NO_TRADE] = [0x0b6377, 0x6e7781]

/**
 * A message in Discord's format: one embed of at most 6,000 characters, in which all markup is escaped and no mention
 * notifies anyone (https://discord.com/developers/docs/resources/message#embed-object).
 * @param publicUrl the service's origin, linked from the title; null: no link
 */
export function discordBody(message: Message, publicUrl: string | null): object {
  const url = messageLink(message, publicUrl)
  const { title, lines, facts, side, time } = messageCard(message)
  const stop = stopLink(message, publicUrl)
  const description = [
    cut(lines.map(unmarked).join('\n'), 3_000),
    stop === null ? '' : `Change or stop: ${stop}`,
  ]
    .filter((line) => line !== '')
    .join('\n')
  return {
    embeds: [
      {
        title: cut(unmarked(title), 256),
        ...(url !== null && { url }),
        ...(description !== '' && { description }),
        color: side === null ? NO_TRADE : TRADE,
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
 * A message in Slack's format: blocks of plain text without markup (https://docs.slack.dev/reference/block-kit).
 * @param publicUrl the service's origin, for the links at the end; null: no link
 */
export function slackBody(message: Message, publicUrl: string | null): object {
  const [url, stop] = [messageLink(message, publicUrl), stopLink(message, publicUrl)]
  const links = [
    ...(url === null || url === stop ? [] : [`<${url}|Open in the explorer>`]),
    ...(stop === null ? [] : [`<${stop}|Change or stop>`]),
  ]
  const { title, lines, facts, time } = messageCard(message)
  const text = cut(lines.join('\n'), 3_000)
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  const fields = time === null ? facts : [...facts, { name: 'Time', value: momentText(time) }]
  return {
    // Slack's notifications show this text, and parse markup in it.
    text: escaped(title),
    blocks: [
      { type: 'header', text: plain(cut(title, 150)) },
      ...(text === '' ? [] : [{ type: 'section', text: plain(text) }]),
      ...(fields.length === 0
        ? []
        : [{ type: 'section', fields: fields.map((fact) => plain(cut(factLine(fact), 2_000))) }]),
      ...(links.length === 0
        ? []
        : [{ type: 'context', elements: links.map((text) => ({ type: 'mrkdwn', text })) }]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

function factLine({ name, value }: MessageCard['facts'][number]): string {
  return `${name}: ${value}`
}

/** Escapes Discord's markup with backslashes. */
function unmarked(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, (character) => `\\${character}`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
