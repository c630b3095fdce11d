import { CommandError, PequodError } from '../../errors.ts'
import { CANNOT_OPEN, createSecretBox } from '../../store/accounts/secret-box.ts'
import { sealChannels } from '../../store/alerts/alert-channels.ts'
import type { Database } from '../../store/engine/database.ts'

/**
 * Encrypts what the store still keeps of alert channels as it is, or by a key that was replaced; with no keys it looks
 * only whether nothing is encrypted.
 * @returns how many channels were encrypted now
 * @throws CommandError if something is encrypted by a key that is not among these
 */
export async function sealSecrets(db: Database, keys: readonly Buffer[]): Promise<number> {
  try {
    return await db.transaction((tx) => sealChannels(tx, createSecretBox(keys)))
  } catch (error) {
    if (!(error instanceof PequodError && error.message.startsWith(CANNOT_OPEN))) throw error
    throw new CommandError(`${CANNOT_OPEN}.`, { cause: error })
  }
}
