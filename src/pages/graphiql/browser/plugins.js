// GraphiQL's plugins, by their buttons: what they show is loaded with the schema. It replaces the package of the documentation
// explorer, whose search needs packages of lists and fields.
import { DocsFilledIcon, DocsIcon, usePluginStore } from '@graphiql/react'
import { createElement as h, lazy, Suspense } from 'react'

export { DocExplorerContextProvider } from 'pequod:doc-context'

/** @param pick the content among the exports of later.js */
function later(pick) {
  const Content = lazy(() => import('./later.js').then((all) => ({ default: pick(all) })))
  return () => h(Suspense, null, h(Content))
}

export const DOC_EXPLORER_PLUGIN = {
  title: 'Documentation Explorer',
  icon: () => h(usePluginStore().visiblePlugin === DOC_EXPLORER_PLUGIN ? DocsFilledIcon : DocsIcon),
  content: later(({ DocExplorer }) => DocExplorer),
}

/** The builder of queries, by check marks. */
export const BUILDER = {
  title: 'GraphiQL Explorer',
  icon: () =>
    h(
      'svg',
      { height: '1em', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 },
      h('path', { d: 'M3 6l3 3 5-6M3 17l3 3 5-6M14 7h7M14 18h7' }),
    ),
  content: later(({ explorerPlugin }) => explorerPlugin({ showAttribution: false }).content),
}
