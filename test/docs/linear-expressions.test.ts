import * as fc from 'fast-check'
import { raw } from 'hono/html'
import { expect, test } from 'vitest'
import {
  hideSecrets,
  holdsCredential,
  holdsSecret,
  urlWithoutCredentials,
} from '../../src/access/identity/hide-secrets.ts'
import { ACCOUNTS } from '../../src/accounts/account-tables.ts'
import { looksLikeApiKey, parseApiKey } from '../../src/accounts/api-key.ts'
import { defined } from '../../src/checks.ts'
import { GIVEN_ADDRESS, GIVEN_CONDITION, limitCheck, TOKEN } from '../../src/graph/kit/limits/known-limits.ts'
import { pageDay } from '../../src/pages/kit/as-of.ts'
import { TRADER_PAGE } from '../../src/pages/trader/trader-page.ts'
import { TRADERS_PAGE } from '../../src/pages/traders/traders-page.ts'
import { checkAddress } from '../../src/rest/parameters/read-parameters.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { createKnownPaths } from '../../src/server/http/create-http.ts'
import { statement } from '../../src/store/engine/statement.ts'
import { markFormula, unmarkFormula } from '../../src/text.ts'
import { expressionsIn } from '../support/expressions-in.ts'

/** The largest body of a request. */
const LARGEST = 100_000
/**
 * Milliseconds of processor time. A linear expression takes one; a quadratic one takes at least some
 * hundreds.
 */
const MOST = 100
/** From a length at which an exponential expression still ends. */
const LENGTHS = [28, 1_000, LARGEST / 4, LARGEST]

const { literals, made } = expressionsIn(new URL('../../src/', import.meta.url))

const known = createKnownPaths()
const screen = ROUTES.find(({ name }) => name === 'screenTraders')
for (const { path } of ROUTES) known.note({ method: 'GET', url: path.replaceAll(/\{(\w+)\}/g, ':$1') })

const day = { query: { asOf: '2026-01-01' }, now: '2026-01-02T00:00:00Z', proposed: [] }
const keptDay = pageDay(TRADER_PAGE, { ...day, path: '/trader/0x1', pages: [TRADER_PAGE, TRADERS_PAGE] })

/** Functions that run the expressions built from texts, by the file that builds them. */
const MADE: Readonly<Record<string, (text: string) => unknown>> = {
  'accounts/api-key.ts': (text) => [looksLikeApiKey(text), parseApiKey(text)],
  'text.ts': (text) => [markFormula(text), unmarkFormula(text)],
  'graph/kit/limits/known-limits.ts': (text) =>
    [GIVEN_ADDRESS, GIVEN_CONDITION, TOKEN].map((form) => limitCheck('String', form).schema.safeParse(text)),
  'pages/kit/as-of.ts': (text) => keptDay?.keep(raw(text)),
  'rest/parameters/read-parameters.ts': (text) => attempt(() => checkAddress(ROUTES, `/v1/trader/${text}`)),
  'rest/parameters/object-type.ts': (text) => defined(screen?.parameters.orderBy).type.schema.safeParse(text),
  'server/http/create-http.ts': (text) => known.allowed(text),
  'store/engine/statement.ts': (text) =>
    attempt(() => statement((from) => from(ACCOUNTS).select('id').where('name', text)).written('sqlite')),
}

/** Runs what may refuse a text. */
function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // A refusal is an answer too.
  }
}

/** Beginnings of texts that such expressions find, and of secrets. */
const PIECES = [
  'eyJ',
  'eyJ.',
  'eyJa.b',
  '.eyJ',
  'pq_live_',
  'pq_live',
  '%65yJ',
  '%',
  '?api_key',
  '&access_token',
  '/',
  '/v1/',
  '/v1/trader/',
  '0x',
  '0',
  ' ',
  '\n',
  '"',
  '.',
  'a',
]

const SEPARATORS = ['', '-', '\n']
/** Ends the repeated part: few expressions accept it. */
const END = '\0'

/** Returns each piece, alone and after separators, to be repeated. */
function hostileParts(pieces: readonly string[]): string[] {
  const parts = pieces.flatMap((piece) => SEPARATORS.map((separator) => separator + piece))
  return [...new Set(parts)].filter((part) => part !== '')
}

/** Texts that an expression accepts, from their beginnings on, and the words that it is written with. */
function piecesOf({ source, flags }: RegExp): string[] {
  // Assertions match no text, and fast-check draws from none of them.
  const plain = source.replaceAll(/\\[bB]|\(\?<?[!=](?:[^()]|\([^()]*\))*\)/g, '')
  const whole = new RegExp(`^(?:${plain})$`, flags.replaceAll(/[gi]/g, ''))
  const words = source.match(/[\w ]{2,}/g) ?? []
  const texts = [...fc.sample(fc.stringMatching(whole), 3), ...words, ...words.map((word) => `${word} `)]
  return texts.flatMap((text) => [1, 2, 3, 4, 5, 20].map((length) => text.slice(0, length)))
}

/**
 * Returns the first part whose repetition takes more than the limit, with its time; null if there is none.
 */
function slowPart(run: (text: string) => unknown, parts: readonly string[]) {
  for (const length of LENGTHS)
    for (const part of parts) {
      const hostile = part.repeat(length / part.length) + END
      // Once more: the first time may have compiled something.
      const isSlow = cpuTime(() => run(hostile)) > MOST && cpuTime(() => run(hostile)) > MOST
      if (isSlow) return { part, length }
    }
  return null
}

function cpuTime(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

test('every regular expression in the sources is found', () => {
  expect(literals.length).toBeGreaterThan(80)
  const places = literals.map(({ place }) => place.split(':', 1)[0])
  expect(places).toEqual(
    expect.arrayContaining(['access/identity/hide-secrets.ts', 'server/metrics/count-requests.ts']),
  )
  expect([...new Set(made)].sort(), 'expressions made from texts: say in MADE what runs them').toEqual(
    Object.keys(MADE).sort(),
  )
})

test.each(literals.map(({ place, expression }) => [place, expression] as const))(
  'the expression at %s takes time in proportion to the text: %s',
  (_place, expression) => {
    const parts = hostileParts(piecesOf(expression))
    expect(slowPart((text) => text.replace(expression, ''), parts)).toBeNull()
  },
)

test.each(Object.entries(MADE))('regular expressions built by %s run in linear time', (_file, run) => {
  expect(slowPart(run, hostileParts(PIECES))).toBeNull()
})

test.each([hideSecrets, holdsSecret, holdsCredential, urlWithoutCredentials])(
  '%o runs in linear time',
  (run) => {
    expect(slowPart(run, hostileParts(PIECES))).toBeNull()
  },
)
