import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { CommandError } from './errors.ts'
import type { MicroUsd } from './ledger/quantities.ts'
import { MAX_MICRO, MICRO } from './ledger/quantities.ts'

/** Where the ledger and everything derived from it is kept. */
export type DatabaseConfig = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** Which proxies' word on a caller's address is believed: so many hops in front of us, or those in these networks. */
export type TrustProxy = { kind: 'hops'; hops: number } | { kind: 'networks'; networks: BlockList }

/** Whose scripts may read answers: those of any origin, or of these, as browsers spell them. */
export type CorsOrigins = 'any' | readonly string[]

/** Whose bearer tokens are accepted, and what is read off them. */
export interface JwtConfig {
  /** The only accepted `iss`. */
  issuer: string
  /** Must be among the token's `aud`. */
  audience: string
  /** Where the issuer publishes its keys: https, or http on loopback. */
  jwksUrl: URL
  /** The claim that holds the tier; null: the tier is the account's. */
  tierClaim: string | null
}

/** Requests a second that a caller may make. */
export interface RateLimits {
  /** For each address (IPv6: each /64) without credentials. */
  anonymous: number
  /** For each user with a bearer token. */
  user: number
  /** For each API key. */
  key: number
}

/** What whale alerts are delivered through. */
export interface DeliveryConfig {
  /** True: webhooks may be plain http and at private addresses. */
  webhookAllowPrivate: boolean
  /** The bot that writes to Telegram chats; null: none. */
  telegram: { token: string; apiUrl: string } | null
  /** The mail server and the address that mail comes from; null: no mail. */
  email: { smtpUrl: string; from: string } | null
}

/** Everything that the environment decides, validated. */
export interface Config {
  port: number
  host: string
  database: DatabaseConfig
  /** A PostgreSQL replica for reads, or null. */
  replicaUrl: string | null
  redisUrl: string | null
  /** Null: bearer tokens are not accepted. */
  jwt: JwtConfig | null
  rateLimits: RateLimits
  rpcUrl: string | null
  gammaUrl: string
  dataApiUrl: string
  trustProxy: TrustProxy
  /** Empty: no other origin's. */
  corsOrigins: CorsOrigins
  whaleMinUsd: MicroUsd
  whaleDelayMinutes: number
  labelSecret: string | null
  delivery: DeliveryConfig
  logLevel: string
}

/** One environment variable: how it is read, and what the operating guide says of it. */
export interface ConfigVariable<T = unknown> {
  name: string
  /** What it decides, in one sentence. */
  description: string
  /** What is accepted, as a phrase that completes "accepted: …". */
  accepts: string
  /** The text that stands for an unset or empty variable; null: off. */
  default: string | null
  /** True: the value may hold a secret and is never printed. */
  secret: boolean
  schema: z.ZodType<T>
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Tables are typed by hand, so that a variable's schema and its place in {@link Config} are checked together. */
function variable<T>(
  name: string,
  schema: z.ZodType<T>,
  text: { accepts: string; default?: string; description: string; secret?: boolean },
): ConfigVariable<T> {
  return { secret: false, ...text, name, schema, default: text.default ?? null }
}

function wholeNumber(min: number, max: number): z.ZodType<number> {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= min, `is below ${min}`)
    .refine((value) => value <= max, `is above ${max}`)
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function url(protocols: readonly string[]): z.ZodType<string> {
  return z
    .string()
    .refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), 'is not such an address')
    .refine((text) => parseUrl(text)?.hostname !== '', 'names no host')
}

const database = z.string().transform((text, context): DatabaseConfig => {
  const scheme = /^(sqlite|postgres|postgresql):/.exec(text)?.[1]
  if (scheme === 'sqlite') {
    // sqlite:///var/x.db is /var/x.db, as with every other tool that takes such addresses.
    const path = text.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '')
    if (path !== '') return { kind: 'sqlite', path }
    context.addIssue('names no file')
    return z.NEVER
  }
  if (scheme !== undefined && URL.canParse(text)) return { kind: 'postgres', url: text }
  context.addIssue('is not a database address')
  return z.NEVER
})

const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Keys that travel in clear can be swapped on the way, so plain http is for loopback alone. */
const jwksUrl = url(['http:', 'https:'])
  .transform((text) => new URL(text))
  .refine(
    (to) => to.protocol === 'https:' || LOOPBACK_HOST.test(to.hostname),
    'is neither https nor loopback',
  )

