import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { DocumentParameter } from './operations-of.ts'

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

/** Returns whether a text in a URL is a value of the parameter's schema. */
export function fitsParameter({ schema }: DocumentParameter, text: string): boolean {
  // Choices are read in either case.
  if (schema.enum !== undefined) return schema.enum.includes(text.toLowerCase())
  return ajv.validate(schema, valueOfText(schema.type, text))
}

/** Returns the value that a text spells; the text itself if it spells none of the type. */
function valueOfText(type: DocumentParameter['schema']['type'], text: string): unknown {
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text
  if (type === 'string') return text
  return /^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : text
}
