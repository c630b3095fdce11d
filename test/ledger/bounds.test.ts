import { describe, expect, test } from 'vitest'
import { EARLIEST_TIME, latestTime, TEXT_BOUNDS } from '../../src/ledger/bounds.ts'
import { Refused } from '../../src/sources/field-checks.ts'
import { createCanonicalFillReader } from '../../src/sources/files/canonical-fill.ts'
import { type ApiRowsBatch, readActivity } from '../../src/sources/files/data-api-rows.ts'
import { readGamma } from '../../src/sources/files/gamma.ts'
import { parseEventLine } from '../../src/sources/files/parse-event-line.ts'
import { fetchMarkets } from '../../src/sources/http/fetch-markets.ts'
import { fetchTraderNames } from '../../src/sources/http/fetch-trader-names.ts'
import { loopbackApi } from '../sources/support/loopback-api.ts'
import { temporaryFiles } from '../sources/support/temporary-files.ts'

const files = temporaryFiles()
const wallet = `0x${'ab'.repeat(20)}`
const hash = `0x${'cd'.repeat(32)}`
const TIME = 1_771_269_605

/** A reader's result for one text: the stored value, and the reason for a refusal. */
interface Reading {
  kept: unknown
  refusals: string[]
}
/** One text of one kind as one reader meets it. */
interface Place {
  reader: string
  field: string
  bound: number
  read(text: string): Promise<Reading>
}

function line(kind: object, keptOf: (record: unknown) => unknown): Reading {
  try {
    return { kept: keptOf(parseEventLine(JSON.stringify(kind))), refusals: [] }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { kept: null, refusals: [error.message] }
  }
}
const marketLine = (fields: object) =>
  line({ kind: 'MARKET', condition: hash, tokens: [], outcomes: [], ...fields }, (record) => record)
const traderLine = (fields: object) =>
  line({ kind: 'TRADER', address: wallet, ...fields }, (record) => record)

const row = {
  proxyWallet: wallet,
  timestamp: TIME,
  conditionId: hash,
  transactionHash: hash,
  type: 'TRADE',
  size: 1,
  usdcSize: 0.5,
  price: 0.5,
  asset: '77',
  side: 'BUY',
  outcomeIndex: 0,
}
async function apiRow(fields: object) {
  const read: Pick<ApiRowsBatch, 'rows' | 'refusals'> = { rows: [], refusals: [] }
  for await (const batch of readActivity(files.write(JSON.stringify([{ ...row, ...fields }])))) {
    read.rows.push(...batch.rows)
    read.refusals.push(...batch.refusals)
  }
  return read
}
async function activity(fields: object): Promise<Reading> {
  const { rows, refusals } = await apiRow(fields)
  // The trade counts regardless of its wallet's name.
  expect(rows.map(({ record }) => record?.kind)).toEqual(['FILL'])
  const kept = rows.map(({ leftOut: _, ...told }) => told)
  return { kept, refusals: refusals.map(({ reason }) => reason) }
}

const gammaMarket = { conditionId: hash, outcomes: '["Yes","No"]', clobTokenIds: '["11","22"]' }
async function gammaFile(fields: object): Promise<Reading> {
  const kept: unknown[] = []
  const refusals: string[] = []
  for await (const batch of readGamma(files.write(JSON.stringify([{ ...gammaMarket, ...fields }])))) {
    kept.push(...batch.markets)
    refusals.push(...batch.refusals.map(({ reason }) => reason))
  }
  return { kept, refusals }
}
async function gammaHttp(fields: object): Promise<Reading> {
  const { url } = await loopbackApi({ '/markets': () => [{ ...gammaMarket, ...fields }] })
  const kept: unknown[] = []
  const refusals: string[] = []
  for await (const page of fetchMarkets({ url, closed: true })) {
    kept.push(...page.markets)
    refusals.push(...page.refusals.map(({ reason }) => reason))
  }
  return { kept, refusals }
}
async function namesHttp(fields: object): Promise<Reading> {
  const { url } = await loopbackApi({ '/v1/leaderboard': () => [{ proxyWallet: wallet, ...fields }] })
  const kept: unknown[] = []
  const refusals: string[] = []
  const onRefusal = ({ reason }: { reason: string }) => refusals.push(reason)
  for await (const trader of fetchTraderNames({ url, addresses: [wallet as never], onRefusal }))
    kept.push(trader)
  return { kept, refusals }
}

