import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBearerVerifier } from '../../src/access/identity/bearer.ts'
import { type Credentials, type IdentifyDeps, identify } from '../../src/access/identity/identify.ts'
import { issueKey } from '../../src/accounts/account-keys.ts'
import { createAccountCache, createAccountStore } from '../../src/accounts/accounts.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { signingKey, signToken, startIssuer } from '../../test/access/support/token-issuer.ts'

const KEYS = 2_000
const TOKENS = 1_000
const ROUNDS = 20

/** Microseconds that each of these requests takes to tell who sent it, one after the other. */
async function microseconds(deps: IdentifyDeps, requests: readonly Credentials[], rounds: number) {
  const start = performance.now()
  for (let round = 0; round < rounds; round++) for (const request of requests) await identify(request, deps)
  return ((performance.now() - start) * 1_000) / (requests.length * rounds)
}

function request(given: Partial<Credentials>): Credentials {
  return { authorization: [], apiKey: [], address: '203.0.113.9', ...given }
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-identify-'))
const store = await openStore({ kind: 'sqlite', path: join(folder, 'bench.db') })
const signing = await Promise.all(['RS256', 'ES256', 'EdDSA'].map((alg) => signingKey(alg, alg)))
const issuer = await startIssuer(signing)
try {
  const accounts = createAccountStore(store.db)
  const { id: accountId } = await accounts.createAccount('bench', 'PRO')
  const byKey: Credentials[] = []
  for (let index = 0; index < KEYS; index++) {
    const { key } = await issueKey(accounts, { accountId, name: `key ${index}`, expiresAt: null })
    byKey.push(request({ apiKey: [key] }))
  }
  /** Identity's dependencies with empty caches. Last uses are not recorded: that happens once a minute per key. */
  const forgetful = (): IdentifyDeps => ({
    accounts: { ...createAccountCache(accounts), touch() {} },
    bearer: createBearerVerifier(issuer.config),
    limits: { anonymous: 5, user: 5, key: 10 },
  })

  const anonymous = await microseconds(forgetful(), Array(KEYS).fill(request({})), ROUNDS)
  const times = (time: number) => `${time.toFixed(1)} µs (${(time / anonymous).toFixed(0)} ×)`
  console.log(`identify: nobody ${times(anonymous)}`)

  const deps = forgetful()
  const read = await microseconds(deps, byKey, 1)
  console.log(
    `API key: read from SQLite ${times(read)} · remembered ${times(await microseconds(deps, byKey, ROUNDS))}`,
  )

  const exp = Math.floor(Date.now() / 1_000) + 3_600
  for (const key of signing) {
    const tokens = Array.from({ length: TOKENS }, (_, index) => signToken(key, { exp, jti: String(index) }))
    const byToken = (await Promise.all(tokens)).map((token) =>
      request({ authorization: [`Bearer ${token}`] }),
    )
    const fresh = forgetful()
    const [first = request({})] = byToken
    await identify(first, fresh) // the issuer's keys are fetched once in five minutes
    const checked = await microseconds(fresh, byToken, 1)
    const known = await microseconds(fresh, byToken, ROUNDS)
    console.log(`${key.alg} token: checked ${times(checked)} · remembered ${times(known)}`)
  }
} finally {
  await issuer.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
}
