import type { Message } from '../../../src/delivery/message.ts'
import { renderMessage } from '../../../src/delivery/senders/render-message.ts'
import { discordBody, slackBody } from '../../../src/delivery/senders/send-chat-webhook.ts'
import { momentText } from '../../../src/formats.ts'

/** The drawn parts of a Discord message. */
interface Embed {
  title: string
  url?: string
  description?: string
  color: number
  fields: readonly { name: string; value: string; inline: boolean }[]
  timestamp?: string
}

/** The drawn parts of a Slack message. */
interface Block {
  type: 'header' | 'section' | 'context'
  /** A link. */
  elements?: readonly { text: string }[]
  text?: { text: string }
  fields?: readonly { text: string }[]
}

/** A run of words: its style and place. */
interface Words {
  x: number
  y: number
  fill: string
  size?: number
  bold?: boolean
}

/** A part of a picture: its elements, and how much height it takes. */
interface Part {
  svg: string
  height: number
}

const WIDTH = 880
/** One of two panels beside each other. */
const PANEL = { width: 430, left: 68, inner: 340 }
const SIZE = 14
const LINE = 20

/** A message as Discord and Slack show it, drawn from the bodies that they are sent. */
export function messagePicture(message: Message, publicUrl: string): string {
  const [discord, slack] = [drawDiscord(message, publicUrl), drawSlack(message, publicUrl)]
  const height = Math.max(discord.height, slack.height)
  const panel = (x: number, fill: string, edge: string, { svg }: Part) =>
    `<g transform="translate(${x} 0)"><rect x="0.5" y="0.5" width="${PANEL.width - 1}" height="${height - 1}" rx="10" fill="${fill}" stroke="${edge}"/>\n${svg}\n</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" font-size="${SIZE}">
<title>${escaped(renderMessage(message, publicUrl).subject)}</title>
${panel(0, '#313338', '#1e1f22', discord)}
${panel(WIDTH - PANEL.width, '#ffffff', '#d8d8d8', slack)}
</svg>
`
}

function drawDiscord(message: Message, publicUrl: string): Part {
  const { embeds } = Object(discordBody(message, publicUrl)) as { embeds: readonly Embed[] }
  const [embed] = embeds
  if (embed === undefined) throw new Error('A message to Discord has an embed.')
  const { title, url, description, color, fields, timestamp } = embed
  const [ink, soft] = ['#dbdee1', '#949ba4']
  const parts: string[] = [sender({ ink: '#f2f3f5', tag: '#5865f2', tagInk: '#ffffff', service: 'Discord' })]
  const x = PANEL.left + 16
  let y = 84
  const write = (text: string, style: Partial<Words> = {}, width = PANEL.inner - 30) => {
    const size = (style.size ?? SIZE) * (style.bold ? 1.1 : 1)
    const lines = wrapped(shownByDiscord(text), width, size)
    parts.push(...lines.map((line, i) => words(line, { x, y: y + i * LINE, fill: ink, ...style })))
    return lines.length * LINE
  }
  y += write(title, { bold: true, size: 15, fill: url === undefined ? '#f2f3f5' : '#00a8fc' }) + 2
  if (description !== undefined) y += write(description) + 6
  for (const row of rowsOf(fields)) {
    const heights = row.map((field, i) => {
      const at = x + i * 104
      write(field.name, { x: at, bold: true, size: 12.5, fill: '#f2f3f5' })
      y += 18
      const height = write(field.value, { x: at }, row.length > 1 ? 98 : undefined)
      y -= 18
      return height
    })
    y += 18 + Math.max(...heights) + 4
  }
  if (timestamp !== undefined) y += write(momentText(timestamp), { size: 12, fill: soft })
  const bottom = y - 8
  const box = `<rect x="${PANEL.left}" y="60" width="${PANEL.inner}" height="${bottom - 60}" rx="4" fill="#2b2d31"/><rect x="${PANEL.left}" y="60" width="4" height="${bottom - 60}" rx="2" fill="#${color.toString(16).padStart(6, '0')}"/>`
  return { svg: [box, ...parts].join('\n'), height: bottom + 18 }
}