const { name, question, slug, bio, picture } = TEXT_BOUNDS
const place = (
  reader: string,
  field: string,
  bound: number,
  read: (text: string) => Reading | Promise<Reading>,
): Place => ({ reader, field, bound, read: async (text) => read(text) })
const PLACES: Place[] = [
  place('event lines', 'question', question, (text) => marketLine({ question: text })),
  place('event lines', 'slug', slug, (text) => marketLine({ slug: text })),
  place('event lines', 'outcomes[0]', name, (text) => marketLine({ outcomes: [text, 'No'] })),
  place('event lines', 'tags[1]', slug, (text) => marketLine({ tags: ['all', text] })),
  place('event lines', 'event.id', slug, (text) => marketLine({ event: { id: text } })),
  place('event lines', 'event.title', question, (text) => marketLine({ event: { id: '1', title: text } })),
  place('event lines', 'event.slug', slug, (text) => marketLine({ event: { id: '1', slug: text } })),
  place('event lines', 'username', name, (text) => traderLine({ username: text })),
  place('event lines', 'xUsername', name, (text) => traderLine({ xUsername: text })),
  place('event lines', 'bio', bio, (text) => traderLine({ bio: text })),
  place('event lines', 'profileImage', picture, (text) => traderLine({ profileImage: `https://${text}` })),
  place('the Data API', 'title', question, (text) => activity({ title: text })),
  place('the Data API', 'slug', slug, (text) => activity({ slug: text })),
  place('the Data API', 'eventSlug', slug, (text) => activity({ eventSlug: text })),
  place('the Data API', 'outcome', name, (text) => activity({ outcome: text })),
  place('the Data API', 'name', name, (text) => activity({ name: text })),
  place('the Data API', 'pseudonym', name, (text) => activity({ pseudonym: text })),
  place('the Data API', 'bio', bio, (text) => activity({ bio: text })),
  place('the Data API', 'profileImage', picture, (text) => activity({ profileImage: `https://${text}` })),
  ...(
    [
      ['a file of Gamma', gammaFile],
      ['Gamma over HTTP', gammaHttp],
    ] as const
  ).flatMap(([reader, read]) => [
    place(reader, 'question', question, (text) => read({ question: text })),
    place(reader, 'slug', slug, (text) => read({ slug: text })),
    place(reader, 'outcomes[0]', name, (text) => read({ outcomes: JSON.stringify([text, 'No']) })),
    place(reader, 'tags.1.slug', slug, (text) => read({ tags: [{ slug: 'all' }, { slug: text }] })),
    place(reader, 'events.0.title', question, (text) => read({ events: [{ id: 1, title: text }] })),
    place(reader, 'events.0.slug', slug, (text) => read({ events: [{ id: 1, slug: text }] })),
    place(reader, 'events.0.id', slug, (text) => read({ events: [{ id: text }] })),
  ]),
  place('names over HTTP', 'userName', name, (text) => namesHttp({ userName: text })),
  place('names over HTTP', 'xUsername', name, (text) => namesHttp({ xUsername: text })),
  place('names over HTTP', 'bio', bio, (text) => namesHttp({ bio: text })),
  place('names over HTTP', 'profileImage', picture, (text) => namesHttp({ profileImage: `https://${text}` })),
]

describe('bounds of third-party text', () => {
  test.each(PLACES)(
    '$field in $reader has at most $bound characters, and is refused by that name',
    async ({ field, bound, read }) => {
      // A whale is one character and two units; of a picture's address 8 characters are its beginning.
      const isPicture = field === 'profileImage'
      const fill = (count: number) => (isPicture ? 'a'.repeat(count - 8) : '🐋'.repeat(count))
      const within = await read(fill(bound))
      expect(within.refusals).toEqual([])
      expect(JSON.stringify(within.kept)).toContain(fill(bound))
      for (const text of [fill(bound + 1), 'a'.repeat(400_000)]) {
        const beyond = await read(text)
        expect(beyond.refusals).toHaveLength(1)
        expect(beyond.refusals[0]).toContain(field)
        expect(beyond.refusals[0]).toContain(`at most ${bound} are possible`)
        expect(beyond.refusals[0]?.length).toBeLessThan(250)
        expect(JSON.stringify(beyond.kept)).not.toContain(text)
      }
    },
  )
})