function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const version = isIP(address)
  const width = version === 6 ? 128 : 32
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
  if (version === 0 || more !== undefined || length < 0 || length > width) return false
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
  return true
}

const trustProxy = z.string().transform((text, context): TrustProxy => {
  if (/^\d{1,2}$/.test(text)) return { kind: 'hops', hops: Number(text) }
  const networks = new BlockList()
  const wrong = text
    .split(',')
    .map((part) => part.trim())
    .find((part) => !addNetwork(networks, part))
  if (wrong === undefined) return { kind: 'networks', networks }
  context.addIssue('is neither a number of hops nor a list of networks')
  return z.NEVER
})

const corsOrigins = z.string().transform((text, context): CorsOrigins => {
  if (text === '*') return 'any'
  const origins = text.split(',').map((part) => part.trim())
  // An origin is compared as text, so it must be spelt as browsers spell it: no path, no default port.
  if (origins.every((part) => /^https?:/.test(part) && parseUrl(part)?.origin === part)) return origins
  context.addIssue('is neither * nor a list of origins')
  return z.NEVER
})

const dollars = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,6})?$/, 'is not an amount of dollars')
  .transform((text): MicroUsd => {
    const [whole = '', fraction = ''] = text.split('.')
    return Number(whole) * MICRO + Number(fraction.padEnd(6, '0'))
  })
  .refine((micro) => micro <= MAX_MICRO, 'is more than the ledger can hold')

const plainText = (max: number) => z.string().max(max, `is longer than ${max} characters`)
const RATE = wholeNumber(1, 100_000)
const RATE_ACCEPTS = 'a whole number from 1 to 100000'
const WEB = ['http:', 'https:']
const WEB_ACCEPTS = 'an http:// or https:// address'