/** Fields as Discord lays them out: up to three short ones beside each other. */
function rowsOf(fields: Embed['fields']): Embed['fields'][number][][] {
  const rows: Embed['fields'][number][][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (field.inline && last?.[0]?.inline && last.length < 3) last.push(field)
    else rows.push([field])
  }
  return rows
}

function drawSlack(message: Message, publicUrl: string): Part {
  const { blocks } = Object(slackBody(message, publicUrl)) as { blocks: readonly Block[] }
  const ink = '#1d1c1d'
  const parts: string[] = [sender({ ink, tag: '#e8e8e8', tagInk: '#616061', service: 'Slack' })]
  let y = 72
  for (const { type, text, fields = [], elements = [] } of blocks) {
    const isHeader = type === 'header'
    if (text !== undefined)
      for (const line of wrapped(text.text, PANEL.inner, isHeader ? 18.7 : SIZE)) {
        parts.push(words(line, { x: PANEL.left, y, fill: ink, bold: isHeader, size: isHeader ? 17 : SIZE }))
        y += isHeader ? 24 : LINE
      }
    for (let i = 0; i < fields.length; i += 2) {
      const columns = fields.slice(i, i + 2).map(({ text: field }) => wrapped(field, 164))
      columns.forEach((lines, column) => {
        lines.forEach((line, k) => {
          parts.push(words(line, { x: PANEL.left + column * 174, y: y + k * LINE, fill: ink }))
        })
      })
      y += Math.max(...columns.map((lines) => lines.length)) * LINE + 4
    }
    for (const { text: link } of elements) {
      const shown = /\|(.*)>$/.exec(link)?.[1] ?? link
      parts.push(words(shown, { x: PANEL.left, y, fill: '#1264a3', size: 12.5 }))
      y += LINE
    }
    y += 4
  }
  return { svg: parts.join('\n'), height: y + 2 }
}

/** The sender: a picture, the name, the service's tag for programs, and the service. */
function sender({ ink, tag, tagInk, service }: Record<'ink' | 'tag' | 'tagInk' | 'service', string>): string {
  const mark =
    '<path d="M6 24 13 16l5 4 8-12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><path d="M19.5 7.5H27V15" fill="none" stroke="#ffd27a" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
  return [
    `<g transform="translate(16 18) scale(1.2)"><rect width="32" height="32" rx="7" fill="#0b6377"/>${mark}</g>`,
    words('Pequod', { x: PANEL.left, y: 40, fill: ink, bold: true, size: 15 }),
    `<rect x="${PANEL.left + 68}" y="27" width="34" height="17" rx="3" fill="${tag}"/>`,
    words('APP', { x: PANEL.left + 73, y: 39.5, fill: tagInk, size: 11, bold: true }),
    `<text x="${PANEL.width - 16}" y="40" text-anchor="end" font-size="12" fill="#8a8f98">${service}</text>`,
  ].join('\n')
}

function words(text: string, { x, y, fill, size = SIZE, bold = false }: Words): string {
  const own = size === SIZE ? '' : ` font-size="${size}"`
  return `<text x="${x}" y="${y}" fill="${fill}"${own}${bold ? ' font-weight="700"' : ''}>${escaped(text)}</text>`
}

/** Text as Discord shows it: without the backslashes that keep it from being markup. */
function shownByDiscord(text: string): string {
  return text.replaceAll(/\\([^\w\s])/g, '$1')
}

/** Text in lines of a width; a word that is wider than a line is broken. */
function wrapped(text: string, width: number, size = SIZE): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const word of paragraph.split(' ').flatMap((one) => broken(one, width, size))) {
      const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
      if (widthOf(longer, size) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

function broken(word: string, width: number, size: number): string[] {
  const parts = ['']
  for (const character of word) {
    if (widthOf(`${parts.at(-1)}${character}`, size) > width) parts.push('')
    parts[parts.length - 1] += character
  }
  return parts
}

/** A little more than a text takes in the usual fonts. */
function widthOf(text: string, size: number): number {
  const units = [...text].map((character) =>
    /[ilj.,:;'|! ]/.test(character) ? 0.34 : /[mwMW]/.test(character) ? 0.92 : 0.61,
  )
  return units.reduce((sum, unit) => sum + unit, 0) * size
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
