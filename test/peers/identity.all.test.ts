import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { type RunningService, startService } from '../e2e/support/running-service.ts'
import { type IdentityProvider, startProvider, USERS } from './identity-provider.ts'

/** The parts of the answers that the tests read. */
interface Answer {
  data?: {
    viewer: { kind: string; tier: string }
    createApiKey: { key: string; apiKey: { id: string } }
    revokeApiKey: { apiKey: { state: string } }
  } | null
  errors?: { extensions: { code: string } }[]
}

describe('two processes, one store, and a real identity provider', () => {
  let provider: IdentityProvider
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let services: RunningService[] = []

  beforeAll(async () => {
    provider = await startProvider()
    folder = await temporaryFolder()
    const limits = { RATE_LIMIT_ANONYMOUS: '1000', RATE_LIMIT_USER: '1000', RATE_LIMIT_KEY: '1000' }
    const options = { cwd: folder.path, env: { ...provider.env, ...limits, LOG_LEVEL: 'warn' } }
    // One after the other: the first makes the store's tables.
    services = [await startService([], options), await startService([], options)]
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()))
    await provider.close()
    await folder.remove()
  })

  const urlOf = (which: number) => services[which]?.url ?? ''
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  async function ask(which: number, query: string, headers: Record<string, string>) {
    const response = await fetch(`${urlOf(which)}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
    return { status: response.status, ...((await response.json()) as Answer) }
  }
  const tierOf = async (which: number, headers: Record<string, string>) => {
    const { status, data } = await ask(which, '{ viewer { tier } }', headers)
    return data?.viewer.tier ?? status
  }
  const everywhere = (headers: Record<string, string>) =>
    Promise.all([tierOf(0, headers), tierOf(1, headers)])

  it.each(Object.keys(USERS))('accept a token of %s with its tier', async (user) => {
    const { data } = await ask(0, '{ viewer { kind tier } }', bearer(await provider.token(user)))
    expect(data?.viewer).toEqual({ kind: 'USER', tier: user === 'ahab' ? 'PRO' : 'FREE' })
  })

  it('accept a key that the other created, and apply its account’s tier and its revocation within seconds', async () => {
    const owner = bearer(await provider.token('ishmael'))
    const created = await ask(
      0,
      'mutation { createApiKey(input: { name: "harpoon" }) { key apiKey { id } } }',
      owner,
    )
    const { key = '', apiKey } = created.data?.createApiKey ?? {}
    const headers = { 'x-api-key': key }
    expect(await everywhere(headers)).toEqual(['FREE', 'FREE'])

    const promoted = await runPequod(['accounts', 'set-tier', 'ishmael', 'pro'], { cwd: folder.path })
    expect(promoted.status).toBe(0)
    await expect.poll(() => everywhere(headers)).toEqual(['PRO', 'PRO'])
    await expect.poll(() => everywhere(owner)).toEqual(['PRO', 'PRO'])

    const refused = await ask(1, 'mutation { createApiKey(input: { name: "copy" }) { key } }', headers)
    expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const revoked = await ask(
      1,
      `mutation { revokeApiKey(input: { id: "${apiKey?.id}" }) { apiKey { state } } }`,
      owner,
    )
    expect(revoked.data?.revokeApiKey.apiKey.state).toBe('REVOKED')
    await expect.poll(() => everywhere(headers)).toEqual([401, 401])
  })

  it('accept the issuer’s new keys, and refuse withdrawn ones', async () => {
    const unused = bearer(await provider.token('queequeg'))
    await provider.rotate()
    const fresh = bearer(await provider.token('queequeg'))
    // After keys were fetched, ten seconds pass before an unknown one makes the service fetch them again.
    await expect.poll(() => everywhere(fresh), { interval: 250 }).toEqual(['FREE', 'FREE'])
    expect(await everywhere(unused)).toEqual([401, 401])
  })
})
