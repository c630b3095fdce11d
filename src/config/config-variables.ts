import { z } from 'zod'
import { DELAY_MINUTES } from '../clock.ts'
import {
  corsOrigins,
  database,
  dollars,
  jwksUrl,
  origin,
  plainText,
  secretKey,
  secretKeys,
  trustProxy,
  url,
  wholeNumber,
} from './config-values.ts'

/** One environment variable: how it is read, and what the operating guide says of it. */
export interface ConfigVariable<T = unknown> {
  name: string
  /** One sentence on its effect. */
  description: string
  /** The accepted values, as a phrase that completes "accepted: …". */
  accepts: string
  /** The text that stands for an unset or empty variable; null: off. */
  default: string | null
  /** True: the value may hold a secret and is never printed. */
  secret: boolean
  schema: z.ZodType<T>
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Tables are typed by hand, so that a variable's schema and its place in the config are checked together. */
function variable<T>(
  name: string,
  schema: z.ZodType<T>,
  text: { accepts: string; default?: string; description: string; secret?: boolean },
): ConfigVariable<T> {
  return { secret: false, ...text, name, schema, default: text.default ?? null }
}

const RATE = wholeNumber(1, 100_000)
const RATE_ACCEPTS = 'a whole number from 1 to 100000'
const WEB = ['http:', 'https:']
const WEB_ACCEPTS = 'an http:// or https:// address'

// Each variable says itself what it decides: its description is printed in the operating guide.

export const PORT = variable('PORT', wholeNumber(0, 65_535), {
  accepts: 'a whole number from 0 to 65535 (0: any free port)',
  default: '4000',
  description: 'The port that the service listens on.',
})
export const HOST = variable('HOST', plainText(255).regex(/^[\w.:-]+$/, 'is not a host name or address'), {
  accepts: 'a host name or address',
  default: '127.0.0.1',
  description: 'The address that the service listens on; 0.0.0.0 or :: for all addresses.',
})
export const DATABASE_URL = variable('DATABASE_URL', database, {
  accepts: 'sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE',
  default: 'sqlite:pequod.db',
  description: 'Database of the ledger and of everything derived from it.',
  secret: true,
})
export const DATABASE_REPLICA_URL = variable('DATABASE_REPLICA_URL', url(['postgres:', 'postgresql:']), {
  accepts: 'postgres://USER:PASSWORD@HOST/DATABASE',
  description: 'A PostgreSQL replica for reads; DATABASE_URL must be PostgreSQL too.',
  secret: true,
})
export const DATABASE_REPLICA_MAX_LAG = variable('DATABASE_REPLICA_MAX_LAG', wholeNumber(1, 3_600), {
  accepts: 'a whole number of seconds from 1 to 3600',
  default: '5',
  description:
    'Maximum replication lag in seconds; a replica with a longer lag, or an unreachable one, is not used.',
})
export const DATA_DIR = variable('DATA_DIR', plainText(1_000), {
  accepts: 'a folder',
  description:
    'Folder of the sealed ledger (Parquet files); several machines must share one. Default: beside the SQLite file, named after it with `-data`, otherwise `pequod-data`.',
})
export const DATA_MEMORY_MIB = variable('DATA_MEMORY_MIB', wholeNumber(64, 1_048_576), {
  accepts: 'a whole number of MiB from 64 to 1048576',
  default: '512',
  description: 'Memory for sorting and reading the sealed ledger; the rest spills into its folder.',
})
export const DATA_LAG_SECONDS = variable('DATA_LAG_SECONDS', wholeNumber(0, 86_400), {
  accepts: 'a whole number of seconds from 0 to 86400',
  description:
    'Time within which every copy of DATA_DIR has a new file: settled rows stay in the database so long after their file was written. Default: 60 with PostgreSQL, 0 with SQLite.',
})
export const REDIS_URL = variable('REDIS_URL', url(['redis:', 'rediss:']), {
  accepts: 'redis://HOST:PORT or rediss://HOST:PORT',
  description:
    'Redis for a rate limit shared by all processes. Default: each `serve` counts on its own, together with its workers.',
  secret: true,
})
export const JWT_ISSUER = variable('JWT_ISSUER', plainText(500), {
  accepts: 'the exact iss claim of the tokens',
  description: 'Issuer of accepted bearer tokens; set together with JWT_AUDIENCE and JWT_JWKS_URL.',
})
export const JWT_AUDIENCE = variable('JWT_AUDIENCE', plainText(500), {
  accepts: 'one of the aud claims of the tokens',
  description: 'Audience that bearer tokens must have.',
})
export const JWT_JWKS_URL = variable('JWT_JWKS_URL', jwksUrl, {
  accepts: 'an https:// address (http:// on loopback)',
  description: "URL of the issuer's signing keys; rotated keys are picked up while running.",
  secret: true,
})
export const JWT_TIER_CLAIM = variable('JWT_TIER_CLAIM', plainText(200), {
  accepts: 'the name of a claim',
  description:
    'The claim that holds "free" or "pro" (in a list, the highest). Default, or absent from a token: the tier of the account.',
})
export const OIDC_CLIENT_ID = variable('OIDC_CLIENT_ID', plainText(500), {
  accepts: 'the id of a client that the issuer knows',
  description:
    'Turns on sign-in on pages, with OpenID Connect at JWT_ISSUER: the client’s id there. Its redirect URI is PUBLIC_URL followed by /sign-in/callback.',
})
export const OIDC_CLIENT_SECRET = variable('OIDC_CLIENT_SECRET', plainText(1_000), {
  accepts: 'the secret of that client',
  description: 'Secret of OIDC_CLIENT_ID; set together with it.',
  secret: true,
})
export const RATE_LIMIT_ANONYMOUS = variable('RATE_LIMIT_ANONYMOUS', RATE, {
  accepts: RATE_ACCEPTS,
  default: '5',
  description: 'Requests per second per IP address (IPv6: per /64) without credentials.',
})
export const RATE_LIMIT_USER = variable('RATE_LIMIT_USER', RATE, {
  accepts: RATE_ACCEPTS,
  default: '5',
  description: 'Requests per second per user with a bearer token.',
})
export const RATE_LIMIT_KEY = variable('RATE_LIMIT_KEY', RATE, {
  accepts: RATE_ACCEPTS,
  default: '10',
  description: 'Requests per second per API key, and per user signed in on pages.',
})
export const RPC_URL = variable('RPC_URL', url([...WEB, 'ws:', 'wss:']), {
  accepts: 'an http://, https://, ws:// or wss:// address',
  description: 'The chain node that `follow` reads.',
  secret: true,
})
export const PORTAL_URL = variable('PORTAL_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  description:
    'The SQD portal that `ingest portal` reads: URL of its Polygon data set, without `/finalized-stream`.',
  secret: true,
})
export const GAMMA_URL = variable('GAMMA_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://gamma-api.polymarket.com',
  description: 'The Gamma API, source of market metadata.',
  secret: true,
})
export const DATA_API_URL = variable('DATA_API_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://data-api.polymarket.com',
  description: "The Data API, source of traders' names.",
  secret: true,
})
export const TRUST_PROXY = variable('TRUST_PROXY', trustProxy, {
  accepts: 'a number of hops from 0 to 99, or addresses and networks (10.0.0.0/8) separated by commas',
  default: '0',
  description: 'Proxies in front of the service whose X-Forwarded-For is trusted.',
})
export const CORS_ORIGINS = variable('CORS_ORIGINS', corsOrigins, {
  accepts: '* for any, or origins such as https://example.com separated by commas',
  description:
    "Origins whose scripts may read answers in a browser, without cookies. Default: only the service's own pages.",
})
export const EMBED_ORIGINS = variable('EMBED_ORIGINS', corsOrigins, {
  accepts: '* for any, or origins such as https://example.com separated by commas',
  description:
    'Origins whose pages may frame those under /embed, such as /embed/trader/{address}. Default: none, and these are 404; the demo allows any.',
})
export const PUBLIC_URL = variable('PUBLIC_URL', origin, {
  accepts: 'an origin such as https://pequod.example, without a path',
  description:
    'Public URL of the service, for absolute links in messages, feeds, signed links and the cards of shared pages. Default: the Host header of each request, over http; messages then have no links, and cards are not named.',
})
export const BLOCK_EXPLORER_URL = variable('BLOCK_EXPLORER_URL', origin, {
  accepts: 'an origin such as https://explorer.example, without a path',
  description:
    'Origin of a block explorer: explanations of numbers link each event to its page /tx/{hash} there. Default: no links.',
})
export const WHALE_MIN_USD = variable('WHALE_MIN_USD', dollars, {
  accepts: 'dollars with up to 6 decimals',
  default: '10000',
  description: 'Minimum fill size of a whale alert, in USD.',
})
export const WHALE_DELAY_MINUTES = variable('WHALE_DELAY_MINUTES', wholeNumber(0, 1_440), {
  accepts: 'a whole number from 0 to 1440 (one day)',
  default: String(DELAY_MINUTES),
  description: 'Minutes after which callers without Pro see an event, in every answer. 0: everybody is live.',
})
export const SECRETS_KEY = variable('SECRETS_KEY', secretKeys, {
  accepts: '32 random bytes in base64 (openssl rand -base64 32); after a comma, keys that it replaces',
  description:
    'Key that encrypts targets and secrets of alert channels in the store; the same on every process. Default: they are stored in plain text.',
  secret: true,
})
export const LOG_KEY = variable('LOG_KEY', secretKey, {
  accepts: '32 random bytes in base64 (openssl rand -base64 32)',
  description:
    'Key that signs the log of days; the same on every process. Default: a key that is drawn at the first entry and stored in plain text.',
  secret: true,
})
export const DELIVERY = variable('DELIVERY', z.enum(['send', 'outbox'], 'is neither send nor outbox'), {
  accepts: 'send or outbox',
  default: 'send',
  description:
    'Whether messages are sent, or only shown on the outbox page as they would look: `outbox` sends nothing. The demo uses `outbox` unless you set this.',
})
export const WEBHOOK_ALLOW_PRIVATE = variable(
  'WEBHOOK_ALLOW_PRIVATE',
  z.enum(['yes', 'no'], 'is neither yes nor no'),
  {
    accepts: 'yes or no',
    default: 'no',
    description:
      'Whether webhooks may use plain http and private addresses: only for tests and closed networks, never where strangers have accounts.',
  },
)
export const TELEGRAM_BOT_TOKEN = variable(
  'TELEGRAM_BOT_TOKEN',
  z.string().regex(/^\d{1,20}:[\w-]{20,100}$/, 'is not a bot’s token'),
  {
    accepts: 'the token from BotFather',
    description: 'Token of the bot that sends whale alerts to Telegram. Default: no Telegram.',
    secret: true,
  },
)
export const TELEGRAM_API_URL = variable('TELEGRAM_API_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://api.telegram.org',
  description: 'The Bot API; change it for a Bot API server of your own.',
  secret: true,
})
export const DISCORD_URL = variable('DISCORD_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://discord.com',
  description: 'Base URL of Discord’s incoming webhooks; change it for a proxy.',
})
export const SLACK_URL = variable('SLACK_URL', url(WEB), {
  accepts: WEB_ACCEPTS,
  default: 'https://hooks.slack.com',
  description: 'Base URL of Slack’s incoming webhooks; change it for a proxy.',
})
export const SMTP_URL = variable('SMTP_URL', url(['smtp:', 'smtps:']), {
  accepts: 'smtp://USER:PASSWORD@HOST:PORT or smtps://…',
  description: 'Mail server for whale alerts; set together with MAIL_FROM.',
  secret: true,
})
export const MAIL_FROM = variable('MAIL_FROM', z.email('is not a mail address'), {
  accepts: 'a mail address',
  description: 'Sender address of e-mails.',
})
export const VAPID_PUBLIC_KEY = variable(
  'VAPID_PUBLIC_KEY',
  z.base64url().length(87, 'is not a public key of Web Push'),
  {
    accepts: 'a key of `npx web-push generate-vapid-keys`',
    description:
      'Public key of Web Push; set together with the two below. Default: no push messages to browsers.',
  },
)
export const VAPID_PRIVATE_KEY = variable(
  'VAPID_PRIVATE_KEY',
  z.base64url().length(43, 'is not a private key of Web Push'),
  {
    accepts: 'the key’s other half',
    description: 'Private key of Web Push. Browsers that subscribed by another one get nothing more.',
    secret: true,
  },
)
export const VAPID_SUBJECT = variable(
  'VAPID_SUBJECT',
  z.string().regex(/^(mailto:|https:\/\/)./, 'must begin with mailto: or https://'),
  {
    accepts: 'a mailto: or https:// address',
    description: 'Your address for push services that have a complaint.',
  },
)
export const TRUSTED_DOCUMENTS = variable(
  'TRUSTED_DOCUMENTS',
  z.enum(['any', 'only'], 'is not a known value'),
  {
    accepts: 'any, or only',
    default: 'any',
    description:
      'GraphQL operations that may run: any within limits, or only registered ones (schema/persisted-operations.json and TRUSTED_DOCUMENTS_FILE).',
  },
)
export const TRUSTED_DOCUMENTS_FILE = variable('TRUSTED_DOCUMENTS_FILE', plainText(1_000), {
  accepts: 'a file',
  description: "Your own operations to register: a manifest in the format of Apollo's persisted queries.",
})
export const FEDERATION = variable('FEDERATION', z.enum(['on', 'off'], 'is not a known value'), {
  accepts: 'on, or off',
  default: 'off',
  description:
    'Whether `/graphql` is a subgraph of Apollo Federation 2: adds `_entities` and `_service` to the schema.',
})
export const LOG_LEVEL = variable('LOG_LEVEL', z.enum(LOG_LEVELS, 'is not a level'), {
  accepts: LOG_LEVELS.join(', '),
  default: 'info',
  description: 'Minimum level of log lines.',
})
export const MAX_REQUESTS_IN_FLIGHT = variable('MAX_REQUESTS_IN_FLIGHT', wholeNumber(1, 100_000), {
  accepts: 'a whole number from 1 to 100000',
  default: '1000',
  description:
    'Maximum requests in progress per process, including those waiting for the store; more get 503.',
})
export const LOTS_MAX_EVENTS = variable('LOTS_MAX_EVENTS', wholeNumber(1, 100_000_000), {
  accepts: 'a whole number from 1 to 100000000',
  default: '150000',
  description:
    'Events of a record that is replayed lot by lot for a Pro account; others have 60,000 at most. 500,000 took 4.3 seconds of processor and 400 MiB. A higher number for `pequod lots` alone, which replays in a process of its own, costs a service nothing.',
})
export const SHED_AFTER_MS = variable('SHED_AFTER_MS', wholeNumber(10, 60_000), {
  accepts: 'a whole number of milliseconds from 10 to 60000',
  default: '2000',
  description: 'Maximum time a request may wait in the queue; a longer wait gets 503.',
})
export const DRAIN_SECONDS = variable('DRAIN_SECONDS', wholeNumber(0, 300), {
  accepts: 'a whole number from 0 to 300',
  default: '0',
  description:
    'How long `/health/ready` returns 503 at shutdown before the service stops answering, so that load balancers notice.',
})
export const PEQUOD_FAST = variable('PEQUOD_FAST', z.enum(['on', 'off'], 'is neither on nor off'), {
  accepts: 'on or off',
  default: 'on',
  description:
    'Off: no cached or shared answers and prices, and no compiled queries. Answers are the same but slower; use it to find out whether a fast path is at fault.',
})
/** Every variable, in the order of the operating guide, which is printed from this table. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = [
  PORT,
  HOST,
  DATABASE_URL,
  DATABASE_REPLICA_URL,
  DATABASE_REPLICA_MAX_LAG,
  DATA_DIR,
  DATA_MEMORY_MIB,
  DATA_LAG_SECONDS,
  REDIS_URL,
  JWT_ISSUER,
  JWT_AUDIENCE,
  JWT_JWKS_URL,
  JWT_TIER_CLAIM,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  RATE_LIMIT_ANONYMOUS,
  RATE_LIMIT_USER,
  RATE_LIMIT_KEY,
  RPC_URL,
  PORTAL_URL,
  GAMMA_URL,
  DATA_API_URL,
  TRUST_PROXY,
  PUBLIC_URL,
  BLOCK_EXPLORER_URL,
  CORS_ORIGINS,
  EMBED_ORIGINS,
  WHALE_MIN_USD,
  WHALE_DELAY_MINUTES,
  SECRETS_KEY,
  LOG_KEY,
  DELIVERY,
  WEBHOOK_ALLOW_PRIVATE,
  TELEGRAM_BOT_TOKEN,
  TELEGRAM_API_URL,
  DISCORD_URL,
  SLACK_URL,
  SMTP_URL,
  MAIL_FROM,
  VAPID_PUBLIC_KEY,
  VAPID_PRIVATE_KEY,
  VAPID_SUBJECT,
  TRUSTED_DOCUMENTS,
  TRUSTED_DOCUMENTS_FILE,
  FEDERATION,
  LOG_LEVEL,
  MAX_REQUESTS_IN_FLIGHT,
  LOTS_MAX_EVENTS,
  SHED_AFTER_MS,
  DRAIN_SECONDS,
  PEQUOD_FAST,
]
