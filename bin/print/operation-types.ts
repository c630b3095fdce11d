// Types the operations of REST and of pages, which share REST's fragments, by the printed schema: `npm run codegen` prints the schema first.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import {
  type ASTNode,
  buildSchema,
  type DocumentNode,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
  visit,
} from 'graphql'

const REST = 'src/rest/operations/**/*.graphql'
const FILES = {
  'src/rest/operations/operations.generated.ts': REST,
  'src/pages/operations.generated.ts': 'src/pages/**/*.graphql',
}
const CONFIG = {
  useTypeImports: true,
  enumType: 'string-literal',
  skipTypename: true,
  defaultScalarType: 'unknown',
  scalars: { Address: 'string', Date: 'string', DateTime: 'string', Hash: 'string' },
}

/** The text of each file, from the current schema and operations. */
export async function operationTypes(): Promise<{ file: string; text: string }[]> {
  const sorted = lexicographicSortSchema(buildSchema(readFileSync('schema/schema.graphql', 'utf8')))
  const schema = parse(printSchema(sorted))
  const texts = Object.entries(FILES).map(async ([file, pattern]) => {
    const documents = documentsOf(pattern)
    if (pattern !== REST) documents.push(...fragmentsFor(documents, documentsOf(REST)))
    const text = await codegen({
      filename: file,
      schema,
      documents,
      config: CONFIG,
      plugins: [{ operations: {} }, { typedDocuments: {} }],
      pluginMap: { operations, typedDocuments },
    })
    return { file, text }
  })
  return Promise.all(texts)
}

interface SourceDocument {
  location: string
  document: DocumentNode
}

function documentsOf(pattern: string): SourceDocument[] {
  return globSync(pattern)
    .sort()
    .map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) }))
}

/** The fragments of other documents that some documents spread, each as a document, with those that they spread. */
function fragmentsFor(
  documents: readonly SourceDocument[],
  others: readonly SourceDocument[],
): SourceDocument[] {
  const known = new Map(
    others.flatMap(({ location, document }) =>
      document.definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, { location, one }] as const] : [],
      ),
    ),
  )
  const found = new Map<string, SourceDocument>()
  const note = (node: ASTNode): unknown =>
    visit(node, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = known.get(name)
        if (fragment === undefined || found.has(name)) return
        found.set(name, {
          location: `${fragment.location}#${name}`,
          document: { kind: Kind.DOCUMENT, definitions: [fragment.one] },
        })
        note(fragment.one)
      },
    })
  for (const { document } of documents) note(document)
  return [...found.values()]
}

if (import.meta.main) for (const { file, text } of await operationTypes()) writeFileSync(file, text)
