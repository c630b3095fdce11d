import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      expose: ExposePlugin<Types>
    }
  }
}

/**
 * Leaves a field that is exposed by its own name without a resolver: GraphQL reads the property itself, and a compiled query
 * makes no call, path and description of the field for each row.
 */
export class ExposePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    if (field.extensions?.pothosExposedField !== field.name) return field
    const { resolve, ...plain } = field
    return plain
  }
}

const name = 'expose'
SchemaBuilder.registerPlugin(name, ExposePlugin)
export default name
