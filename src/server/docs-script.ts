/** How the reference is shown: of our document, by nobody's help, and with no key kept behind the reader's back. */
const CONFIGURATION = {
  url: '/v1/openapi.json',
  favicon: '/assets/pequod.svg',
  // Nothing is loaded from, or told to, another host.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // The order of the document is the order of its schemas.
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
}

/**
 * The script of `/docs`: it loads the reference, and gives each style element that is made while it runs the page's
 * nonce, since some of the reference's parts make theirs without.
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
  const script = document.createElement('script');
  script.src = '/assets/scalar.js';
  script.addEventListener('load', () => Scalar.createApiReference('#reference', ${JSON.stringify(CONFIGURATION)}));
  document.head.append(script);
})();
`
