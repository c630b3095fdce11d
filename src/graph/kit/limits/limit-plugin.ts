import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type FieldRequiredness,
  type InputFieldMap,
  type InputType,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  PothosSchemaError,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import { type ErrorCode, isErrorCode } from '../../../errors.ts'
import { describeMetric, type MetricId, metricById } from '../../../metrics/registry.ts'
import { limitWords, type ValueLimits } from '../../../value-limits.ts'
import { ABOVE_FIELD_LIMIT } from '../field-limit.ts'
import { limitCheck } from './known-limits.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      limits: LimitPlugin<Types>
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
      /** The values that can occur; `{limits}` in the description stands for them in words. @default any */
      limits?: ValueLimits
      /** The metric that the field shows: its words come before the description, and its limits hold. */
      metric?: MetricId
      /** The errors that the field can fail with, each with when: `for an unknown id`. @default those of any field */
      throws?: Failures
    }

    export interface InputFieldOptions<
      Types extends SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type>,
    > {
      /** The values that are accepted; `{limits}` in the description stands for them in words. @default any */
      limits?: ValueLimits
    }
  }
}

/** The cases in which a field fails, by the error's code. */
type Failures = Readonly<Partial<Record<ErrorCode, string>>>

/** The extension of fields and arguments that holds {@link ValueLimits}. */
const EXTENSION = 'limits'
/** The extension of fields that holds {@link Said}. */
const SAID = 'said'
/** Sentences that other plugins add to a description: by the key, in the extensions of fields and arguments. */
export const SENTENCES = 'sentences'
/** The placeholder in descriptions for the words of the limits. */
const WORDS = '{limits}'

/**
 * Implements the `limits` option of fields and arguments: the argument's check, the words of descriptions,
 * and the extension that REST and OpenAPI read. It also prints the `throws` option of fields in their
 * descriptions. It must come before the plugin that checks arguments.
 */
export class LimitPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const { metric, limits: own, throws: given, countsCall } = field.pothosOptions
    const throws = { ...given, ...(countsCall && { RATE_LIMITED: ABOVE_FIELD_LIMIT }) }
    const range = metric === undefined ? undefined : metricById(metric).range
    const limits = own ?? (typeof range === 'string' ? undefined : range)
    const words = [metric === undefined ? [] : describeMetric(metric), field.description ?? []].flat()
    const { description = '', extensions } = limited({ ...field, description: words.join(' ') }, limits)
    const failures = Object.entries(throws).map(([code, when]) => `Error ${code} ${when}.`)
    const said: Said = { text: description, failures: Object.keys(throws).filter(isErrorCode) }
    return {
      ...field,
      description: [description, ...sentencesOf(field), ...failures].join(' '),
      extensions: { ...extensions, [SAID]: said },
    }
  }

  override onInputFieldConfig(given: PothosInputFieldConfig<Types>) {
    const { limits } = given.pothosOptions
    const words = [given.description ?? [], ...sentencesOf(given)].flat()
    const field = { ...given, description: words.length === 0 ? null : words.join(' ') }
    if (limits === undefined) return { ...field, ...limited(field, limits) }
    const { schema } = limitCheck(this.#nameOf(field.type), limits)
    const pothosOptions = { ...field.pothosOptions, validate: { schema } }
    return { ...field, ...limited(field, limits), pothosOptions }
  }

  #nameOf(type: PothosInputFieldConfig<Types>['type']): string {
    return type.kind === 'List' ? type.kind : this.buildCache.getTypeConfig(type.ref).name
  }
}

/** Returns a field's or argument's configuration with its limits applied. */
function limited({ name, description, extensions }: Described, limits: ValueLimits | undefined) {
  if (limits !== undefined) {
    const said = description?.replaceAll(WORDS, limitWords(limits))
    return { description: said, extensions: { ...extensions, [EXTENSION]: limits } }
  }
  if (description?.includes(WORDS)) throw new PothosSchemaError(`${name} has no limits to describe`)
  return { description: description ?? undefined, extensions }
}

function sentencesOf({ extensions }: Pick<Described, 'extensions'>): readonly string[] {
  const sentences = extensions?.[SENTENCES]
  return Array.isArray(sentences) ? sentences : []
}

interface Described {
  name: string
  description?: string | null | undefined
  extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** Returns the limits of a field or an argument of the built schema, empty if it has none. */
export function limitsOf({ extensions }: { readonly extensions: object }): ValueLimits | undefined {
  return Reflect.get(extensions, EXTENSION)
}

/** A field's words without those of its tier and errors, and the errors that it names. */
interface Said {
  readonly text: string
  readonly failures: readonly ErrorCode[]
}

/** The words and the errors of a field of the built schema. */
export function saidOf({ extensions }: { readonly extensions: object }): Said {
  return Reflect.get(extensions, SAID) ?? { text: '', failures: [] }
}

SchemaBuilder.registerPlugin('limits', LimitPlugin)

/** The plugin's name, for a builder's list of plugins. */
export default 'limits' as const
