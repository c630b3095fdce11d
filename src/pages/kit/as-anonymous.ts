import type { RequestContext } from '../../graph/kit/context.ts'

/**
 * A request's context as that of somebody without credentials, for what is made to be passed on; what it spends still
 * counts for its caller.
 */
export function asAnonymous(context: RequestContext): RequestContext {
  const { limiterKey, limit } = context.caller
  const nobody = { kind: 'anonymous', tier: 'ANONYMOUS', accountId: null, subject: null } as const
  return { ...context, caller: { ...nobody, limiterKey, limit } }
}
