// Types the operations of REST and of pages by the printed schema: `npm run codegen` prints the schema first.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import { buildSchema, lexicographicSortSchema, parse, printSchema } from 'graphql'

const FILES = {
  'src/rest/operations/operations.generated.ts': 'src/rest/operations/**/*.graphql',
  'src/pages/operations.generated.ts': 'src/pages/**/*.graphql',
}
const CONFIG = {
  useTypeImports: true,
  enumType: 'string-literal',
  skipTypename: true,
  defaultScalarType: 'unknown',
  scalars: { Address: 'string', Date: 'string', DateTime: 'string', Hash: 'string' },
}

/** What each file says, by the schema and the operations of today. */
export async function operationTypes(): Promise<{ file: string; text: string }[]> {
  const sorted = lexicographicSortSchema(buildSchema(readFileSync('schema/schema.graphql', 'utf8')))
  const schema = parse(printSchema(sorted))
  const texts = Object.entries(FILES).map(async ([file, pattern]) => {
    const documents = globSync(pattern)
      .sort()
      .map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) }))
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

if (import.meta.main) for (const { file, text } of await operationTypes()) writeFileSync(file, text)
