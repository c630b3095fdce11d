import type { Verdict } from '../../access/limits/rate-limit.ts'
import { builder } from '../kit/builder.ts'

/** The cost of an operation and the limiter's verdict on it. */
interface Spent {
  cost: number
  verdict: Verdict
  /** Milliseconds since 1970. */
  now: number
}

const RateLimitType = builder.objectRef<Spent>('RateLimit').implement({
  description:
    "The caller's cost budget of GraphQL operations, which refills evenly within a minute. Requests per second are limited separately: see the RateLimit headers.",
  fields: (t) => ({
    cost: t.count(
      'cost',
      'Cost of this operation, {limits}: the values that its answer can hold, as in `extensions.cost`.',
    ),
    limit: t.int({
      limits: { minimum: 1 },
      description:
        'The budget, {limits}: the maximum cost that can be spent at one time, after a minute without requests.',
      resolve: ({ verdict }) => verdict.limit,
    }),
    remaining: t.count(
      ({ verdict }) => verdict.remaining,
      'Remaining budget after this operation, {limits}.',
    ),
    resetAt: t.when(
      ({ verdict, now }) => Math.ceil(now / 1_000) + verdict.resetSeconds,
      'When the budget is full again if nothing more is spent.',
    ),
  }),
})

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitType,
    nullable: true,
    description:
      "Cost of this operation and the caller's remaining budget. Null where costs do not count: over REST and MCP.",
    resolve: (_root, _args, { spending }) => spending?.spent && { ...spending.spent, now: Date.now() },
  }),
)
