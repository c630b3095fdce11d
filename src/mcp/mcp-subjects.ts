import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { readDocument, type Section, sectionsOf } from '../documents.ts'
import { PequodError } from '../errors.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import type { McpTool } from './create-tool.ts'
import { fencedText } from './tool-result.ts'

export type ToolsByName = ReadonlyMap<string, McpTool>

/** A subject that an assistant can name: it has a resource, and it is an argument of prompts. */
export interface Subject {
  /** The argument's name, and the part of the address: `pequod://trader/{trader}`. */
  name: 'leaderboard' | 'trader' | 'market' | 'section'
  title: string
  description: string
  argument: string
  /** The text of one's resource. Rejects with a PequodError as the tool does. */
  read(id: string, context: RequestContext): Promise<ResourceText>
  /** Finds names that begin with or match a text, up to a limit. Rejects as the tool does. */
  find(text: string, context: RequestContext): Promise<string[]>
}

export interface ResourceText {
  mimeType: string
  text: string
}

/** A resource without parameters. */
export interface LoneResource {
  definition: Resource
  read(context: RequestContext): Promise<ResourceText>
}

/** Names that a completion hands out at most. */
const MOST_FOUND = 20
/** Characters of a filter in an address. */
const LONGEST_QUERY = 4_000
const LONGEST_SEARCH = 100

/** Returns the subjects, each with the tool that answers for it. */
export function createSubjects(tools: ToolsByName): Subject[] {
  const data = (name: string, given: Readonly<Record<string, unknown>>, context: RequestContext) =>
    readTool(tools, name, given, context)
  const subjects: Subject[] = [
    {
      name: 'leaderboard',
      title: 'Leaderboard',
      description: 'The first rows of a leaderboard.',
      argument: 'A leaderboard, such as pnl-30d.',
      read: (id, context) => data('getLeaderboard', { id }, context),
      async find(text, context) {
        const ids = await listed(tools, 'listLeaderboards', { limit: 100 }, { context, key: 'id' })
        return ids.filter((id) => id.startsWith(text.toLowerCase()))
      },
    },
    {
      name: 'trader',
      title: 'Trader',
      description: "A trader's identity, numbers over all time, newest days and ranks.",
      argument: "A trader's wallet address, 0x and 40 hex digits.",
      read: (address, context) => data('getTrader', { address }, context),
      find: (text, context) => listed(tools, 'searchTraders', searched(text), { context, key: 'address' }),
    },
    {
      name: 'market',
      title: 'Market',
      description: 'Question, event, times, volume, open interest and outcomes with their prices.',
      argument: "A market's condition id, 0x and 64 hex digits.",
      read: (id, context) => data('getMarket', { id }, context),
      find: (text, context) =>
        listed(
          tools,
          'listMarkets',
          { ...searched(''), where: { query: text } },
          { context, key: 'condition' },
        ),
    },
    {
      name: 'section',
      title: 'Section of the methodology',
      description: 'Definitions and formulas of the numbers.',
      argument: 'A section of the methodology, such as 5-skill-or-luck.',
      read: async (anchor) => sectionText(anchor),
      find: async (text) =>
        methodology()
          .map(({ anchor }) => anchor)
          .filter((anchor) => anchor.includes(text.toLowerCase())),
    },
  ]
  return subjects.map((subject) => ({
    ...subject,
    find: async (text, context) => (await subject.find(text, context)).slice(0, MOST_FOUND),
  }))
}

/** The template of a subject's resources. */
export function templateOf({ name, title, description }: Subject): ResourceTemplate {
  const path = name === 'section' ? 'methodology' : name
  const mimeType = name === 'section' ? MARKDOWN : DATA
  return { uriTemplate: `pequod://${path}/{${name}}`, name, title, description, mimeType }
}

/** A list as a resource: a filter of it is the query of its address, with the arguments of its tool by their names. */
export interface ListResource {
  template: ResourceTemplate
  /** The reader of an address of the list; null for another's, and for an argument that its tool has not. */
  at(uri: string): LoneResource['read'] | null
}

