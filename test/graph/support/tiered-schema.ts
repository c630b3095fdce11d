import SchemaBuilder from '@pothos/core'
import DirectivesPlugin from '@pothos/plugin-directives'
import ZodPlugin from '@pothos/plugin-zod'
import { type GraphQLSchema, specifiedDirectives } from 'graphql'
import type { Tier } from '../../../src/access/tier.ts'
import type { AccountTier } from '../../../src/accounts/account-store.ts'
import { argumentError } from '../../../src/graph/kit/errors.ts'
import LimitPlugin from '../../../src/graph/kit/limits/limit-plugin.ts'
import TierPlugin from '../../../src/graph/kit/tier-plugin.ts'
import { TIER_DIRECTIVE } from '../../../src/graph/kit/tier-rule.ts'

/**
 * The context of the tiered schema's resolvers: the caller, and a list to which each resolver adds its name.
 */
export interface TieredContext {
  caller: { tier: Tier }
  ran: string[]
}

interface Row {
  name: string
  gated: boolean
}

interface Types {
  Context: TieredContext
  DefaultFieldNullability: false
}

const REQUIRED: readonly AccountTier[] = ['FREE', 'PRO']
const OTHERWISE = ['NULL', 'ERROR'] as const

/** Every rule there can be, by the name of the field or argument that has it. */
export const RULES: readonly {
  name: string
  rule: { requires: AccountTier; otherwise: (typeof OTHERWISE)[number] }
}[] = REQUIRED.flatMap((requires) =>
  OTHERWISE.map((otherwise) => ({
    name: `${requires}_${otherwise}`.toLowerCase(),
    rule: { requires, otherwise },
  })),
)

/** Returns a builder with the plugins between which tier rules run. */
export function newBuilder() {
  return new SchemaBuilder<Types>({
    plugins: [ZodPlugin, DirectivesPlugin, LimitPlugin, TierPlugin],
    defaultFieldNullability: false,
    zod: { validationError: argumentError },
    tier: { tierOf: ({ caller }) => caller.tier },
    fieldLimit: { count: async () => {} },
  })
}

/**
 * Returns a schema with every kind of rule on a field, on a row's field, on an interface's and on an
 * argument.
 */
export function tieredSchema(): GraphQLSchema {
  const builder = newBuilder()
  const Named = builder.interfaceRef<Row>('Named').implement({
    fields: (t) => ({
      inherited: t.string({
        nullable: true,
        tier: { requires: 'PRO', otherwise: 'NULL' },
        resolve: (row, _args, { ran }) => note(ran, 'inherited', row.name),
      }),
    }),
  })
  const RowType = builder.objectRef<Row>('Row').implement({
    interfaces: [Named],
    fields: (t) => ({
      ...Object.fromEntries(
        RULES.map(({ name, rule }) => [
          name,
          t.string({
            nullable: true,
            tier: rule,
            resolve: (row, _args, { ran }) => note(ran, name, row.name),
          }),
        ]),
      ),
      somewhere: t.string({
        nullable: true,
        tier: {
          requires: 'FREE',
          otherwise: 'NULL',
          where: { says: 'the row is gated', holds: ({ gated }) => gated },
        },
        resolve: ({ name }) => name,
      }),
    }),
  })
  builder.queryType({
    fields: (t) => ({
      rows: t.field({
        type: [RowType],
        resolve: () => [
          { name: 'first', gated: true },
          { name: 'second', gated: false },
        ],
      }),
      pro: t.field({
        type: RowType,
        nullable: true,
        tier: { requires: 'PRO', otherwise: 'NULL' },
        resolve: (_root, _args, { ran }) => ({ name: note(ran, 'pro', 'the row'), gated: true }),
      }),
      given: t.string({
        args: Object.fromEntries(RULES.map(({ name, rule }) => [name, t.arg.int({ tier: rule })])),
        resolve: (_root, args, { ran }) => note(ran, 'given', JSON.stringify(args)),
      }),
      limited: t.string({
        args: {
          limit: t.arg.int({
            defaultValue: 10,
            limits: { minimum: 1, maximum: 100 },
            tier: {
              requires: 'PRO',
              otherwise: 'NULL',
              where: { says: 'it is above 10', holds: (limit) => limit > 10 },
            },
          }),
          filter: t.arg.string({ defaultValue: 'none', tier: { requires: 'PRO', otherwise: 'ERROR' } }),
        },
        resolve: (_root, args) => `${args.limit}, ${args.filter}`,
      }),
    }),
  })
  builder.subscriptionType({
    fields: (t) => ({
      ticks: t.int({
        tier: { requires: 'PRO', otherwise: 'ERROR' },
        async *subscribe() {
          yield* [1, 2]
        },
        resolve: (tick) => Number(tick),
      }),
    }),
  })
  return builder.toSchema({ directives: [...specifiedDirectives, TIER_DIRECTIVE] })
}

function note(ran: string[], name: string, value: string): string {
  ran.push(name)
  return value
}
