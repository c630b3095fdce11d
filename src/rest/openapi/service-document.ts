import packageJson from '../../../package.json' with { type: 'json' }
import { schema } from '../../graph/schema.ts'
import { CHANGES, ROUTES } from '../routes/routes.ts'
import { type OpenApiDocument, openApiDocument } from './document.ts'
import examples from './examples.json' with { type: 'json' }

/** The document of this very program, as it serves it and as `schema/openapi.json` holds it. */
export function serviceDocument(): OpenApiDocument {
  return openApiDocument({ routes: [...ROUTES, ...CHANGES], schema, examples, version: packageJson.version })
}
