import { type HeldLock, lockFile } from './lock-file.ts'
import { lockPostgres } from './lock-postgres.ts'
import type { StoreAddress } from './store-address.ts'

/**
 * Takes the lock of the one process that follows the chain into a store. It is free again as soon as its holder ends,
 * however that happens; on PostgreSQL also within seven seconds of its holder hanging or being cut off.
 * @returns null where another process holds it
 * @throws Error where the store cannot be reached
 */
export function takeFollowerLock(address: StoreAddress): Promise<HeldLock | null> {
  return address.kind === 'sqlite' ? lockFile(`${address.path}.follower`) : lockPostgres(address.url)
}
