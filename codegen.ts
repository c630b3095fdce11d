import type { CodegenConfig } from '@graphql-codegen/cli'

const typed = {
  plugins: ['typescript-operations', 'typed-document-node'],
  config: {
    useTypeImports: true,
    enumType: 'string-literal',
    skipTypename: true,
    defaultScalarType: 'unknown',
    scalars: { Address: 'string', Date: 'string', DateTime: 'string', Hash: 'string' },
  },
}

/** Types the operations of REST and of pages by the printed schema: `npm run codegen` prints the schema first. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  silent: true,
  generates: {
    'src/rest/operations/operations.generated.ts': {
      documents: 'src/rest/operations/**/*.graphql',
      ...typed,
    },
    'src/pages/operations.generated.ts': { documents: 'src/pages/**/*.graphql', ...typed },
  },
}

export default config
