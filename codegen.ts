import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types the operations of REST by the printed schema: `npm run codegen` prints the schema first. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: 'src/rest/operations/**/*.graphql',
  silent: true,
  generates: {
    'src/rest/operations/operations.generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumType: 'string-literal',
        skipTypename: true,
        defaultScalarType: 'unknown',
        scalars: { Address: 'string', Date: 'string', DateTime: 'string', Hash: 'string' },
      },
    },
  },
}

export default config
