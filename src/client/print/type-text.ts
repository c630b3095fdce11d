import type { JsonSchema } from '../../rest/openapi/json-schema.ts'
import { docComment } from './doc-comment.ts'

const SCALARS: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  null: 'null',
  number: 'number',
  string: 'string',
}

/**
 * Prints a schema as a TypeScript type; a reference becomes the name at its end.
 * @param indent the indentation of an object's fields
 * @throws Error for a schema of a kind that answers and parameters do not use
 */
export function typeText(schema: JsonSchema, indent = ''): string {
  const { $ref, anyOf, type } = schema
  if (typeof $ref === 'string') return nameOf($ref)
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeText(one, indent)).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeText({ ...schema, type: one }, indent)).join(' | ')
  if (Array.isArray(schema.enum) && type !== 'null')
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (type === 'array') return `ReadonlyArray<${typeText(partOf(schema.items), indent)}>`
  if (type === 'object') return objectText(schema, indent)
  const scalar = SCALARS[String(type)]
  if (scalar === undefined) throw new Error(`A client has no type for ${JSON.stringify(schema)}.`)
  return scalar
}

/** Its fields, each with its meaning, one below the other. */
function objectText({ properties, required }: JsonSchema, indent: string): string {
  // Its fields are GraphQL's.
  if (properties === undefined) return 'Readonly<Record<string, unknown>>'
  const inner = `${indent}  `
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = Object.entries(partOf(properties)).map(([name, value]) => {
    const schema = partOf(value)
    const comment = typeof schema.description === 'string' ? docComment(schema.description, inner) : ''
    return `${comment}${inner}${name}${needed.has(name) ? '' : '?'}: ${typeText(schema, inner)}\n`
  })
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function partOf(value: unknown): JsonSchema {
  if (typeof value !== 'object' || value === null) throw new Error('A schema lacks its type.')
  return { ...value }
}
