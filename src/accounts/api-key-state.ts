import type { Seconds } from '../ledger/quantities.ts'
import type { ApiKeyRow } from './account-store.ts'
import type { SecretKind } from './api-key.ts'

export type ApiKeyState = 'active' | 'expired' | 'revoked'

/** A key's state at a time. Revoked comes before expired. */
export function apiKeyState(key: Pick<ApiKeyRow, 'expiresAt' | 'revokedAt'>, now: Seconds): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}

/** Tells a stored API key from a signed link. */
export function secretKind({ path }: Pick<ApiKeyRow, 'path'>): SecretKind {
  return path === null ? 'key' : 'link'
}
