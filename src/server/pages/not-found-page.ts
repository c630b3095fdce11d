import { html } from './html.ts'
import { page } from './page.ts'

/**
 * The page of a path at which there is nothing.
 * @param path as it was asked for
 */
export function notFoundPage(path: string): string {
  return page({
    title: 'Page not found: Pequod',
    simulated: false,
    body: html`
      <h1>Page not found</h1>
      <p class="lead"><code>${path}</code></p>
      <div class="cards">
        <a class="card" href="/"><b>Start page</b><span>What this service holds, with links to look at.</span></a>
        <a class="card" href="/docs"><b>REST reference</b><span>Every path, to read and to try.</span></a>
        <a class="card" href="/graphql"><b>GraphiQL</b><span>Ask in GraphQL, with examples to start from.</span></a>
      </div>`,
  })
}
