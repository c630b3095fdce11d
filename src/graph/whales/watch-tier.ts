import { type Caller, meets, type Tier, tierRefusal } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import type { RequestContext } from '../kit/context.ts'

export interface WatchTierOptions {
  requires: Exclude<Tier, 'ANONYMOUS'>
  /** Called once, when the stream must end. */
  end(reason: PequodError): void
}

/** Milliseconds between two looks. */
const EVERY_MS = 1_000
/** Milliseconds for which identity may be unavailable before the stream ends. */
const PATIENCE_MS = 30_000

/**
 * Checks, as long as a stream is open, that its caller may still read it: a revoked key, an expired token or
 * a lowered tier ends it. Identity caches callers for two seconds, so the stream ends within seconds, and the
 * store serves one read for each caller and two seconds over any number of streams.
 * @returns a function that ends the watch
 */
export function watchTier(
  { recheck }: Pick<RequestContext, 'recheck'>,
  { requires, end }: WatchTierOptions,
): () => void {
  let known = performance.now()
  let timer: NodeJS.Timeout | null = null
  const stop = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const look = async () => {
    const reason = await recheck().then(
      ({ tier }) => (meets(tier, requires) ? null : tierRefusal(tier, requires)),
      (error: unknown) => refusalOf(error, performance.now() - known > PATIENCE_MS),
    )
    if (timer === null) return
    if (reason === 'UNKNOWN') return again()
    if (reason !== null) {
      stop()
      return end(reason)
    }
    known = performance.now()
    again()
  }
  const again = () => {
    timer = setTimeout(() => void look(), EVERY_MS)
  }
  again()
  return stop
}

/**
 * Returns a stream's caller before an event is answered. @throws PequodError if its tier was lowered or its credentials
 * are refused; a watch of the tier ends the stream then
 */
export async function callerNow(
  { caller, recheck }: Pick<RequestContext, 'caller' | 'recheck'>,
  requires: Tier,
): Promise<Caller> {
  const now = await recheck().catch((error: unknown) => {
    const refusal = refusalOf(error, false)
    if (refusal === 'UNKNOWN') return caller
    throw refusal
  })
  if (requires !== 'ANONYMOUS' && !meets(now.tier, requires)) throw tierRefusal(now.tier, requires)
  return now
}

/** A store or an identity provider that is briefly unavailable refuses nobody. */
function refusalOf(error: unknown, isTooLong: boolean): PequodError | 'UNKNOWN' {
  if (error instanceof PequodError && error.code === 'UNAUTHENTICATED') return error
  if (!isTooLong) return 'UNKNOWN'
  const message = 'Your credentials could not be checked for a while: subscribe again later.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { cause: error, retryAfter: 5 })
}
