import type { OpenStoreOptions } from '../../migrations/open-store.ts'

/** Timeouts of the service's database. Callers prefer a fast 503. */
export const STORE_TIMEOUTS: NonNullable<OpenStoreOptions['patience']> = {
  queryTimeoutMs: 10_000,
  connectTimeoutMs: 3_000,
}
