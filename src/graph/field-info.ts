import type { GraphQLResolveInfo, ResponsePath } from 'graphql'
import type { PlannedField, QueryPlan } from './query-plan.ts'

/** The place of a field in an answer. */
export function pathOf({ key, parentType }: PlannedField, above: ResponsePath | undefined): ResponsePath {
  return { prev: above, key, typename: parentType.name }
}

/** What a resolver is told of its call. Few ask: it is made when they do. */
export class FieldInfo implements GraphQLResolveInfo {
  readonly #field: PlannedField
  readonly #above: ResponsePath | undefined
  readonly #plan: QueryPlan
  readonly variableValues: GraphQLResolveInfo['variableValues']

  constructor(
    field: PlannedField,
    above: ResponsePath | undefined,
    { plan, variables }: { plan: QueryPlan; variables: GraphQLResolveInfo['variableValues'] },
  ) {
    this.#field = field
    this.#above = above
    this.#plan = plan
    this.variableValues = variables
  }

  get fieldName() {
    return this.#field.definition.name
  }
  get fieldNodes() {
    return this.#field.nodes
  }
  get returnType() {
    return this.#field.definition.type
  }
  get parentType() {
    return this.#field.parentType
  }
  get path() {
    return pathOf(this.#field, this.#above)
  }
  get schema() {
    return this.#plan.schema
  }
  get fragments() {
    return this.#plan.fragments
  }
  get operation() {
    return this.#plan.operation
  }
  get rootValue() {
    return undefined
  }
}
