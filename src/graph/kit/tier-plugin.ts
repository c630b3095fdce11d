import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type FieldRequiredness,
  type InputFieldMap,
  type InputShapeFromTypeParam,
  type InputType,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  PothosSchemaError,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import type { Tier } from '../../access/tier.ts'
import { SENTENCES } from './limits/limit-plugin.ts'
import { gateArguments, gateField, type OnWithheld } from './tier-gate.ts'
import {
  type ArgumentTier,
  type FieldTier,
  FOR_EVERYBODY,
  requiresTier,
  TIER_DIRECTIVE,
  type TierRule,
} from './tier-rule.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      tier: TierPlugin<Types>
    }

    export interface SchemaBuilderOptions<Types extends SchemaTypes> {
      tier: {
        /** The tier of the caller of a request. */
        tierOf(context: Types['Context']): Tier
        /** Notifies of a value that is null for the caller's tier. @default no listener */
        onWithheld?: OnWithheld<Types['Context']>
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
      /** The tier rule of the value. @default the type's `fieldTier` */
      tier?: FieldTier<ParentShape>
    }

    export interface ObjectTypeOptions<Types extends SchemaTypes = SchemaTypes, Shape = unknown> {
      /** The tier rule of fields without one of their own, including those of interfaces. @default public */
      fieldTier?: TierRule<Shape>
    }

    export interface ArgFieldOptions<
      Types extends SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type>,
    > {
      /** The tier rule of the argument. @default public */
      tier?: ArgumentTier<InputShapeFromTypeParam<Types, Type, true>>
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

/**
 * Implements the `tier` option of fields and arguments for GraphQL, REST and MCP alike. It decides when the
 * schema is built, so fields without a rule cost nothing. It must come last among the plugins: arguments are
 * checked before their rules, and the printed directive comes with the rule.
 */
export class TierPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const rule = this.#ruleOf(field)
    if (rule === undefined) return field
    const place = `${field.parentType}.${field.name}`
    const nullable = field.type.nullable && field.kind !== 'Subscription'
    if (rule.otherwise === 'NULL' && !nullable) throw new PothosSchemaError(`${place} cannot be null`)
    return {
      ...field,
      extensions: { ...field.extensions, directives: [directiveOf(rule)], [SENTENCES]: sentencesOf(rule) },
    }
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>) {
    const rule = argumentRule(field)
    if (rule === undefined) return field
    if (rule.otherwise === 'NULL' && field.type.required)
      throw new PothosSchemaError(`${field.parentType}.${field.name} cannot be null`)
    const sentences = rule.otherwise === 'ERROR' ? [requiresTier(rule.requires, rule.where?.says)] : []
    return {
      ...field,
      extensions: { ...field.extensions, directives: [directiveOf(rule)], [SENTENCES]: sentences },
    }
  }

  override wrapResolve(resolver: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return this.#gated(resolver, field)
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && this.#gated(subscribe, field)
  }

  #ruleOf({ parentType, pothosOptions }: PothosOutputFieldConfig<Types>): TierRule<unknown> | undefined {
    const own: FieldTier<unknown> | undefined = pothosOptions.tier
    if (own !== undefined) return own === FOR_EVERYBODY ? undefined : own
    const { pothosOptions: type } = this.builder.configStore.getTypeConfig(parentType)
    return 'fieldTier' in type ? (type.fieldTier as TierRule<unknown> | undefined) : undefined
  }

  #gated(resolver: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    const { tier } = this.builder.options
    const rules = Object.values(field.args).flatMap((argument) => {
      const rule = argumentRule(argument)
      return rule ? [{ name: argument.name, default: argument.defaultValue, rule }] : []
    })
    const inner = rules.length === 0 ? resolver : gateArguments(resolver, rules, tier)
    const rule = this.#ruleOf(field)
    return rule === undefined ? inner : gateField(inner, rule, tier)
  }
}

function argumentRule<Types extends SchemaTypes>(
  field: PothosInputFieldConfig<Types>,
): ArgumentTier<unknown> | undefined {
  return 'tier' in field.pothosOptions ? field.pothosOptions.tier : undefined
}

/** The sentences that a field's description says its rule in. */
function sentencesOf({ requires, otherwise, where }: TierRule<unknown>): string[] {
  if (otherwise === 'ERROR') return [requiresTier(requires, where?.says)]
  const without = requires === 'PRO' ? 'without Pro' : 'unless signed in'
  return otherwise === 'NULL' ? [`Null ${without}${where ? ` where ${where.says}` : ''}.`] : []
}

function directiveOf({ requires, otherwise, where }: TierRule<unknown> | ArgumentTier<unknown>) {
  const args = { requires, otherwise, ...(where === undefined ? {} : { where: where.says }) }
  return { name: TIER_DIRECTIVE.name, args }
}

SchemaBuilder.registerPlugin('tier', TierPlugin)

/** The plugin's name, for a builder's list of plugins. */
export default 'tier' as const
