import { ConfigurationError } from '../errors.ts'
import type { MicroUsd } from '../ledger/quantities.ts'
import { type CorsOrigins, type DatabaseConfig, isLoopback, type TrustProxy } from './config-values.ts'
import {
  BLOCK_EXPLORER_URL,
  CORS_ORIGINS,
  type ConfigVariable,
  DATA_API_URL,
  DATA_DIR,
  DATA_LAG_SECONDS,
  DATA_MEMORY_MIB,
  DATABASE_REPLICA_MAX_LAG,
  DATABASE_REPLICA_URL,
  DATABASE_URL,
  DELIVERY,
  DISCORD_URL,
  DRAIN_SECONDS,
  EMBED_ORIGINS,
  FEDERATION,
  GAMMA_URL,
  HOST,
  JWT_AUDIENCE,
  JWT_ISSUER,
  JWT_JWKS_URL,
  JWT_TIER_CLAIM,
  LOG_KEY,
  LOG_LEVEL,
  LOTS_MAX_EVENTS,
  MAIL_FROM,
  MAX_REQUESTS_IN_FLIGHT,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  PEQUOD_FAST,
  PORT,
  PORTAL_URL,
  PUBLIC_URL,
  RATE_LIMIT_ANONYMOUS,
  RATE_LIMIT_KEY,
  RATE_LIMIT_USER,
  REDIS_URL,
  RPC_URL,
  SECRETS_KEY,
  SHED_AFTER_MS,
  SLACK_URL,
  SMTP_URL,
  TELEGRAM_API_URL,
  TELEGRAM_BOT_TOKEN,
  TRUST_PROXY,
  TRUSTED_DOCUMENTS,
  TRUSTED_DOCUMENTS_FILE,
  VAPID_PRIVATE_KEY,
  VAPID_PUBLIC_KEY,
  VAPID_SUBJECT,
  WEBHOOK_ALLOW_PRIVATE,
  WHALE_DELAY_MINUTES,
  WHALE_MIN_USD,
} from './config-variables.ts'

/** The accepted bearer tokens, and the claims read from them. */
export interface JwtConfig {
  issuer: string
  /** Must be among the token's `aud`. */
  audience: string
  /** The URL of the issuer's keys: https, or http on loopback. */
  jwksUrl: URL
  /** The claim that holds the tier; null: the tier is the account's. */
  tierClaim: string | null
}

