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

const REST = {
  file: 'src/rest/operations/operations.generated.ts',
  pattern: 'src/rest/operations/**/*.graphql',
}
const PAGES = { file: 'src/pages/operations.generated.ts', pattern: 'src/pages/**/*.graphql' }
/** REST's file from that of pages. */
const FROM_PAGES = '../rest/operations/operations.generated.ts'
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
  const typed = ({ file, documents }: { file: string; documents: SourceDocument[] }) =>
    codegen({
      filename: file,
      schema,
      documents,
      config: CONFIG,
      plugins: [{ operations: {} }, { typedDocuments: {} }],
      pluginMap: { operations, typedDocuments },
    })
  const rest = { file: REST.file, documents: documentsOf(REST.pattern) }
  const own = documentsOf(PAGES.pattern)
  const pages = { file: PAGES.file, documents: [...own, ...fragmentsFor(own, rest.documents)] }
  const [restText, pagesText] = await Promise.all([typed(rest), typed(pages)])
  return [
    { file: REST.file, text: restText },
    { file: PAGES.file, text: withoutTypesOf(restText, pagesText) },
  ]
}

/** The text of pages, which takes from REST's file the types that both would declare. */
function withoutTypesOf(rest: string, pages: string): string {
  const known = new Set(rest.split(BETWEEN))
  const isShared = (declaration: string) => NAME.test(declaration) && known.has(declaration)
  const declarations = pages.split(BETWEEN)
  const names = declarations.filter(isShared).flatMap((declaration) => NAME.exec(declaration)?.[1] ?? [])
  const own = declarations.filter((declaration) => !isShared(declaration)).join('\n\n')
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(own))
  return [
    `import type { ${used.join(', ')} } from '${FROM_PAGES}';`,
    `export type { ${names.join(', ')} } from '${FROM_PAGES}';`,
    own,
  ].join('\n')
}

const BETWEEN = /\n\n+/
/** Finds the name of an exported type. */
const NAME = /^export type (\w+) =/m

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
