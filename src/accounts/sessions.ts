import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import type { AccountTier } from './account-store.ts'
import { SESSIONS } from './account-tables.ts'
import { remember } from './accounts.ts'

export interface Session {
  /** The issuer's `sub`, 1 to 255 characters, which is also the account's name. */
  subject: string
  /** The tier in the issuer's claim; null: the account's decides. */
  tier: AccountTier | null
}

/** The sessions of a store. A token is known to its browser only: the store has its hash. */
export interface SessionStore {
  /** Begins a session, ends `replaced`, and deletes expired ones. Returns the new session's token. */
  begin(session: Session, replaced: string | null): Promise<string>
  /** The session of a token; null if it is unknown, ended or expired. A read is at most two seconds old. */
  find(token: string): Promise<Session | null>
  /** Ends a session everywhere within two seconds; an unknown one is ignored. */
  end(token: string): Promise<void>
}

export interface SessionStoreOptions {
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number
}

/** Seconds without a request after which a session has ended. */
export const IDLE_SECONDS = 12 * 3_600
/** Seconds after which every session has ended. */
export const LONGEST_SECONDS = 30 * 86_400
/** Seconds between two records of a use: a write for each request would cost more than the request. */
const TOUCH_EVERY = 300
/** Milliseconds for which a read is valid. */
const FRESH = 2_000
/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/

const ADD = statement((from, row: { hash: Buffer; subject: string; tier: AccountTier | null; at: Seconds }) =>
  from(SESSIONS).insert({
    hash: row.hash,
    subject: row.subject,
    tier: row.tier,
    created_at: row.at,
    seen_at: row.at,
  }),
)
const FIND = statement((from, { hash: id }: { hash: Buffer }) =>
  from(SESSIONS).select('subject', 'tier', 'created_at', 'seen_at').where('hash', id),
)
const TOUCH = statement((from, { hash: id, at }: { hash: Buffer; at: Seconds }) =>
  from(SESSIONS).where('hash', id).where('seen_at', '<', at).update({ seen_at: at }),
)
const END = statement((from, { hash: id }: { hash: Buffer }) => from(SESSIONS).where('hash', id).delete())
const FORGET_IDLE = statement((from, { before }: { before: Seconds }) =>
  from(SESSIONS).where('seen_at', '<=', before).delete(),
)
const FORGET_OLD = statement((from, { before }: { before: Seconds }) =>
  from(SESSIONS).where('created_at', '<=', before).delete(),
)

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The name of a token in memory, which never holds the token itself. */
function nameOf(token: string): string {
  return hash('sha256', token, 'base64')
}

/**
 * The token that a page's changes carry in `X-CSRF-Token`: another site can neither read nor compute it, and it opens
 * nothing without the session's own cookie.
 */
export function csrfTokenOf(token: string): string {
  return hash('sha256', `csrf ${token}`, 'base64url')
}

/** Keeps sessions in a store: 12 hours without a request end one, and so do 30 days. */
export function createSessionStore(
  db: Database,
  { clock = Date.now }: SessionStoreOptions = {},
): SessionStore {
  const seconds = () => Math.floor(clock() / 1_000)
  const known = new LRUCache<string, Promise<Session | null>>({
    max: 10_000,
    ttl: FRESH - 1,
    ttlResolution: 0,
  })

  async function read(token: string): Promise<Session | null> {
    const id = hashOf(token)
    const row = await FIND.get(db, { hash: id })
    const now = seconds()
    if (row === undefined) return null
    if (now - row.seenAt >= IDLE_SECONDS || now - row.createdAt >= LONGEST_SECONDS) return null
    if (now - row.seenAt >= TOUCH_EVERY) await db.transaction((tx) => TOUCH.run(tx, { hash: id, at: now }))
    return { subject: row.subject, tier: row.tier }
  }

  return {
    async begin({ subject, tier }, replaced) {
      const token = randomBytes(32).toString('base64url')
      const at = seconds()
      if (replaced !== null) known.delete(nameOf(replaced))
      await db.transaction(async (tx) => {
        await FORGET_IDLE.run(tx, { before: at - IDLE_SECONDS })
        await FORGET_OLD.run(tx, { before: at - LONGEST_SECONDS })
        if (replaced !== null) await END.run(tx, { hash: hashOf(replaced) })
        await ADD.run(tx, { hash: hashOf(token), subject, tier, at })
      })
      return token
    },
    find(token) {
      if (!TOKEN.test(token)) return Promise.resolve(null)
      return remember(known, nameOf(token), () => read(token))
    },
    async end(token) {
      known.delete(nameOf(token))
      await db.transaction((tx) => END.run(tx, { hash: hashOf(token) }))
    },
  }
}
