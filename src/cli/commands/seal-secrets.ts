import { CANNOT_OPEN, createSecretBox } from '../../accounts/secret-box.ts'
import { sealChannels } from '../../delivery/channels.ts'
import { CommandError, PequodError } from '../../errors.ts'
import type { Database } from '../../store/engine/database.ts'

/**
 * Encrypts the alert channels that the store holds in the clear or under a replaced key; with no keys, only checks that
 * none is encrypted.
 * @returns the number of channels encrypted now
 * @throws CommandError if the key of an encrypted channel is not among these
 */
export async function sealSecrets(db: Database, keys: readonly Buffer[]): Promise<number> {
  try {
    return await db.transaction((tx) => sealChannels(tx, createSecretBox(keys)))
  } catch (error) {
    if (!(error instanceof PequodError && error.message.startsWith(CANNOT_OPEN))) throw error
    throw new CommandError(`${CANNOT_OPEN}.`, { cause: error })
  }
}
