import { CommandError } from '../../errors.ts'
import { RpcFailure } from '../../net/rpc-failure.ts'

/** The sentence of a failed request that a person can act on, on one line; anything else is given back as it is. */
export function apiFailure(error: unknown, host: string, what: string): unknown {
  if (!(error instanceof RpcFailure)) return error
  const reason = error.message.replace(/\s+/g, ' ').trim()
  return new CommandError(`${host} did not return ${what}: ${reason}.`, { cause: error })
}
