/** What an answer that is no stream can be sent as. */
export type GraphqlMediaType = 'application/json' | 'application/graphql-response+json'

/**
 * The media type that yoga would answer in: the first of the Accept header's that an answer without a stream can have.
 * Null where there is none, and where the header has parameters or patterns that yoga must weigh.
 */
export function graphqlMediaType(accept: string | undefined): GraphqlMediaType | null {
  if (accept === undefined || accept === '') return 'application/json'
  if (accept.includes(';')) return null
  for (const type of accept.toLowerCase().split(',')) {
    const name = type.trim()
    if (name === 'application/graphql-response+json' || name === 'application/json') return name
    if (name === '*/*' || name === 'application/*') return 'application/json'
    if (name.includes('*')) return null
  }
  return null
}
