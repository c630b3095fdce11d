/** What a page may load beside nothing, by the directive of its Content-Security-Policy. */
export type PageSources = Readonly<
  Partial<
    Record<
      | 'script-src'
      | 'style-src'
      | 'style-src-elem'
      | 'style-src-attr'
      | 'img-src'
      | 'font-src'
      | 'connect-src'
      | 'worker-src',
      string
    >
  >
>

/** The Content-Security-Policy of a page: what is not named is not loaded, and nobody may frame it. */
export function pagePolicy(sources: PageSources): string {
  return [
    "default-src 'none'",
    ...Object.entries(sources).map(([directive, source]) => `${directive} ${source}`),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
