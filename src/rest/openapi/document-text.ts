import { serviceDocument } from './service-document.ts'

/** The document as `schema/openapi.json` holds it. */
export function documentText(): string {
  return `${JSON.stringify(serviceDocument(), null, 2)}\n`
}
