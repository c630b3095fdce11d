/**
 * Additions to GraphiQL's style sheet: our accent, and panes above one another on narrow screens. A focused
 * tab must not move: the bundled style gives it a stale offset, so it jumps away from the pointer and the
 * click opens nothing.
 */
export const GRAPHIQL_STYLE = `
body { margin: 0; }
.graphiql-container, .graphiql-dialog { --color-primary: 191, 83%, 25%; }
body.graphiql-dark :is(.graphiql-container, .graphiql-dialog) { --color-primary: 191, 62%, 44%; }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) :is(.graphiql-container, .graphiql-dialog) { --color-primary: 191, 62%, 44%; }
}
.graphiql-logo a { display: flex; }
.graphiql-container .graphiql-tab { transform: none !important; }
@media (max-width: 45rem) {
  .graphiql-container { height: 100dvh; }
  .graphiql-container > .graphiql-container { height: 100%; min-height: 34rem; flex-direction: column-reverse; }
  .graphiql-container .graphiql-sidebar { flex: none; flex-direction: row; width: 100%; padding: 0 .5rem; gap: 0; }
  .graphiql-container .graphiql-sidebar > button[style] { margin: 0 0 0 auto !important; }
  .graphiql-container .graphiql-main { flex-direction: column; min-height: 0; }
  .graphiql-container .graphiql-plugin { flex: 1 1 0% !important; border-left: 0; }
  .graphiql-container .graphiql-sessions { margin: .5rem .5rem 0; min-height: 0; border-radius: 1rem; }
  .graphiql-container #graphiql-session { flex-direction: column; gap: .5rem; min-height: 0; }
  .graphiql-container .graphiql-horizontal-drag-bar, .graphiql-container .graphiql-logo { display: none; }
  .graphiql-container .graphiql-editors { min-height: 0; flex: 3 1 0% !important; }
  .graphiql-container .graphiql-query-editor { padding: .5rem; column-gap: .5rem; min-height: 0; overflow: hidden; }
  .graphiql-container .graphiql-editor-tools { padding: 0 .5rem; }
  .graphiql-container .graphiql-editor-tool { padding: .25rem .5rem; min-height: 0; }
  .graphiql-container .graphiql-response { min-height: 0; padding-top: 0; flex: 2 1 0% !important; }
}
`
