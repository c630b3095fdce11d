/** Where the document is served: like a page, to anyone, and not counted by limits. */
export const DOCUMENT_PATH = '/v1/openapi.json'
