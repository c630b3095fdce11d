import type { OpenStoreOptions } from '../../store/engine/store.ts'

/** How long the service waits for its database: whoever asks had rather hear that it is away. */
export const STORE_PATIENCE: NonNullable<OpenStoreOptions['patience']> = {
  queryTimeoutMs: 10_000,
  connectTimeoutMs: 3_000,
}