describe('a picture’s URL must be https', () => {
  const readers = [
    ['event lines', (text: string) => traderLine({ profileImage: text })],
    ['the Data API', (text: string) => activity({ profileImage: text })],
    ['names over HTTP', (text: string) => namesHttp({ userName: 'One', profileImage: text })],
  ] as const
  test.each(readers)('in %s', async (_reader, read) => {
    for (const text of [
      'javascript:alert(1)',
      'http://pictures/1.png',
      'data:image/png;base64,AAAA',
      '//pictures/1.png',
      'https://',
      'https://pictures/1 2.png',
      'https:pictures',
      ' javascript:https://x',
    ]) {
      const { kept, refusals } = await read(text)
      expect(refusals).toEqual([
        expect.stringMatching(/^profileImage is ".*": an https:\/\/ address is needed/),
      ])
      expect(JSON.stringify(kept)).not.toContain(text.trim())
    }
    expect((await read('HTTPS://pictures/1.png')).refusals).toEqual([])
  })
})

describe('the bound of 256 outcomes and 100 tags of a market', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`)
  const readers = [
    ['event lines', (outcomes: string[], tags: string[]) => marketLine({ outcomes, tags })],
    ...([gammaFile, gammaHttp] as const).map(
      (read) =>
        [
          read.name,
          (outcomes: string[], tags: string[]) =>
            read({
              outcomes: JSON.stringify(outcomes),
              clobTokenIds: '[]',
              tags: tags.map((tag) => ({ slug: tag })),
            }),
        ] as const,
    ),
  ] as const
  test.each(readers)('in %s', async (_reader, read) => {
    expect((await read(names(256), names(100))).refusals).toEqual([])
    expect((await read(names(257), [])).refusals).toEqual([
      expect.stringMatching(/outcomes.*at most 256 entries/),
    ])
    expect((await read(names(2), names(101))).refusals).toEqual([expect.stringMatching(/tags.*at most 100/)])
  })
})

describe('an event’s time must lie between 2020 and a day from now', () => {
  const FILL = {
    kind: 'FILL',
    block: 1,
    logIndex: 0,
    tx: hash,
    time: TIME,
    exchange: null,
    owner: wallet,
    counterparty: null,
    role: null,
    side: 'BUY',
    token: '7',
    shares: '2',
    usd: '1',
    fee: '0',
    feeIn: 'USD',
    orderHash: null,
  }
  const YEAR_2242 = 8_583_000_000
  const possible = () => [EARLIEST_TIME, TIME, latestTime() - 60]
  const impossible = () => [1, EARLIEST_TIME - 1, latestTime() + 60, YEAR_2242]
  const reason =
    /^time(?:stamp)? is \d+ \([\d-]+T[\d:]+Z\): a time from 2020-01-01 to a day from now is needed$/

  test('in event lines, by the fast and the careful parser', () => {
    const quick = createCanonicalFillReader()
    const read = (time: number) => {
      const bytes = Buffer.from(JSON.stringify({ ...FILL, time }))
      const { refusals } = line({ ...FILL, time }, (record) => record)
      return { quick: quick(bytes, 0, bytes.length)?.time ?? null, refusals }
    }
    for (const time of possible()) expect(read(time)).toEqual({ quick: time, refusals: [] })
    for (const time of impossible())
      expect(read(time)).toEqual({ quick: null, refusals: [expect.stringMatching(reason)] })
  })

  test('in rows of the Data API, as seconds and as text', async () => {
    const written = (time: number) => new Date(time * 1_000).toISOString().replace('T', ' ').slice(0, 19)
    for (const spell of [(time: number) => time, String, written]) {
      for (const time of possible())
        expect((await apiRow({ timestamp: spell(time) })).rows[0]?.record).toMatchObject({ time })
      for (const time of impossible()) {
        const { rows, refusals } = await apiRow({ timestamp: spell(time) })
        expect(rows).toEqual([])
        expect(refusals).toEqual([{ line: 1, reason: expect.stringMatching(reason) }])
      }
    }
  })
})
