import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema } from '../../../src/rest/openapi/answer-schemas.ts'
import type { OpenApiDocument } from '../../../src/rest/openapi/document.ts'
import type { HttpAnswer } from './http-answer.ts'

/** The document's promises, and the part of them that was met. */
export interface DocumentContract {
  /** Returns the faults of an answer to GET on a path of the document, in words; empty if it fits. */
  faultsOf(path: string, answer: HttpAnswer): string[]
  /** Every response that the document declares and no answer had: `/v1/trader 304`. */
  unseen(): string[]
}

/**
 * Checks answers against the document: status, type, body and headers. It is stricter than the document in
 * one respect: an object has no undeclared properties, so that no answer holds an undocumented value.
 */
export function createContract(document: OpenApiDocument): DocumentContract {
  const strict = withoutMore(document)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(strict, 'document')
  const validators = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: string) => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, known)
    return known
  }
  const seen = new Set<string>()

  function bodyFaults(pointer: string, response: JsonSchema, answer: HttpAnswer): string[] {
    if (response.content === undefined) return answer.body === '' ? [] : ['has a body']
    const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
    const media = recordOf(response.content)[type]
    if (media === undefined) return [`is of the type ${type}`]
    if (recordOf(media).schema === undefined) return []
    const validate = validatorAt(`${pointer}/content/${escaped(type)}/schema`)
    const body: unknown = type === 'application/json' ? JSON.parse(answer.body) : answer.body
    return validate(body) ? [] : [ajv.errorsText(validate.errors)]
  }

  return {
    faultsOf(path, answer) {
      const status = String(answer.status)
      const declared = recordOf(recordOf(document.paths[path]?.get?.responses)[status])
      if (Object.keys(declared).length === 0) return [`answers with the status ${status}`]
      seen.add(`${path} ${status}`)
      const pointer = String(declared.$ref ?? `#/paths/${escaped(path)}/get/responses/${status}`).slice(1)
      const response = at(document, pointer)
      return [...bodyFaults(pointer, response, answer), ...headerFaults(document, response, answer)]
    },
    unseen() {
      const declared = Object.entries(document.paths).flatMap(([path, { get }]) =>
        Object.keys(get ? recordOf(get.responses) : {}).map((status) => `${path} ${status}`),
      )
      return declared.filter((response) => !seen.has(response))
    },
  }
}

/** Returns the faults of headers: a declared one is missing or of another type, or one is undeclared. */
function headerFaults(document: OpenApiDocument, response: JsonSchema, { headers }: HttpAnswer): string[] {
  const declared = Object.entries(recordOf(response.headers))
  const names = declared.map(([name]) => name.toLowerCase())
  const more = Object.keys(headers).filter((name) => !names.includes(name) && !OF_HTTP.test(name))
  const faults = declared.flatMap(([name, header]) => {
    const { required, schema } = at(document, String(recordOf(header).$ref).slice(1))
    const value = headers[name.toLowerCase()]
    if (value === undefined) return required === true ? [`lacks the header ${name}`] : []
    const isWrong = recordOf(schema).type === 'integer' && !/^\d+$/.test(String(value))
    return isWrong ? [`has ${value} as the header ${name}`] : []
  })
  return [...faults, ...more.map((name) => `has the header ${name}, which is not declared`)]
}

/** Headers that the document leaves to HTTP, and to what protects browsers. */
const OF_HTTP =
  /^(?:cache-control|connection|content-(?:length|type|security-policy)|cross-origin-.*|date|keep-alive|referrer-policy|transfer-encoding|vary|x-content-type-options|x-frame-options)$/

/** Returns the schema with closed objects. */
function withoutMore(value: unknown): JsonSchema {
  return recordOf(JSON.parse(JSON.stringify(value), (_key, part) => close(part)))
}

function close(part: unknown): unknown {
  const { type, properties } = recordOf(part)
  const isObject = type === 'object' && properties !== undefined
  return isObject ? { ...recordOf(part), additionalProperties: false } : part
}

/** The part of a document that a JSON pointer leads to. */
function at(document: unknown, pointer: string): JsonSchema {
  const steps = pointer.split('/').slice(1)
  return recordOf(
    steps.reduce((part, step) => recordOf(part)[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  )
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
