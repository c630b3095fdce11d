import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** A service's answer instead of accepting a message. */
export interface ChatAnswer {
  status: number
  body: string
  headers?: Record<string, string>
}

/** A server on loopback that takes messages as the incoming webhooks of Discord and Slack do, and refuses what they refuse. */
export interface ChatServices {
  url: string
  /** The posted requests, in order, accepted or not. */
  requests: { path: string; text: string }[]
  /** The next answers; without any left, a valid message is accepted. */
  answers: ChatAnswer[]
  close(): Promise<void>
}

const short = (longest: number) => z.string().min(1).max(longest)
/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const discord = z.strictObject({
  embeds: z
    .array(
      z.strictObject({
        title: short(256),
        url: z.url({ protocol: /^https?$/ }).optional(),
        description: short(4_096).optional(),
        color: z.int().min(0).max(0xffffff),
        fields: z
          .array(z.strictObject({ name: short(256), value: short(1_024), inline: z.boolean() }))
          .max(25),
        timestamp: z.iso.datetime().optional(),
      }),
    )
    .min(1)
    .max(10),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
})
const plain = (longest: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: short(longest), emoji: z.boolean() })
/** https://docs.slack.dev/reference/block-kit/blocks */
const slack = z.strictObject({
  text: short(4_000).regex(/^(?:[^<>&]|&(?:lt|gt|amp);)*$/),
  blocks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('header'), text: plain(150) }),
        z.strictObject({ type: z.literal('section'), text: plain(3_000) }),
        z.strictObject({ type: z.literal('section'), fields: z.array(plain(2_000)).min(1).max(10) }),
        // Only a link of ours is markup.
        z.strictObject({
          type: z.literal('context'),
          elements: z
            .array(
              z.strictObject({
                type: z.literal('mrkdwn'),
                text: short(3_000).regex(/^<https:[^<>|\s]+\|[\w ]+>$/),
              }),
            )
            .min(1)
            .max(10),
        }),
      ]),
    )
    .max(50),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
})

/** The services' answer to a body: null if they accept it. */
export function refusal(kind: 'DISCORD' | 'SLACK', body: unknown): string | null {
  const result = kind === 'DISCORD' ? discord.safeParse(body) : slack.safeParse(body)
  if (!result.success) return result.error.message
  if (kind === 'DISCORD') {
    const [embed] = discord.parse(body).embeds
    const fields = embed?.fields.map(({ name, value }) => name + value) ?? []
    const characters = [embed?.title, embed?.description, ...fields].join('').length
    if (characters > 6_000) return 'Embed size exceeds maximum size of 6000'
  }
  return null
}

/** Starts both services at one address. */
export async function startChatServices(): Promise<ChatServices> {
  const requests: ChatServices['requests'] = []
  const answers: ChatAnswer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    requests.push({ path, text })
    const next = answers.shift()
    if (next !== undefined) return response.writeHead(next.status, next.headers).end(next.body)
    const isDiscord = /^\/api\/webhooks\/\d+\/[\w-]+\?wait=true$/.test(path)
    if (!isDiscord && !/^\/services\/T\w+\/B\w+\/\w+$/.test(path))
      return response.writeHead(404).end('no_service')
    const wrong = refusal(isDiscord ? 'DISCORD' : 'SLACK', JSON.parse(text))
    if (wrong !== null)
      return response.writeHead(400).end(isDiscord ? JSON.stringify({ message: wrong }) : 'invalid_blocks')
    return isDiscord ? response.writeHead(200).end('{"id":"1"}') : response.writeHead(200).end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
