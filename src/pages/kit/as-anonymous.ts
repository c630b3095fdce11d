import type { RequestContext } from '../../graph/kit/context.ts'

/**
 * Returns a request's context as an anonymous caller's, for content that is shared; its cost still counts for
 * the caller.
 */
export function asAnonymous(context: RequestContext): RequestContext {
  const { limiterKey, limit } = context.caller
  const nobody = { kind: 'anonymous', tier: 'ANONYMOUS', accountId: null, subject: null } as const
  return context.as({ ...nobody, limiterKey, limit })
}
