import { type Table, text } from '../store/engine/table.ts'
import type { AccountTier } from './account-store.ts'

/** A user with a tier. `name` is also the `sub` of a bearer token; `tier` is FREE or PRO. */
export const ACCOUNTS = {
  name: 'accounts',
  key: ['id'],
  notNull: 'all',
  unique: [['name']],
  numbered: true,
  columns: { id: 'int', name: 'text', tier: text<AccountTier>() },
} as const satisfies Table

/** API keys and signed links; only their SHA-256 is stored. Times are in seconds since 1970. */
export const API_KEYS = {
  name: 'api_keys',
  key: ['id'],
  notNull: ['account_id', 'hash', 'name', 'prefix', 'created_at'],
  unique: [['hash']],
  indexes: [['account_id']],
  numbered: true,
  columns: {
    id: 'int',
    account_id: 'int',
    hash: 'blob',
    name: 'text',
    prefix: 'text',
    created_at: 'int',
    expires_at: 'int',
    revoked_at: 'int',
    last_used_at: 'int',
    path: 'text',
  },
} as const satisfies Table

/**
 * Recent page views of accounts, in seconds since 1970, each with the time of the last event that its pages showed: the
 * newest one half an hour old or older, and those since.
 */
export const VISITS = {
  name: 'visits',
  key: ['account_id', 'at'],
  notNull: 'all',
  columns: { account_id: 'int', at: 'int', cutoff: 'int' },
} as const satisfies Table

/**
 * Sessions of people who signed in on a page; only the SHA-256 of a session's token is stored. Times are in seconds
 * since 1970. `tier` is the one that the issuer's claim named at sign-in; null: the account's decides.
 */
export const SESSIONS = {
  name: 'sessions',
  key: ['hash'],
  notNull: ['hash', 'subject', 'created_at', 'seen_at'],
  indexes: [['created_at'], ['seen_at']],
  columns: {
    hash: 'blob',
    subject: 'text',
    tier: text<AccountTier>(),
    created_at: 'int',
    seen_at: 'int',
  },
} as const satisfies Table
