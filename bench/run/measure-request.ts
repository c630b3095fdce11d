/**
 * Serves the world that `measure.ts` built, asks one question, and prints the files whose functions ran for it: a process of
 * its own for each question, because a warm one runs fewer.
 */
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { createApp } from '../../src/server/app.ts'
import { signingKey, signToken, startIssuer } from '../../test/access/support/token-issuer.ts'

const ROOT = new URL('../../', import.meta.url).href

interface Question {
  /** The request as people name it. */
  request: string
  path: string
  init?: RequestInit
}

const [name = '', path = '', trader = '', market = ''] = process.argv.slice(2)
const key = await signingKey('ES256', 'main')
const issuer = await startIssuer([key])
const store = await openStore({ kind: 'sqlite', path })
const app = await createApp({ db: store.db, config: configured() })
const address = await app.listen({ host: '127.0.0.1', port: 0 })

const question = (await questions())[name]
if (question === undefined) throw new Error('Ask one of the questions of this file.')
console.log(JSON.stringify(await counted(question)))
await app.close()
await store.close()
await issuer.close()

function configured() {
  const { issuer: issuerName, audience, jwksUrl, tierClaim } = issuer.config
  return loadConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: `sqlite:${path}`,
    JWT_ISSUER: issuerName,
    JWT_AUDIENCE: audience ?? '',
    JWT_JWKS_URL: String(jwksUrl),
    JWT_TIER_CLAIM: tierClaim ?? '',
  })
}

async function questions(): Promise<Readonly<Record<string, Question>>> {
  const iat = Math.floor(Date.now() / 1_000)
  const token = await signToken(key, { sub: 'ahab', tier: 'free', iat, exp: iat + 600 })
  const headers = { authorization: `Bearer ${token}` }
  const query = `{ trader(address: "${trader}") { pnl analytics { summary { pnl } skill { verdict edge } } } }`
  return {
    leaderboard: { request: 'GET /v1/leaderboard/pnl-30d', path: '/v1/leaderboard/pnl-30d' },
    traderPath: { request: 'GET /v1/trader/{address}', path: `/v1/trader/${trader}` },
    trader: {
      request: 'POST /graphql: a trader with analytics',
      path: '/graphql',
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      },
    },
    whales: { request: 'GET /whales', path: '/whales' },
    follow: {
      request: 'PUT /v1/watchlist/{address}',
      path: `/v1/watchlist/${trader}`,
      init: { method: 'PUT', headers },
    },
    holders: { request: 'GET /v1/market/{id}/holders', path: `/v1/market/${market}/holders` },
  }
}

async function counted({ request, path, init }: Question): Promise<{ request: string; paths: string[] }> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  const response = await fetch(address + path, init)
  const body = await response.text()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  if (response.status !== 200) throw new Error(`${request} answered ${response.status}: ${body}`)
  const ran = result.filter(
    ({ url, functions }) =>
      url.startsWith(`${ROOT}src/`) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  )
  return { request, paths: ran.map(({ url }) => fileURLToPath(url).slice(fileURLToPath(ROOT).length)) }
}
