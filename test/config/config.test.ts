import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { CONFIG_VARIABLES } from '../../src/config/config-variables.ts'
import { CommandError } from '../../src/errors.ts'

function refusal(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`)
}

const SIGN_IN = {
  OIDC_CLIENT_ID: 'pequod',
  OIDC_CLIENT_SECRET: 'x',
  JWT_ISSUER: 'https://id.example/',
  JWT_AUDIENCE: 'pequod',
  JWT_JWKS_URL: 'https://id.example/jwks',
}

describe('an empty environment’s configuration', () => {
  test('gives the defaults', () => {
    expect(loadConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      database: { kind: 'sqlite', path: 'pequod.db', data: { memoryMiB: 512 } },
      dataLagSeconds: 0,
      replica: null,
      redisUrl: null,
      jwt: null,
      signIn: null,
      rateLimits: { anonymous: 5, user: 5, key: 10 },
      load: { maxInFlight: 1_000, maxWaitMs: 2_000 },
      rpcUrl: null,
      portalUrl: null,
      publicUrl: null,
      blockExplorerUrl: null,
      lotEvents: 150_000,
      gammaUrl: 'https://gamma-api.polymarket.com',
      dataApiUrl: 'https://data-api.polymarket.com',
      trustProxy: { kind: 'hops', hops: 0 },
      corsOrigins: [],
      embedOrigins: [],
      whaleMinUsd: 10_000_000_000,
      whaleDelayMinutes: 60,
      secretsKeys: [],
      logKey: null,
      delivery: {
        origins: { discord: 'https://discord.com', slack: 'https://hooks.slack.com' },
        webhookAllowPrivate: false,
        telegram: null,
        email: null,
        push: null,
        keepsAll: false,
      },
      trustedDocuments: { only: false, file: null },
      isSubgraph: false,
      logLevel: 'info',
      drainSeconds: 0,
      isFast: true,
    })
  })

  test('is the same as one of empty variables', () => {
    const empty = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, ' ']))
    expect(loadConfig(empty)).toEqual(loadConfig({}))
  })
})

describe('accepted values of the environment', () => {
  test.each([
    ['sqlite:/var/lib/x.db', { kind: 'sqlite', path: '/var/lib/x.db' }],
    ['sqlite:///var/lib/x.db', { kind: 'sqlite', path: '/var/lib/x.db' }],
    ['sqlite::memory:', { kind: 'sqlite', path: ':memory:' }],
    ['postgres://u:p@h:5432/d', { kind: 'postgres', url: 'postgres://u:p@h:5432/d' }],
    ['postgresql:///d?host=/run/pg', { kind: 'postgres', url: 'postgresql:///d?host=/run/pg' }],
  ])('DATABASE_URL %s', (text, expected) => {
    expect(loadConfig({ DATABASE_URL: text }).database).toEqual({ ...expected, data: { memoryMiB: 512 } })
  })

  test('every port, and every amount of dollars to the micro', () => {
    fc.assert(
      fc.property(fc.nat(65_535), fc.nat(9_000_000_000_000), (port, micro) => {
        const dollars = `${Math.floor(micro / 1e6)}.${String(micro % 1e6).padStart(6, '0')}`
        const config = loadConfig({ PORT: String(port), WHALE_MIN_USD: dollars })
        expect([config.port, config.whaleMinUsd]).toEqual([port, micro])
      }),
    )
  })

  test('TRUST_PROXY as hops and as networks', () => {
    expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toEqual({ kind: 'hops', hops: 2 })
    const trust = loadConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.7' }).trustProxy
    if (trust.kind !== 'networks') throw new Error('expected networks')
    const trusted = (address: string, version: 'ipv4' | 'ipv6') => trust.networks.check(address, version)
    expect(trusted('10.1.2.3', 'ipv4') && trusted('fd12::1', 'ipv6') && trusted('192.0.2.7', 'ipv4')).toBe(
      true,
    )
    expect(trusted('11.1.2.3', 'ipv4') || trusted('fe80::1', 'ipv6') || trusted('192.0.2.8', 'ipv4')).toBe(
      false,
    )
  })

  test('bearer tokens with all their settings', () => {
    const env = { JWT_ISSUER: 'https://id.example/', JWT_AUDIENCE: 'pequod', JWT_TIER_CLAIM: 'tier' }
    const jwt = loadConfig({ ...env, JWT_JWKS_URL: 'http://127.0.0.1:9/jwks' }).jwt
    expect(jwt).toEqual({
      issuer: 'https://id.example/',
      audience: 'pequod',
      jwksUrl: new URL('http://127.0.0.1:9/jwks'),
      tierClaim: 'tier',
    })
  })
})

describe('a bad value in the environment', () => {
  test.each([
    [
      { PORT: '70000' },
      'PORT="70000" is above 65535; accepted: a whole number from 0 to 65535 (0: any free port).',
    ],
    [{ PORT: '4e3' }, 'PORT="4e3" is not a whole number'],
    [
      { PUBLIC_URL: 'https://pequod.example/api' },
      'PUBLIC_URL="https://pequod.example/api" is not an origin',
    ],
    [{ PUBLIC_URL: 'ftp://pequod.example' }, 'PUBLIC_URL="ftp://pequod.example" is not an origin'],
    [{ HOST: 'a b' }, 'HOST="a b" is not a host name'],
    [{ RATE_LIMIT_KEY: '0' }, 'RATE_LIMIT_KEY="0" is below 1'],
    [{ RATE_LIMIT_USER: '-1' }, 'RATE_LIMIT_USER="-1" is not a whole number'],
    [{ DATABASE_URL: 'sqlite:' }, 'DATABASE_URL names no file'],
    [
      { DATABASE_URL: 'mysql://h/d' },
      'DATABASE_URL is not a database address; accepted: sqlite:FILE or postgres://',
    ],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL is not such an address'],
    [{ DATABASE_REPLICA_URL: 'postgres://h/d' }, 'DATABASE_REPLICA_URL is set but DATABASE_URL is SQLite'],
    [{ JWT_ISSUER: 'x', JWT_AUDIENCE: 'y' }, 'JWT_JWKS_URL is not set'],
    [{ JWT_TIER_CLAIM: 'tier' }, 'JWT_ISSUER is not set'],
    [{ OIDC_CLIENT_ID: 'pequod' }, 'OIDC_CLIENT_SECRET is not set'],
    [{ OIDC_CLIENT_ID: 'pequod', OIDC_CLIENT_SECRET: 'x' }, 'JWT_ISSUER is not set'],
    [{ ...SIGN_IN, PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
    [{ ...SIGN_IN, PUBLIC_URL: 'http://pequod.example' }, 'must be https'],
    [
      { ...SIGN_IN, PUBLIC_URL: 'https://pequod.example', JWT_ISSUER: 'http://id.example/' },
      'JWT_ISSUER must be https',
    ],
    [
      { JWT_ISSUER: 'x', JWT_AUDIENCE: 'y', JWT_JWKS_URL: 'http://id.example/jwks' },
      'JWT_JWKS_URL is neither https nor loopback',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY="10.0.0.0/33" is neither a number of hops nor a list of networks',
    ],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY="true" is neither'],
    [{ TRUST_PROXY: '10.0.0.1,' }, 'TRUST_PROXY="10.0.0.1," is neither'],
    [{ WHALE_MIN_USD: '1.0000001' }, 'WHALE_MIN_USD="1.0000001" is not an amount of dollars'],
    [{ WHALE_MIN_USD: '9999999999' }, 'WHALE_MIN_USD="9999999999" is more than the ledger can hold'],
    [{ WHALE_DELAY_MINUTES: '99999' }, 'WHALE_DELAY_MINUTES="99999" is above 1440'],
    [{ SECRETS_KEY: 'c2hvcnQ=' }, 'SECRETS_KEY is not 32 bytes in base64'],
    [{ LOG_KEY: 'c2hvcnQ=' }, 'LOG_KEY is not 32 bytes in base64'],
    [{ WEBHOOK_ALLOW_PRIVATE: '1' }, 'WEBHOOK_ALLOW_PRIVATE="1" is neither yes nor no'],
    [{ SMTP_URL: 'smtp://u:p@h' }, 'MAIL_FROM is not set'],
    [{ MAIL_FROM: 'a@b.example' }, 'SMTP_URL is not set'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL="loud" is not a level; accepted: fatal, error, warn'],
    [{ GAMMA_URL: 'ftp://h' }, 'GAMMA_URL is not such an address'],
  ])('%j is refused', (env, message) => {
    expect(refusal(env)).toContain(message)
  })

  test('is named in one line without its secret', () => {
    const secrets = CONFIG_VARIABLES.filter((variable) => variable.secret)
    expect(secrets.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL', 'SECRETS_KEY', 'RPC_URL']),
    )
    for (const { name } of secrets.filter(
      (variable) => !['JWT_JWKS_URL', 'OIDC_CLIENT_SECRET'].includes(variable.name),
    )) {
      const message = refusal({ [name]: 'hunter2\nx' })
      expect(message).toContain(name)
      expect(message).not.toContain('hunter2')
      expect(message).not.toContain('\n')
    }
  })
})

test('the table of variables describes each once, with defaults that are accepted', () => {
  expect(new Set(CONFIG_VARIABLES.map(({ name }) => name)).size).toBe(CONFIG_VARIABLES.length)
  for (const variable of CONFIG_VARIABLES) {
    expect(variable.description).toMatch(/^[A-Z].*\.$/)
    if (variable.default !== null) expect(variable.schema.safeParse(variable.default).success).toBe(true)
  }
})
