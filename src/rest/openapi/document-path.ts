/** The path of the document: public like a page, and not counted by limits. */
export const DOCUMENT_PATH = '/v1/openapi.json'
