import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import { getGraphQLRateLimiter, type Store } from 'graphql-rate-limit'
import { type RateLimiter, WINDOW_SECONDS } from '../../access/limits/rate-limit.ts'
import type { Caller } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      fieldLimit: FieldLimitPlugin<Types>
    }

    export interface SchemaBuilderOptions<Types extends SchemaTypes> {
      fieldLimit: {
        /** Counts a call. Rejects above the limit. */
        count(context: Types['Context'], info: GraphQLResolveInfo): Promise<void>
      }
    }

    export interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /**
       * Selects the calls of the field that its limit counts: each caller may make as many a second as
       * requests.
       * @default none
       */
      countsCall?(parent: ParentShape, args: InputShapeFromFields<Args>): boolean
    }
  }
}

export const ABOVE_FIELD_LIMIT =
  'with `retryAfter` in seconds above as many calls per second as requests, counted per caller and alias over GraphQL and REST together'

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

/** Makes the `countsCall` option of fields hold. Stands last: arguments were checked before. */
export class FieldLimitPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: Resolver<Types>,
    { pothosOptions }: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> {
    const { countsCall } = pothosOptions
    const { count } = this.builder.options.fieldLimit
    if (countsCall === undefined) return resolver
    return async (parent, args, context, info) => {
      if (Reflect.apply(countsCall, pothosOptions, [parent, args])) await count(context, info)
      return resolver(parent, args, context, info)
    }
  }
}

/** Counts one call of a field. Rejects with RATE_LIMITED and a retry time when the caller has used up its window. */
export type FieldLimiter = (call: { caller: Caller; info: GraphQLResolveInfo }) => Promise<void>

/** Later than the start of any window. */
const STILL_COUNTS = Number.MAX_SAFE_INTEGER

/**
 * The package's store for callers of one limit. The package reads earlier calls first and writes later, so concurrent calls
 * would all read the same: reading counts the call, in one step of the requests' limiter, which is shared where that is.
 */
class LimiterStore implements Store {
  readonly #limiter: RateLimiter
  readonly #limit: number

  constructor(limiter: RateLimiter, limit: number) {
    this.#limiter = limiter
    this.#limit = limit
  }

  async getForIdentity({ fieldIdentity, contextIdentity }: Parameters<Store['getForIdentity']>[0]) {
    const { allowed, remaining } = await this.#limiter.hit(
      `field:${fieldIdentity}:${contextIdentity}`,
      this.#limit,
    )
    const earlier = allowed ? this.#limit - remaining - 1 : this.#limit
    return Array<number>(earlier).fill(STILL_COUNTS)
  }

  setForIdentity(): void {}
}

/** The field limit of a service: one instance of the package for each limit that callers have. */
export function createFieldLimiter(limiter: RateLimiter): FieldLimiter {
  const byLimit = new Map<number, ReturnType<typeof getGraphQLRateLimiter>>()
  const ofLimit = (limit: number) => {
    const known = byLimit.get(limit)
    if (known !== undefined) return known
    const identifyContext = ({ limiterKey }: Caller) => limiterKey
    const made = getGraphQLRateLimiter({ identifyContext, store: new LimiterStore(limiter, limit) })
    byLimit.set(limit, made)
    return made
  }
  return async ({ caller, info }) => {
    const options = { max: caller.limit, window: `${WINDOW_SECONDS}s` }
    const refusal = await ofLimit(caller.limit)({ parent: null, args: {}, context: caller, info }, options)
    if (refusal === undefined) return
    const message = `The limit for ${info.fieldName} is ${caller.limit} calls per second, counted over all aliases and requests: retry shortly.`
    // The window is one second, so a retry after a second always succeeds.
    throw new PequodError('RATE_LIMITED', message, { retryAfter: WINDOW_SECONDS })
  }
}

SchemaBuilder.registerPlugin('fieldLimit', FieldLimitPlugin)

/** The plugin's name, for a builder's list of plugins. */
export default 'fieldLimit' as const
