import SchemaBuilder, {
  BasePlugin,
  type FieldRequiredness,
  type InputType,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core'
import type { FieldComplexity } from '@pothos/plugin-complexity'
import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import { type ListSize, listSizeOf, type Price, sized, TYPE_COSTS, WEIGHT } from './query-cost.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      cost: CostPlugin<Types>
    }

    export interface InputFieldOptions<
      Types extends SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type>,
    > {
      /** The cost of giving the argument, for a field priced by `query-cost.ts`. @default 0 */
      weight?: number
    }
  }
}

interface Directive {
  name: string
  args: Record<string, unknown>
}

/**
 * Prints prices as `@cost` and `@listSize`. It must come after the plugin that makes directives of
 * extensions.
 */
export class CostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const price: unknown = field.pothosOptions.complexity
    const isList = field.type.kind === 'List'
    const directives = [...costOf(price), ...sizeOf(price, isList)]
    const row = field.type.kind === 'List' ? field.type.type : field.type
    const weight =
      row.kind === 'Object' ? TYPE_COSTS[this.builder.configStore.getTypeConfig(row.ref).name] : undefined
    if (weight === undefined) return withDirectives(field, directives)
    const extensions = { ...field.extensions, complexity: withObjects(price, weight) }
    return withDirectives({ ...field, extensions }, directives)
  }

  override onTypeConfig(type: PothosTypeConfig) {
    const weight = TYPE_COSTS[type.name]
    return weight === undefined ? type : withDirectives(type, costOf(weight))
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>) {
    const { pothosOptions } = field
    const weight = 'weight' in pothosOptions ? pothosOptions.weight : undefined
    if (weight === undefined) return field
    const extensions = { ...field.extensions, [WEIGHT]: weight }
    return withDirectives({ ...field, extensions }, costOf(weight))
  }
}

/** Returns the price of a field with the weight of each object that it returns. */
function withObjects(price: unknown, weight: number): FieldComplexity<object, object> {
  if (typeof price === 'function') {
    const size = listSizeOf(price)
    const priceOf: FieldComplexity<object, object> = (...asked) => {
      const { field, multiplier } = (price as Price)(...(asked as unknown as Parameters<Price>))
      return { field: field + multiplier * weight, multiplier }
    }
    return size === null ? priceOf : sized(size, priceOf)
  }
  const multiplier = numberAt(price, 'multiplier') ?? 1
  const field = typeof price === 'number' ? price : (numberAt(price, 'field') ?? 1)
  return { field: field + multiplier * weight, multiplier }
}

function costOf(price: unknown): Directive[] {
  const weight = typeof price === 'number' ? price : (numberAt(price, 'field') ?? listSizeOf(price)?.own)
  return weight === undefined || weight === 1
    ? []
    : [{ name: COST_DIRECTIVE.name, args: { weight: String(weight) } }]
}

/** A list of one row needs no size. */
function sizeOf(price: unknown, isList: boolean): Directive[] {
  const fixed = isList ? numberAt(price, 'multiplier') : undefined
  const listSize: ListSize | null = fixed === undefined ? listSizeOf(price) : { assumedSize: fixed }
  if (listSize === null || fixed === 1) return []
  const { assumedSize, slicingArguments, sizedFields } = listSize
  const sliced = slicingArguments && { slicingArguments, requireOneSlicingArgument: false }
  const args = { assumedSize, ...sliced, ...(sizedFields && { sizedFields }) }
  return [{ name: LIST_SIZE_DIRECTIVE.name, args }]
}

function numberAt(price: unknown, key: 'field' | 'multiplier'): number | undefined {
  const value: unknown = typeof price === 'object' && price !== null ? Reflect.get(price, key) : undefined
  return typeof value === 'number' ? value : undefined
}

function withDirectives<Field extends { extensions?: object | null | undefined }>(
  field: Field,
  more: readonly Directive[],
): Field {
  if (more.length === 0) return field
  const known: unknown = field.extensions && Reflect.get(field.extensions, 'directives')
  const directives = [...more, ...(Array.isArray(known) ? known : [])]
  return { ...field, extensions: { ...field.extensions, directives } }
}

SchemaBuilder.registerPlugin('cost', CostPlugin)

/** The plugin's name, for a builder's list of plugins. */
export default 'cost' as const

/** `@cost` of IBM's cost directives: the cost of a field, an argument or a type, as in the printed schema. */
export const COST_DIRECTIVE = new GraphQLDirective({
  name: 'cost',
  description:
    "Cost of a field, an argument or a type, by IBM's cost specification, counted in values of the answer. A field without it costs 1, a scalar too; an object of a type adds the type's. An argument counts if it is given and neither null, 0, false nor empty; of several on one field, the largest counts.",
  locations: [
    DirectiveLocation.FIELD_DEFINITION,
    DirectiveLocation.ARGUMENT_DEFINITION,
    DirectiveLocation.OBJECT,
  ],
  args: {
    weight: { type: new GraphQLNonNull(GraphQLString), description: 'The cost, as a decimal number.' },
  },
})

const names = new GraphQLList(new GraphQLNonNull(GraphQLString))

/** `@listSize` of IBM's cost directives: how often a list's selection counts. */
export const LIST_SIZE_DIRECTIVE = new GraphQLDirective({
  name: 'listSize',
  description:
    "Size of a list, by IBM's cost specification: the selection below the field counts once per row, and once for a list without it. Rows beyond what the caller's tier can get do not count.",
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: {
      type: GraphQLInt,
      description: 'Rows, unless a slicing argument is given; the maximum where other arguments decide.',
    },
    slicingArguments: { type: names, description: 'Arguments whose value is the number of rows.' },
    sizedFields: {
      type: names,
      description:
        'Fields that hold the rows, where the field itself is not a list. Other fields beside them count once.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether exactly one slicing argument must be given.',
    },
  },
})
