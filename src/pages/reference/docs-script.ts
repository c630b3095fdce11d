import type { LiveExamples } from './plain-reference.ts'

/** The part of the OpenAPI document that is changed for readers who try it. */
export interface TriedDocument {
  paths: Record<string, { get?: { parameters?: TriedParameter[] } }>
}

/** A parameter of the document, or a reference to one, which has no name. */
export interface TriedParameter {
  name?: string
  required?: boolean
  schema?: { enum?: readonly unknown[] }
  example?: unknown
  examples?: Record<string, { value: unknown; 'x-disabled': boolean }>
}

/**
 * Changes the document so that each path answers at the first try: examples come from the served data, and
 * optional parameters without an example are removed, for which the reference would send the first allowed
 * value. It runs in the reader's browser from its source text, so it must not use anything outside itself.
 */
export function fitDocument(document: TriedDocument, live: LiveExamples): TriedDocument {
  for (const { get } of Object.values(document.paths)) {
    for (const parameter of get?.parameters ?? []) {
      const served = live[parameter.name ?? '']
      const [first] = parameter.schema?.enum ?? []
      if (served !== undefined) parameter.example = served
      else if (parameter.required !== true && parameter.example === undefined && first !== undefined)
        parameter.examples = { unset: { value: first, 'x-disabled': true } }
    }
  }
  return document
}

/**
 * The reference's settings: our document, no external services, and no key stored without the reader's
 * knowledge.
 */
const CONFIGURATION = {
  favicon: '/assets/pequod.svg',
  // No other host is contacted.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  // The shown document was adapted to this service, so the bar links to the original.
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // The order of the document is the order of its schemas.
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
}

/**
 * The script of `/docs`: it loads the reference with our document, and gives each style element that is made from then
 * on the page's nonce, since some of the reference's parts make theirs without.
 */
export const DOCS_SCRIPT = `'use strict';
(() => {
  const nonce = document.querySelector('meta[property=csp-nonce]').content;
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (name, options) {
    const element = create.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  ${fitDocument.toString()}
  const place = document.querySelector('#reference');
  const loaded = new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, { src: '/assets/scalar.js', onload: resolve, onerror: reject });
    document.head.append(script);
  });
  const described = fetch('/v1/openapi.json').then((answer) => answer.json());
  Promise.all([described, loaded])
    .then(([openapi]) => {
      const content = fitDocument(openapi, JSON.parse(place.dataset.examples));
      Scalar.createApiReference(place, { ...${JSON.stringify(CONFIGURATION)}, content });
    })
    .catch(() => {
      place.textContent = 'The reference could not be loaded. Reload the page in a moment.';
    });
})();
`
