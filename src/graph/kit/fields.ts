import {
  type FieldKind,
  type FieldRef,
  type OutputType,
  RootFieldBuilder,
  type SchemaTypes,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core'
import { decimalOf } from '../../ledger/quantities.ts'
import type { MetricId } from '../../metrics/registry.ts'
import type { ValueLimits } from '../../value-limits.ts'
import type { FieldTier } from './tier-rule.ts'

/** The source of a field's value: a function of the parent, or the parent's own property. */
type Source<Types extends SchemaTypes, Parent, Value> =
  | ((parent: Parent, args: object, context: Types['Context']) => Value | Promise<Value>)
  | KeyOf<Parent, Value>

type KeyOf<Parent, Value> = {
  [Key in keyof Parent & string]: Parent[Key] extends Value ? Key : never
}[keyof Parent & string]

interface Options<Parent> {
  description?: string
  metric?: MetricId
  limits?: ValueLimits
  tier?: FieldTier<Parent>
  complexity?: number | { field: number; multiplier: number }
  /** Rows of a list at most, by which it is priced. */
  rows?: number
}

/** A field of a type: one that is never null, and one that may be. */
interface PlainField<Types extends SchemaTypes, Parent, Kind extends FieldKind, Value> {
  (of: Source<Types, Parent, Value>, said: string | Options<Parent>): FieldRef<Types, unknown, Kind>
  (
    of: Source<Types, Parent, Value | null | undefined>,
    said: Options<Parent> & { nullable: true },
  ): FieldRef<Types, unknown, Kind>
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<
      Types extends SchemaTypes,
      ParentShape,
      Kind extends FieldKind = FieldKind,
    > {
      /** An amount of millionths, USD or shares, shown as a decimal number. */
      amount: PlainField<Types, ParentShape, Kind, number>
      /** A whole number, 0 or more. */
      count: PlainField<Types, ParentShape, Kind, number>
      /** A number from 0 to 1. */
      fraction: PlainField<Types, ParentShape, Kind, number>
      /** A moment in UTC, from Unix seconds. */
      when: PlainField<Types, ParentShape, Kind, number>
      number: PlainField<Types, ParentShape, Kind, number>
      text: PlainField<Types, ParentShape, Kind, string>
      flag: PlainField<Types, ParentShape, Kind, boolean>
      /** A field of any other type, or a list of one. */
      of<Type extends TypeParam<Types>>(
        type: Type,
        of: Source<Types, ParentShape, ShapeFromTypeParam<Types, Type, false>>,
        said: string | Options<ParentShape>,
      ): FieldRef<Types, unknown, Kind>
      of<Type extends TypeParam<Types>>(
        type: Type,
        of: Source<Types, ParentShape, ShapeFromTypeParam<Types, Type, true>>,
        said: Options<ParentShape> & { nullable: true },
      ): FieldRef<Types, unknown, Kind>
    }
  }
}

/** The part of a builder that makes these fields; their types are declared above. */
interface AnyFields {
  field(options: object): FieldRef<SchemaTypes>
  expose(name: string, options: object): FieldRef<SchemaTypes>
}

type Read = (parent: object, args: object, context: object) => unknown
type Said = string | { rows?: number }

define('of', function (type: OutputType<SchemaTypes>, of: string | Read, said: Said) {
  return plain(this, { type }, of, said)
})
const USUAL = {
  count: { type: 'Int', limits: { minimum: 0 } },
  fraction: { type: 'Float', limits: { minimum: 0, maximum: 1 } },
  when: { type: 'DateTime' },
  number: { type: 'Float' },
  text: { type: 'String' },
  flag: { type: 'Boolean' },
}
for (const [name, usual] of Object.entries(USUAL)) {
  define(name, function (of: string | Read, said: Said) {
    return plain(this, usual, of, said)
  })
}
define('amount', function (of: string | Read, said: Said) {
  const read: Read = typeof of === 'string' ? (parent) => Reflect.get(parent, of) : of
  return plain(this, { type: 'Float' }, (...asked) => decimal(read(...asked)), said)
})

function define<Given extends unknown[]>(
  name: string,
  value: (this: AnyFields, ...given: Given) => FieldRef<SchemaTypes>,
): void {
  Object.defineProperty(RootFieldBuilder.prototype, name, { value })
}

function plain(fields: AnyFields, usual: object, of: string | Read, said: Said): FieldRef<SchemaTypes> {
  const { rows, ...own } = typeof said === 'string' ? { description: said } : said
  const priced = rows === undefined ? own : { ...own, complexity: { field: 1, multiplier: rows } }
  const options = { ...usual, ...priced }
  return typeof of === 'string' ? fields.expose(of, options) : fields.field({ ...options, resolve: of })
}

function decimal(micro: unknown): unknown {
  if (typeof micro === 'number') return decimalOf(micro)
  return micro instanceof Promise ? micro.then(decimal) : null
}