/** The client by which people sign in on pages. */
export interface SignInConfig {
  /** The issuer, whose discovery document says where it answers. */
  issuer: string
  clientId: string
  clientSecret: string
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

/** The load at which a process refuses requests. */
export interface LoadLimits {
  maxInFlight: number
  /** Milliseconds that a request may wait to be begun. */
  maxWaitMs: number
}

export interface DeliveryConfig {
  /** True: nothing is sent; messages stay on the outbox page. */
  keepsAll: boolean
  /** True: webhooks may be plain http and at private addresses. */
  webhookAllowPrivate: boolean
  /** The origins that the incoming webhooks of Discord and Slack are called at. */
  origins: { discord: string; slack: string }
  /** The bot that writes to Telegram chats; null if there is none. */
  telegram: { token: string; apiUrl: string } | null
  /** The mail server and the address that mail comes from; null: no mail. */
  email: { smtpUrl: string; from: string } | null
  /** The keys of Web Push; null: no push messages. */
  push: { publicKey: string; privateKey: string; subject: string } | null
}

/** Everything that the environment decides, validated. */
export interface Config {
  port: number
  host: string
  database: DatabaseConfig
  /** Seconds within which every copy of the data folder has a new file. */
  dataLagSeconds: number
  /** A PostgreSQL replica for reads, and the most seconds of lag; null without one. */
  replica: { url: string; maxLagSeconds: number } | null
  redisUrl: string | null
  /** Null: bearer tokens are not accepted. */
  jwt: JwtConfig | null
  /** Null: nobody signs in on pages. */
  signIn: SignInConfig | null
  rateLimits: RateLimits
  load: LoadLimits
  rpcUrl: string | null
  portalUrl: string | null
  gammaUrl: string
  dataApiUrl: string
  trustProxy: TrustProxy
  /** The public origin of the service, without a slash at the end; null takes that of each request. */
  publicUrl: string | null
  /** The origin of a block explorer, without a slash at the end; null: events are not linked. */
  blockExplorerUrl: string | null
  /** Events of a record that is replayed lot by lot for Pro. */
  lotEvents: number
  /** Empty allows no other origin. */
  corsOrigins: CorsOrigins
  /** The sites that may show our pages in frames; empty allows none. */
  embedOrigins: CorsOrigins
  whaleMinUsd: MicroUsd
  whaleDelayMinutes: number
  /**
   * The keys that encrypt targets and secrets of alert channels: the first encrypts, each decrypts. Empty
   * stores them unencrypted.
   */
  secretsKeys: readonly Buffer[]
  /** The key that signs the log of days, or null for the one of the store. */
  logKey: Buffer | null
  delivery: DeliveryConfig
  /** Whether only registered operations run, and the manifest of those that the host adds, or null. */
  trustedDocuments: { only: boolean; file: string | null }
  /** True: GraphQL is a subgraph of Apollo Federation 2. */
  isSubgraph: boolean
  logLevel: string
  /** Seconds from being asked to end until requests are no longer taken. */
  drainSeconds: number
  /** False disables caching, replaying and compiling; answers are the same. */
  isFast: boolean
}
type Environment = Readonly<Record<string, string | undefined>>

/** Returns the value as a message may show it: empty for a secret, else one short quoted line. */
function shown(variable: ConfigVariable, text: string): string {
  return variable.secret ? variable.name : `${variable.name}=${JSON.stringify(text.slice(0, 60))}`
}

/** An empty variable counts as unset, which is how compose files and unit files spell "none". */
function textOf(env: Environment, name: string): string | null {
  return env[name]?.trim() || null
}

function optional<T>(env: Environment, variable: ConfigVariable<T>): T | null {
  const text = textOf(env, variable.name) ?? variable.default
  if (text === null) return null
  const parsed = variable.schema.safeParse(text)
  if (parsed.success) return parsed.data
  const problem = parsed.error.issues[0]?.message ?? 'is not accepted'
  throw new ConfigurationError(`${shown(variable, text)} ${problem}; accepted: ${variable.accepts}.`)
}

function required<T>(env: Environment, variable: ConfigVariable<T>): T {
  const value = optional(env, variable)
  if (value === null)
    throw new ConfigurationError(`${variable.name} is not set; accepted: ${variable.accepts}.`)
  return value
}

/**
 * Issuer, audience and keys are required together: a token of the right issuer for another service must not
 * pass.
 */
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

/** Sign-in needs the client's secret, an issuer, and the one address to which that issuer sends people back. */
function loadSignIn(env: Environment, jwt: JwtConfig | null): SignInConfig | null {
  if ([OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].every(({ name }) => textOf(env, name) === null)) return null
  const clientSecret = required(env, OIDC_CLIENT_SECRET)
  const clientId = required(env, OIDC_CLIENT_ID)
  const issuer = required(env, JWT_ISSUER)
  if (!isPrivateOnTheWay(required(env, PUBLIC_URL)))
    throw new ConfigurationError(
      'PUBLIC_URL must be https for sign-in: a session would be readable on its way.',
    )
  if (!isPrivateOnTheWay(issuer))
    throw new ConfigurationError(
      'JWT_ISSUER must be https for sign-in: its answers could be changed on their way.',
    )
  return { issuer, clientId, clientSecret, tierClaim: jwt?.tierClaim ?? null }
}

/** True for https, and for http to this computer. */
function isPrivateOnTheWay(url: string): boolean {
  const to = URL.parse(url)
  return to !== null && (to.protocol === 'https:' || (to.protocol === 'http:' && isLoopback(to.hostname)))
}

/**
 * The mail server and the sender are required together, because mail without a sender is refused everywhere.
 */
function loadDelivery(env: Environment): DeliveryConfig {
  const token = optional(env, TELEGRAM_BOT_TOKEN)
  const apiUrl = required(env, TELEGRAM_API_URL)
  const push = [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT].some(
    ({ name }) => textOf(env, name) !== null,
  )
  const mail = [SMTP_URL, MAIL_FROM].some(({ name }) => textOf(env, name) !== null)
  return {
    origins: { discord: required(env, DISCORD_URL), slack: required(env, SLACK_URL) },
    keepsAll: required(env, DELIVERY) === 'outbox',
    webhookAllowPrivate: required(env, WEBHOOK_ALLOW_PRIVATE) === 'yes',
    telegram: token === null ? null : { token, apiUrl },
    email: mail ? { smtpUrl: required(env, SMTP_URL), from: required(env, MAIL_FROM) } : null,
    push: push
      ? {
          privateKey: required(env, VAPID_PRIVATE_KEY),
          publicKey: required(env, VAPID_PUBLIC_KEY),
          subject: required(env, VAPID_SUBJECT),
        }
      : null,
  }
}

function loadReplica(env: Environment, primary: DatabaseConfig): Config['replica'] {
  const url = optional(env, DATABASE_REPLICA_URL)
  if (url === null) return null
  if (primary.kind === 'postgres') return { url, maxLagSeconds: required(env, DATABASE_REPLICA_MAX_LAG) }
  throw new ConfigurationError(
    'DATABASE_REPLICA_URL is set but DATABASE_URL is SQLite; a replica needs PostgreSQL.',
  )
}

/** Other machines may read a copy of the folder where the store is a server's; a SQLite file has its folder beside it. */
const COPIED_WITHIN_SECONDS = 60

/**
 * Reads and validates the environment; an empty variable counts as unset.
 * Throws {@link ConfigurationError} with one line that names the first wrong variable, what is wrong and what is accepted;
 * values that may hold secrets are never in it.
 */
export function loadConfig(env: Environment): Config {
  const databaseConfig = required(env, DATABASE_URL)
  const folder = optional(env, DATA_DIR)
  const jwt = loadJwt(env)
  return {
    port: required(env, PORT),
    host: required(env, HOST),
    database: {
      ...databaseConfig,
      data: { ...(folder !== null && { folder }), memoryMiB: required(env, DATA_MEMORY_MIB) },
    },
    dataLagSeconds:
      optional(env, DATA_LAG_SECONDS) ?? (databaseConfig.kind === 'postgres' ? COPIED_WITHIN_SECONDS : 0),
    replica: loadReplica(env, databaseConfig),
    redisUrl: optional(env, REDIS_URL),
    jwt,
    signIn: loadSignIn(env, jwt),
    rateLimits: {
      anonymous: required(env, RATE_LIMIT_ANONYMOUS),
      user: required(env, RATE_LIMIT_USER),
      key: required(env, RATE_LIMIT_KEY),
    },
    load: { maxInFlight: required(env, MAX_REQUESTS_IN_FLIGHT), maxWaitMs: required(env, SHED_AFTER_MS) },
    rpcUrl: optional(env, RPC_URL),
    portalUrl: optional(env, PORTAL_URL),
    gammaUrl: required(env, GAMMA_URL),
    dataApiUrl: required(env, DATA_API_URL),
    trustProxy: required(env, TRUST_PROXY),
    publicUrl: optional(env, PUBLIC_URL),
    blockExplorerUrl: optional(env, BLOCK_EXPLORER_URL),
    lotEvents: required(env, LOTS_MAX_EVENTS),
    corsOrigins: optional(env, CORS_ORIGINS) ?? [],
    embedOrigins: optional(env, EMBED_ORIGINS) ?? [],
    whaleMinUsd: required(env, WHALE_MIN_USD),
    whaleDelayMinutes: required(env, WHALE_DELAY_MINUTES),
    secretsKeys: optional(env, SECRETS_KEY) ?? [],
    logKey: optional(env, LOG_KEY),
    delivery: loadDelivery(env),
    trustedDocuments: {
      only: required(env, TRUSTED_DOCUMENTS) === 'only',
      file: optional(env, TRUSTED_DOCUMENTS_FILE),
    },
    isSubgraph: required(env, FEDERATION) === 'on',
    logLevel: required(env, LOG_LEVEL),
    drainSeconds: required(env, DRAIN_SECONDS),
    isFast: required(env, PEQUOD_FAST) === 'on',
  }
}
