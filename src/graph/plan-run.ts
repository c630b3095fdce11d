import {
  type ExecutionResult,
  GraphQLError,
  getArgumentValues,
  locatedError,
  type ResponsePath,
  responsePathAsArray,
} from 'graphql'
import { createFieldFailures } from './field-failures.ts'
import { FieldInfo, pathOf } from './field-info.ts'
import type { PlannedField, PlannedObject, PlannedValue, QueryPlan } from './query-plan.ts'

type Values = Readonly<Record<string, unknown>>
type Path = ResponsePath | undefined

const NO_ARGUMENTS: Values = Object.freeze({})

/**
 * One run of a query, as the specification tells it: resolvers are called side by side, and a failure makes null of
 * the nearest value around it that can be. What is shown of a value is there at once, or promised where a resolver
 * takes its time.
 */
export class PlanRun {
  readonly plan: QueryPlan
  /** As the operation's types coerced them. */
  readonly variables: Record<string, unknown>
  readonly #context: unknown
  /** What fields with arguments are given: in a list it is the same in each row. */
  readonly #given = new Map<PlannedField, Values>()
  readonly #failures = createFieldFailures()

  constructor(plan: QueryPlan, variables: Record<string, unknown>, context: unknown) {
    this.plan = plan
    this.variables = variables
    this.#context = context
  }

  /** Runs the query; to be called once. */
  async answer(): Promise<ExecutionResult> {
    const { errors } = this.#failures
    try {
      const data = await this.#showObject(this.plan.root, undefined, undefined)
      return errors.length === 0 ? { data } : { errors, data }
    } catch (error) {
      this.#failures.add(locatedError(error, undefined), [])
      return { errors, data: null }
    }
  }

  #showObject({ fields, make }: PlannedObject, source: unknown, path: Path): Values | Promise<Values> {
    const shown: unknown[] = []
    let isPromised = false
    try {
      for (const field of fields) {
        const value = this.#showField(field, source, path)
        if (isPromise(value)) isPromised = true
        shown.push(value)
      }
    } catch (error) {
      return giveUp(error, isPromised ? shown : [])
    }
    return isPromised ? Promise.all(shown).then(make) : make(shown)
  }

  #showField(field: PlannedField, source: unknown, above: Path): unknown {
    const { resolve, value } = field
    try {
      const info = new FieldInfo(field, above, this)
      const result: unknown = resolve(source, this.#argumentsOf(field), this.#context, info)
      // Most are leaves, whose place matters to nobody but a failure.
      if (value.kind === 'LEAF' && !isPromise(result)) return showLeaf(value, result, field)
      return this.#settle(result, value, field, pathOf(field, above))
    } catch (error) {
      return this.#fail(error, value, field, pathOf(field, above))
    }
  }

  #argumentsOf(field: PlannedField): Values {
    const { definition, nodes } = field
    if (definition.args.length === 0) return NO_ARGUMENTS
    const known = this.#given.get(field)
    if (known) return known
    const given = getArgumentValues(definition, nodes[0], this.variables)
    this.#given.set(field, given)
    return given
  }

  /** What is shown of what a resolver or a list gave, now or when it is there. */
  #settle(given: unknown, value: PlannedValue, field: PlannedField, path: ResponsePath): unknown {
    const shown = isPromise(given)
      ? given.then((result) => this.#showValue(value, result, field, path))
      : this.#showValue(value, given, field, path)
    return isPromise(shown)
      ? shown.then(undefined, (error: unknown) => this.#fail(error, value, field, path))
      : shown
  }

  #showValue(value: PlannedValue, given: unknown, field: PlannedField, path: ResponsePath): unknown {
    if (value.kind === 'LEAF') return showLeaf(value, given, field)
    if (given instanceof Error) throw given
    if (given === null || given === undefined) return showNull(value, field)
    if (value.kind === 'OBJECT') return this.#showObject(value.object, given, path)
    return this.#showList(value.item, given, field, path)
  }

  #showList(item: PlannedValue, given: unknown, field: PlannedField, path: ResponsePath): unknown {
    if (!isIterable(given)) throw noList(field)
    const shown: unknown[] = []
    let isPromised = false
    try {
      for (const one of given) {
        const value = this.#showItem(item, one, field, { prev: path, key: shown.length, typename: undefined })
        if (isPromise(value)) isPromised = true
        shown.push(value)
      }
    } catch (error) {
      return giveUp(error, isPromised ? shown : [])
    }
    return isPromised ? Promise.all(shown) : shown
  }

  #showItem(item: PlannedValue, given: unknown, field: PlannedField, path: ResponsePath): unknown {
    try {
      return this.#settle(given, item, field, path)
    } catch (error) {
      return this.#fail(error, item, field, path)
    }
  }

  /** Null for what failed where that can be; else the failure is that of the value around it. */
  #fail(error: unknown, { isNullable }: PlannedValue, { nodes }: PlannedField, path: ResponsePath): null {
    const place = responsePathAsArray(path)
    const failure = locatedError(error, nodes, place)
    if (!isNullable) throw failure
    this.#failures.add(failure, place)
    return null
  }
}

/** Fails when what was promised before is there: none of that may fail unheard. */
function giveUp(failure: unknown, promised: readonly unknown[]): Promise<never> {
  if (promised.length === 0) throw failure
  return Promise.all(promised).then(
    () => Promise.reject(failure),
    () => Promise.reject(failure),
  )
}

function showLeaf(
  value: Extract<PlannedValue, { kind: 'LEAF' }>,
  given: unknown,
  field: PlannedField,
): unknown {
  return given === null || given === undefined ? showNull(value, field) : value.show(given)
}

function showNull({ isNullable }: PlannedValue, { parentType, definition }: PlannedField): null {
  if (isNullable) return null
  throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${definition.name}.`)
}

function noList({ parentType, definition }: PlannedField): GraphQLError {
  const place = `${parentType.name}.${definition.name}`
  return new GraphQLError(`Expected Iterable, but did not find one for field "${place}".`)
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}
