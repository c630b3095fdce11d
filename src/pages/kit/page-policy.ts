/** The sources that a page may load, by the directive of its Content-Security-Policy. */
type PageSources = Readonly<
  Partial<
    Record<
      | 'script-src'
      | 'style-src'
      | 'style-src-elem'
      | 'style-src-attr'
      | 'img-src'
      | 'font-src'
      | 'connect-src'
      | 'worker-src'
      | 'form-action'
      | 'frame-ancestors',
      string
    >
  >
>

/** Returns the Content-Security-Policy of a page: it forbids other sources, forms and frames. */
export function pagePolicy(sources: PageSources): string {
  const directives = {
    'default-src': "'none'",
    ...sources,
    'base-uri': "'none'",
    'form-action': sources['form-action'] ?? "'none'",
    'frame-ancestors': sources['frame-ancestors'] ?? "'none'",
  }
  return Object.entries(directives)
    .map(([directive, source]) => `${directive} ${source}`)
    .join('; ')
}
