import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { isPlainText } from '../../text.ts'
import { argumentError } from './errors.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      text: TextPlugin<Types>
      expose: ExposePlugin<Types>
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>

const RULE = 'must have no control characters and no half of a surrogate pair'

/**
 * Refuses arguments with a text that is not {@link isPlainText}, at any depth and for GraphQL, REST and MCP
 * alike, so a new argument needs no check of its own. It must come first among the plugins, so that no other
 * reads such a text.
 */
export class TextPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolver: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return this.#checked(resolver, field)
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && this.#checked(subscribe, field)
  }

  #checked(resolver: Resolver<Types>, { args }: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (Object.values(args).every(({ type }) => type.kind === 'Enum')) return resolver
    return (root, given, context, info) => {
      const wrong = wrongPlaces(given)
      if (wrong.length === 0) return resolver(root, given, context, info)
      throw argumentError({
        issues: wrong.map((path) => ({ code: 'custom', path, message: RULE, input: null })),
      })
    }
  }
}

/** Returns the paths of texts in arguments that are not plain; a list counts once. */
function wrongPlaces(given: object): string[][] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (isPlain(value)) return []
    return typeof value === 'object' && !Array.isArray(value)
      ? wrongPlaces(value).map((path) => [name, ...path])
      : [[name]]
  })
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain)
}

SchemaBuilder.registerPlugin('text', TextPlugin)

/** The plugin's name, for a builder's list of plugins. */
export const TEXT_PLUGIN = 'text'

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

SchemaBuilder.registerPlugin('expose', ExposePlugin)

/** The plugin's name, for a builder's list of plugins. */
export const EXPOSE_PLUGIN = 'expose'