/** The lists whose filters are resources. They change with each snapshot. */
export function listResources(tools: ToolsByName): ListResource[] {
  const lists: [uri: string, tool: string][] = [
    ['pequod://trades', 'listTrades'],
    ['pequod://traders', 'screenTraders'],
  ]
  return lists.map(([uri, tool]): ListResource => {
    const { title, description, inputSchema } = tools.get(tool)?.definition ?? {}
    const { cursor: _, ...properties } = inputSchema?.properties ?? {}
    const uriTemplate = `${uri}{?${Object.keys(properties).join(',')}}`
    const name = uri.slice('pequod://'.length)
    return {
      template: { uriTemplate, name, title, description, mimeType: DATA },
      at(asked) {
        const [path, query = '', ...rest] = asked.split('?')
        if (path !== uri || rest.length > 0 || query.length > LONGEST_QUERY) return null
        const given = [...new URLSearchParams(query)]
        if (given.some(([key]) => !Object.hasOwn(properties, key))) return null
        const isList = (key: string) => Object(properties[key]).type === 'array'
        const values = given.map(([key, text]) => [key, isList(key) ? text.split(',') : text])
        return (context) => readTool(tools, tool, Object.fromEntries(values), context)
      },
    }
  })
}

/** Resources that have a name of their own, each the answer of a tool without arguments, and the methodology's sections. */
export function loneResources(tools: ToolsByName): LoneResource[] {
  const lone: [uri: string, tool: string][] = [
    ['pequod://leaderboards', 'listLeaderboards'],
    ['pequod://whales', 'listWhaleAlerts'],
    ['pequod://smart-money', 'getSmartMoney'],
  ]
  return [
    ...lone.map(([uri, tool]): LoneResource => {
      const { title, description } = tools.get(tool)?.definition ?? {}
      return {
        definition: { uri, name: uri.slice('pequod://'.length), title, description, mimeType: DATA },
        read: (context) => readTool(tools, tool, {}, context),
      }
    }),
    ...methodology().map(({ anchor, title }): LoneResource => {
      const uri = `pequod://methodology/${anchor}`
      return {
        definition: { uri, name: anchor, title: `Methodology: ${title}`, mimeType: MARKDOWN },
        read: async () => sectionText(anchor),
      }
    }),
  ]
}

/** Third-party texts among our own lines are between marks, so that the whole is no JSON. */
const DATA = 'text/plain'
const MARKDOWN = 'text/markdown'

async function readTool(
  tools: ToolsByName,
  name: string,
  given: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<ResourceText> {
  return { mimeType: DATA, text: fencedText(await callTool(tools, name, given, context)) }
}

async function listed(
  tools: ToolsByName,
  name: string,
  given: Readonly<Record<string, unknown>>,
  { context, key }: { context: RequestContext; key: string },
): Promise<string[]> {
  const { items } = await callTool(tools, name, given, context)
  const rows: unknown[] = Array.isArray(items) ? items : []
  return rows.map((row) => Object(row)[key]).filter((id) => typeof id === 'string')
}

function callTool(
  tools: ToolsByName,
  name: string,
  given: Readonly<Record<string, unknown>>,
  context: RequestContext,
) {
  const tool = tools.get(name)
  if (tool === undefined) throw new Error(`There is no tool ${name}.`)
  return tool.call(given, context)
}

/** Without a text the first of all; a longer one than a search takes finds what its beginning does. */
function searched(text: string): Record<string, unknown> {
  const query = [...text.trim()].slice(0, LONGEST_SEARCH).join('')
  return { limit: MOST_FOUND, ...(query !== '' && { query }) }
}

let sections: Section[] | null = null

function methodology(): Section[] {
  sections ??= sectionsOf(readDocument('methodology'))
  return sections
}

function sectionText(anchor: string): ResourceText {
  const section = methodology().find((one) => one.anchor === anchor)
  if (section !== undefined) return { mimeType: MARKDOWN, text: section.text }
  const known = methodology().map((one) => one.anchor)
  throw new PequodError('NOT_FOUND', `The methodology has no such section; it has ${known.join(', ')}.`)
}
