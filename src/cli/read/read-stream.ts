import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../checks.ts'
import { CommandError } from '../../errors.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import { type Cell, cents, dollars, growingTable, minute, number } from '../screen/text-table.ts'
import { addressOf, keyHeaders } from './ask-service.ts'
import { endingOfProcess, HEADING, LOOK_MS } from './read-whales.ts'

export type StreamName = 'trades' | 'activity' | 'prices' | 'standings'

/** Parameters of REST, beside the service and the place to begin after. */
export interface StreamOptions extends PrintOptions {
  server: string
  cursor?: string
  [parameter: string]: unknown
}

interface Message {
  cursor: string
  kind: string
  [part: string]: unknown
}

const CUT = 'The line was cut; the stream goes on after the last message.'

/**
 * `pequod stream`: prints the messages of a stream until stopped, and reconnects after the last one, so that none is lost and none is
 * printed twice. Throws a CommandError if the service refuses.
 */
export async function readStream(
  { screen, env, ending: signal = endingOfProcess(), lookMs = LOOK_MS }: CommandContext,
  name: StreamName,
  { server, json, cursor = '', ...parameters }: StreamOptions,
): Promise<void> {
  const given = Object.entries(parameters).map(([key, value]) => [key, String(value)])
  const url = `${addressOf(server)}/v1/${name}/stream?${new URLSearchParams(given)}`
  const { heading, row } = TABLES[name]
  const table = growingTable(['MESSAGE', ...heading])
  let last = cursor
  let wasOpen = false
  while (!signal.aborted) {
    const headers = { ...keyHeaders(env), ...(last && { 'last-event-id': last }) }
    try {
      for await (const message of messagesOf(url, headers, signal)) {
        last = message.cursor
        wasOpen = true
        if (json) screen.print(JSON.stringify(message))
        else if (message.kind !== 'position')
          for (const line of table([[message.kind, ...row(message)]])) screen.print(line)
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      if (!wasOpen && !signal.aborted)
        throw new CommandError(`${server} cannot be reached, or is busy.`, { cause: error })
    }
    if (signal.aborted) return
    screen.note(CUT)
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}

/** The messages of one connection. Rejects with a CommandError for a refusal, and with any other error where coming back may help. */
async function* messagesOf(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<Message> {
  // Following a redirect would send the API key to another host.
  const answer = await fetch(url, { headers, signal, redirect: 'manual' })
  if (!answer.ok) throw refusalOf(answer.status, await answer.json())
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data === undefined) continue
      const message = JSON.parse(data)
      if (/^event: end$/m.test(part)) throw refusalOf(PASSING.has(message.code) ? 503 : 403, message)
      yield message
    }
  }
}

/** Ends of a stream after which it goes on. */
const PASSING: ReadonlySet<unknown> = new Set(['SLOW_CONSUMER', 'SERVICE_UNAVAILABLE'])

function refusalOf(status: number, body: unknown): Error {
  const detail = isObject(body) ? String(body.detail) : `The service answered with status ${status}.`
  return status === 429 || status >= 500 ? new Error(detail) : new CommandError(detail)
}

const TABLES: Readonly<Record<StreamName, { heading: string[]; row(message: Message): Cell[] }>> = {
  trades: {
    heading: HEADING,
    row: ({ trade }) => eventCells(trade),
  },
  activity: {
    heading: ['KIND', ...HEADING],
    row: ({ event }) => [textOf(event, 'kind'), ...eventCells(event)],
  },
  prices: {
    heading: ['TIME (UTC)', 'OUTCOME', 'PRICE', 'MARKET'],
    row: ({ time, outcome, price, market }) => [
      minute(typeof time === 'string' ? time : null),
      textOf(outcome, 'name'),
      cents(numberOf(price)),
      textOf(market, 'question'),
    ],
  },
  standings: {
    heading: ['RANK', 'BEFORE', 'TRADER'],
    row: ({ rank, previousRank, trader }) => [
      number(numberOf(rank)),
      number(numberOf(previousRank)),
      textOf(trader, 'username', 'address'),
    ],
  },
}

function eventCells(event: unknown): Cell[] {
  const of = Object(event) as Record<string, unknown>
  return [
    minute(typeof of.time === 'string' ? of.time : null),
    textOf(of.trader, 'username', 'address'),
    textOf(of, 'side'),
    textOf(of, 'outcome'),
    dollars(numberOf(of.usd)),
    cents(numberOf(of.price)),
    textOf(of.market, 'question', 'condition'),
  ]
}

/** The first of some members that is a text. */
function textOf(value: unknown, ...names: string[]): string {
  const texts = names.map((name) => Object(value)[name])
  return String(texts.find((text) => typeof text === 'string') ?? '')
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