const PORT = variable('PORT', wholeNumber(0, 65_535), {
  accepts: 'a whole number from 0 to 65535 (0: any free port)',
  default: '4000',
  description: 'The port that the service listens on.',
})
const HOST = variable('HOST', plainText(255).regex(/^[\w.:-]+$/, 'is not a host name or address'), {
  accepts: 'a host name or address',
  default: '127.0.0.1',
  description: 'The address that the service listens on; 0.0.0.0 or :: for every one.',
})
const DATABASE_URL = variable('DATABASE_URL', database, {
  accepts: 'sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE',
  default: 'sqlite:pequod.db',
  description: 'Where the ledger and everything derived from it is kept.',
  secret: true,
})
const DATABASE_REPLICA_URL = variable('DATABASE_REPLICA_URL', url(['postgres:', 'postgresql:']), {
  accepts: 'postgres://USER:PASSWORD@HOST/DATABASE',
  description: 'A PostgreSQL replica that answers the reads; DATABASE_URL must be PostgreSQL too.',
  secret: true,
})
const REDIS_URL = variable('REDIS_URL', url(['redis:', 'rediss:']), {
  accepts: 'redis://HOST:PORT or rediss://HOST:PORT',
  description: 'Redis, through which all processes share one rate limit; unset, each process counts alone.',
  secret: true,
})
const JWT_ISSUER = variable('JWT_ISSUER', plainText(500), {
  accepts: 'the exact iss claim of the tokens',
  description: 'Whose bearer tokens are accepted; stands with JWT_AUDIENCE and JWT_JWKS_URL.',
})
const JWT_AUDIENCE = variable('JWT_AUDIENCE', plainText(500), {
  accepts: 'one of the aud claims of the tokens',
  description: 'The audience that a bearer token must be made for.',
})
const JWT_JWKS_URL = variable('JWT_JWKS_URL', jwksUrl, {
  accepts: 'an https:// address (http:// on loopback)',
  description: 'Where the issuer publishes its signing keys; new ones are found while running.',
  secret: true,
})
const JWT_TIER_CLAIM = variable('JWT_TIER_CLAIM', plainText(200), {
  accepts: 'the name of a claim',
  description:
    'The claim that holds "free" or "pro" (a list: the highest); unset or not in the token, the tier is the account\'s.',
})
const RATE_LIMIT_ANONYMOUS = variable('RATE_LIMIT_ANONYMOUS', RATE, {
  accepts: RATE_ACCEPTS,
  default: '5',
  description: 'Requests a second for each address (IPv6: each /64) without credentials.',
})
const RATE_LIMIT_USER = variable('RATE_LIMIT_USER', RATE, {
  accepts: RATE_ACCEPTS,
  default: '5',
  description: 'Requests a second for each user with a bearer token.',
})
const RATE_LIMIT_KEY = variable('RATE_LIMIT_KEY', RATE, {
  accepts: RATE_ACCEPTS,
  default: '10',
  description: 'Requests a second for each API key.',
})
const RPC_URL = variable('RPC_URL', url([...WEB, 'ws:', 'wss:']), {
  accepts: 'an http://, https://, ws:// or wss:// address',
  description: 'The chain node that `follow` reads.',
  secret: true,
})
const GAMMA_URL = variable('GAMMA_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://gamma-api.polymarket.com',
  description: 'The API that market metadata comes from.',
  secret: true,
})
const DATA_API_URL = variable('DATA_API_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://data-api.polymarket.com',
  description: 'The API that activity and trades come from.',
  secret: true,
})
const TRUST_PROXY = variable('TRUST_PROXY', trustProxy, {
  accepts: 'a number of hops from 0 to 99, or addresses and networks (10.0.0.0/8) separated by commas',
  default: '0',
  description:
    "The proxies in front of the service whose X-Forwarded-For is believed for a caller's address.",
})
const CORS_ORIGINS = variable('CORS_ORIGINS', corsOrigins, {
  accepts: '* for any, or origins such as https://example.com separated by commas',
  description:
    'The sites whose scripts may read answers in a browser, without cookies; unset, none but our own pages.',
})
const WHALE_MIN_USD = variable('WHALE_MIN_USD', dollars, {
  accepts: 'dollars with up to 6 decimals',
  default: '10000',
  description: 'The smallest fill that can become a whale alert.',
})
const WHALE_DELAY_MINUTES = variable('WHALE_DELAY_MINUTES', wholeNumber(0, 10_080), {
  accepts: 'a whole number from 0 to 10080 (one week)',
  default: '60',
  description: 'How many minutes late callers without Pro see a whale alert.',
})
const LABEL_SECRET = variable('LABEL_SECRET', z.string().min(16, 'is shorter than 16 characters'), {
  accepts: 'at least 16 characters, hard to guess, the same on every process',
  description:
    'The secret behind the labels that stand in for withheld identities; unset, each process makes one, and labels change when it starts.',
  secret: true,
})
const WEBHOOK_ALLOW_PRIVATE = variable(
  'WEBHOOK_ALLOW_PRIVATE',
  z.enum(['yes', 'no'], 'is neither yes nor no'),
  {
    accepts: 'yes or no',
    default: 'no',
    description:
      'Whether webhooks may be plain http and at private addresses: for tests and closed networks, never where strangers have accounts.',
  },
)
const TELEGRAM_BOT_TOKEN = variable(
  'TELEGRAM_BOT_TOKEN',
  z.string().regex(/^\d{1,20}:[\w-]{20,100}$/, 'is not a bot’s token'),
  {
    accepts: 'the token that BotFather gave',
    description: 'The bot that sends whale alerts to Telegram chats; unset, there is none.',
    secret: true,
  },
)
const TELEGRAM_API_URL = variable('TELEGRAM_API_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://api.telegram.org',
  description: 'The Bot API; another one than Telegram’s for a Bot API server of your own.',
  secret: true,
})
const SMTP_URL = variable('SMTP_URL', url(['smtp:', 'smtps:']), {
  accepts: 'smtp://USER:PASSWORD@HOST:PORT or smtps://…',
  description: 'The mail server that whale alerts are sent through; stands with MAIL_FROM.',
  secret: true,
})
const MAIL_FROM = variable('MAIL_FROM', z.email('is not a mail address'), {
  accepts: 'a mail address',
  description: 'The address that mail comes from.',
})
const LOG_LEVEL = variable('LOG_LEVEL', z.enum(LOG_LEVELS, 'is not a level'), {
  accepts: LOG_LEVELS.join(', '),
  default: 'info',
  description: 'How much is logged.',
})

