import SchemaBuilder, {
  BasePlugin,
  type FieldRequiredness,
  type InputType,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core'
import { COST_DIRECTIVE, LIST_SIZE_DIRECTIVE } from './cost-directives.ts'
import { type ListSize, listSizeOf, WEIGHT } from './list-size.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      cost: CostPlugin<Types>
    }

    export interface ArgFieldOptions<
      Types extends SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type>,
    > {
      /** What the argument costs where it is given, of a field whose `complexity` is made by `list-size.ts`. @default 0 */
      weight?: number
    }
  }
}

interface Directive {
  name: string
  args: Record<string, unknown>
}

/** Shows what prices a query as `@cost` and `@listSize`. Stands behind the plugin that makes directives of extensions. */
export class CostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const price: unknown = field.pothosOptions.complexity
    const directives = [...costOf(price), ...sizeOf(price, field.type.kind === 'List')]
    return withDirectives(field, directives)
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>) {
    const { pothosOptions } = field
    const weight = 'weight' in pothosOptions ? pothosOptions.weight : undefined
    if (weight === undefined) return field
    const extensions = { ...field.extensions, [WEIGHT]: weight }
    return withDirectives({ ...field, extensions }, costOf(weight))
  }
}

function costOf(price: unknown): Directive[] {
  const weight = typeof price === 'number' ? price : numberAt(price, 'field')
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
