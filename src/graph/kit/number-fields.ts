import { type FieldKind, type FieldRef, RootFieldBuilder, type SchemaTypes } from '@pothos/core'
import { MICRO } from '../../ledger/quantities.ts'
import type { MetricId } from '../../metrics/registry.ts'
import type { ValueLimits } from '../../value-limits.ts'
import type { FieldTier } from './tier-rule.ts'

/**
 * An amount of millionths as the API shows it: decimal dollars or shares. The nearest double to the exact quotient,
 * which prints with at most 6 decimals below 2^33 (8.6e9), the range that a quantity can have.
 */
export function decimalOf(micro: number): number {
  return micro / MICRO
}

/** The fewest whole millionths that are an amount in dollars or shares, or more. */
export function leastMicro(amount: number): number {
  const nearest = Math.round(amount * MICRO)
  return nearest / MICRO < amount ? nearest + 1 : nearest
}

/** The most whole millionths that are an amount in dollars or shares, or less. */
export function mostMicro(amount: number): number {
  return -leastMicro(-amount)
}

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
  complexity?: number
}

/** A field of a number: one that is never null, and one that may be. */
interface NumberField<Types extends SchemaTypes, Parent, Kind extends FieldKind> {
  (of: Source<Types, Parent, number>, said: string | Options<Parent>): FieldRef<Types, unknown, Kind>
  (
    of: Source<Types, Parent, number | null | undefined>,
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
      amount: NumberField<Types, ParentShape, Kind>
      /** A whole number, 0 or more. */
      count: NumberField<Types, ParentShape, Kind>
      /** A number from 0 to 1. */
      fraction: NumberField<Types, ParentShape, Kind>
      /** A moment in UTC, from Unix seconds. */
      when: NumberField<Types, ParentShape, Kind>
    }
  }
}

/** The part of a builder that makes these fields; their types are declared above. */
interface AnyFields {
  field(options: object): FieldRef<SchemaTypes>
  expose(name: string, options: object): FieldRef<SchemaTypes>
}

type Value = number | null | undefined
type Read = (parent: object, args: object, context: object) => Value | Promise<Value>

define('amount', { type: 'Float' }, decimal)
define('count', { type: 'Int', limits: { minimum: 0 } })
define('fraction', { type: 'Float', limits: { minimum: 0, maximum: 1 } })
define('when', { type: 'DateTime' })

/** @param shown makes the number that is shown of the one that is read @default the same */
function define(
  name: 'amount' | 'count' | 'fraction' | 'when',
  usual: object,
  shown?: (value: Value | Promise<Value>) => Value | Promise<Value>,
): void {
  Object.defineProperty(RootFieldBuilder.prototype, name, {
    value(this: AnyFields, of: string | Read, said: string | object) {
      const options = { ...usual, ...(typeof said === 'string' ? { description: said } : said) }
      if (shown === undefined)
        return typeof of === 'string' ? this.expose(of, options) : this.field({ ...options, resolve: of })
      const read: Read = typeof of === 'string' ? (parent) => Reflect.get(parent, of) : of
      const resolve: Read = (parent, args, context) => shown(read(parent, args, context))
      return this.field({ ...options, resolve })
    },
  })
}

function decimal(micro: Value | Promise<Value>): Value | Promise<Value> {
  if (typeof micro === 'number') return decimalOf(micro)
  return micro instanceof Promise ? micro.then(decimal) : null
}