/** Every variable, in the order of the operating guide, which is printed from this table. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = [
  ...[PORT, HOST, DATABASE_URL, DATABASE_REPLICA_URL, REDIS_URL],
  ...[JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL, JWT_TIER_CLAIM],
  ...[RATE_LIMIT_ANONYMOUS, RATE_LIMIT_USER, RATE_LIMIT_KEY, RPC_URL, GAMMA_URL, DATA_API_URL],
  ...[TRUST_PROXY, CORS_ORIGINS, WHALE_MIN_USD, WHALE_DELAY_MINUTES, LABEL_SECRET],
  ...[WEBHOOK_ALLOW_PRIVATE, TELEGRAM_BOT_TOKEN, TELEGRAM_API_URL, SMTP_URL, MAIL_FROM, LOG_LEVEL],
]

type Environment = Readonly<Record<string, string | undefined>>

/** The value as it may be shown: nothing for a secret, else one short quoted line. */
function shown(variable: ConfigVariable, text: string): string {
  return variable.secret ? variable.name : `${variable.name}=${JSON.stringify(text.slice(0, 60))}`
}

/** An empty variable is an unset one: that is how compose files and unit files spell "none". */
function textOf(env: Environment, name: string): string | null {
  return env[name]?.trim() || null
}

function optional<T>(env: Environment, variable: ConfigVariable<T>): T | null {
  const text = textOf(env, variable.name) ?? variable.default
  if (text === null) return null
  const parsed = variable.schema.safeParse(text)
  if (parsed.success) return parsed.data
  const problem = parsed.error.issues[0]?.message ?? 'is not accepted'
  throw new CommandError(`${shown(variable, text)} ${problem}; accepted: ${variable.accepts}.`)
}

function required<T>(env: Environment, variable: ConfigVariable<T>): T {
  const value = optional(env, variable)
  if (value === null) throw new CommandError(`${variable.name} is not set; accepted: ${variable.accepts}.`)
  return value
}

/** A token from the right issuer for another service must not pass: issuer, audience and keys stand together. */
function loadJwt(env: Environment): JwtConfig | null {
  const together: readonly ConfigVariable[] = [JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL, JWT_TIER_CLAIM]
  if (together.every(({ name }) => textOf(env, name) === null)) return null
  return {
    issuer: required(env, JWT_ISSUER),
    audience: required(env, JWT_AUDIENCE),
    jwksUrl: required(env, JWT_JWKS_URL),
    tierClaim: optional(env, JWT_TIER_CLAIM),
  }
}

/** Mail without a sender is refused everywhere: the server and the address stand together. */
function loadDelivery(env: Environment): DeliveryConfig {
  const token = optional(env, TELEGRAM_BOT_TOKEN)
  const apiUrl = required(env, TELEGRAM_API_URL)
  const mail = [SMTP_URL, MAIL_FROM].some(({ name }) => textOf(env, name) !== null)
  return {
    webhookAllowPrivate: required(env, WEBHOOK_ALLOW_PRIVATE) === 'yes',
    telegram: token === null ? null : { token, apiUrl },
    email: mail ? { smtpUrl: required(env, SMTP_URL), from: required(env, MAIL_FROM) } : null,
  }
}

function loadReplica(env: Environment, primary: DatabaseConfig): string | null {
  const replica = optional(env, DATABASE_REPLICA_URL)
  if (replica === null || primary.kind === 'postgres') return replica
  throw new CommandError(
    'DATABASE_REPLICA_URL is set but DATABASE_URL is SQLite; a replica needs PostgreSQL.',
  )
}

/**
 * Reads and validates the environment; an empty variable counts as unset.
 * Throws {@link CommandError} with one line that names the first wrong variable, what is wrong and what is accepted;
 * values that may hold secrets are never in it.
 */
export function loadConfig(env: Environment): Config {
  const databaseConfig = required(env, DATABASE_URL)
  return {
    port: required(env, PORT),
    host: required(env, HOST),
    database: databaseConfig,
    replicaUrl: loadReplica(env, databaseConfig),
    redisUrl: optional(env, REDIS_URL),
    jwt: loadJwt(env),
    rateLimits: {
      anonymous: required(env, RATE_LIMIT_ANONYMOUS),
      user: required(env, RATE_LIMIT_USER),
      key: required(env, RATE_LIMIT_KEY),
    },
    rpcUrl: optional(env, RPC_URL),
    gammaUrl: required(env, GAMMA_URL),
    dataApiUrl: required(env, DATA_API_URL),
    trustProxy: required(env, TRUST_PROXY),
    corsOrigins: optional(env, CORS_ORIGINS) ?? [],
    whaleMinUsd: required(env, WHALE_MIN_USD),
    whaleDelayMinutes: required(env, WHALE_DELAY_MINUTES),
    labelSecret: optional(env, LABEL_SECRET),
    delivery: loadDelivery(env),
    logLevel: required(env, LOG_LEVEL),
  }
}
