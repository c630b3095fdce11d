/** A form that an answer can take. */
export interface Format {
  /** The name in `format`, and the extension of files. */
  name: 'json' | 'csv' | 'ndjson'
  /** The media types in Accept that select it; the first is its registered or usual one. */
  types: readonly [string, ...string[]]
  /** The header Content-Type of such an answer. */
  contentType: string
}

/** The format that every path has. */
export const JSON_FORMAT: Format = {
  name: 'json',
  types: ['application/json'],
  contentType: 'application/json; charset=utf-8',
}

/** The forms of an export, a row for each thing that a list holds; for Pro. */
export const EXPORT_FORMATS: readonly Format[] = [
  { name: 'csv', types: ['text/csv'], contentType: 'text/csv; charset=utf-8; header=present' },
  {
    name: 'ndjson',
    types: ['application/x-ndjson', 'application/ndjson'],
    contentType: 'application/x-ndjson; charset=utf-8',
  },
]
