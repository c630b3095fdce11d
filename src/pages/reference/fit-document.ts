import type { LiveExamples } from './example-path.ts'

/** As much of the OpenAPI document as is changed for a reader who tries it. */
export interface TriedDocument {
  paths: Record<string, { get?: { parameters?: TriedParameter[] } }>
}

/** A parameter of the document, or a reference to one, which has no name. */
export interface TriedParameter {
  name?: string
  required?: boolean
  schema?: { enum?: readonly unknown[] }
  example?: unknown
  examples?: Record<string, { value: unknown; 'x-disabled': boolean }>
}

/**
 * Changes the document so that each path answers at the first try: examples are of the data that is served, and what
 * may be left out and has no example is left out, where the reference would send the first of its values. Runs in the
 * reader's browser, from its own text: it must use nothing from around it.
 */
export function fitDocument(document: TriedDocument, live: LiveExamples): TriedDocument {
  for (const { get } of Object.values(document.paths)) {
    for (const parameter of get?.parameters ?? []) {
      const served = live[parameter.name ?? '']
      const [first] = parameter.schema?.enum ?? []
      if (served !== undefined) parameter.example = served
      else if (parameter.required !== true && parameter.example === undefined && first !== undefined)
        parameter.examples = { unset: { value: first, 'x-disabled': true } }
    }
  }
  return document
}
