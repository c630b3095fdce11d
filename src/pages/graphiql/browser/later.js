// The parts of GraphiQL that show nothing without the schema, and are loaded with it.
import MarkdownIt from 'pequod:markdown-it'
import { later } from './stand-ins.js'

later.MarkdownIt = MarkdownIt

export { DocExplorer } from 'pequod:doc-explorer'
export { explorerPlugin } from '@graphiql/plugin-explorer'
export { createClient } from 'graphql-sse'
