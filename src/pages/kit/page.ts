import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Caller } from '../../access/tier.ts'
import { schema } from '../../graph/schema.ts'
import { operationArguments } from '../../rest/parameters/operation-arguments.ts'
import { choice, parameterType } from '../../rest/parameters/parameter-type.ts'
import type { ReadParameter } from '../../rest/parameters/read-parameters.ts'
import type { Card } from '../cards/card.ts'
import type { Html } from './html.ts'
import type { Shown } from './shown.ts'

/** What a page shows. */
export interface PageContent {
  /** The heading of the browser's tab. */
  title: string
  /** One or two sentences for search engines and cards. */
  description: string
  main: Html
  /** Which entry of the navigation the page belongs to. */
  section?: Section
  /** Modules beside those that every page has, by name. */
  modules?: readonly string[]
  /** The same view for programs; null where there is none. */
  shown?: Shown | null
  /** The name of the feed that tells what is new on it. @default none */
  feed?: 'alerts' | 'highlights'
  /** What it shows when it is shared; on a page that has a card. */
  card?: Card
  /** True: a text of one column. @default false */
  isText?: boolean
}

/** Where a page stands in the navigation. */
export type Section = 'leaderboards' | 'markets' | 'whales' | 'smart-money' | 'docs' | 'account'

/** Asks an operation for the page's caller. Rejects with the operation's first failure. */
export type Ask = <Result, Variables>(
  operation: TypedDocumentNode<Result, Variables>,
  variables: Variables,
) => Promise<Result>

/** What a page is rendered for. */
export interface View<Variables> {
  ask: Ask
  caller: Caller
  /** The variables that the address sets; what it leaves out is left out. */
  variables: Partial<Variables>
  /** What the address says, by parameter, as it was sent. */
  given: Given
}

/** Texts by parameter. */
export type Given = Readonly<Record<string, string>>

/** A page of the explorer: an address, what it asks, and how that is shown. */
export interface Page {
  path: string
  /** Unique among pages and paths. */
  name: string
  parameters: Readonly<Record<string, ReadParameter>>
  /** True: it is its caller's own, so that no answer is kept. @default false */
  isOwn?: boolean
  /** True: it shows Pro callers what changes between snapshots, so that no answer to them is kept. @default false */
  isLive?: boolean
  /** True: there is a picture of it at `card.svg` and `card.png` below its path. @default false */
  hasCard?: boolean
  /** True: its operation counts its calls itself. @default false */
  isCounted?: boolean
  render(view: View<Record<string, unknown>>): Promise<PageContent>
}

/** Where the parameters of an operation stand in the page's address. */
type Places<Variables> = { readonly [Name in keyof Variables]?: 'path' | 'query' }

/**
 * A page made of an operation. A parameter has the name of the variable that it sets, and accepts what the argument
 * does; `choices` are the page's own words, each list's first standing for none.
 * @throws Error for a variable that no parameter can set
 */
export function definePage<Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Result, Variables>,
  page: Omit<Page, 'parameters' | 'render'> & {
    parameters: Places<Variables> & Readonly<Record<string, 'path' | 'query' | undefined>>
    /** Other operations of the page, whose variables the address may set too. */
    also?: readonly TypedDocumentNode<unknown, never>[]
    choices?: Readonly<Record<string, readonly string[]>>
    render(view: View<Variables>): Promise<PageContent>
  },
): Page {
  const { parameters: places, also = [], choices = {}, render, ...rest } = page
  const given = new Map([operation, ...also].flatMap((one) => [...operationArguments(schema, one)]))
  const parameters = Object.entries(places).map(([name, place]): [string, ReadParameter] => {
    const argument = given.get(name)
    if (argument === undefined) throw new Error(`${page.path}: nothing is given $${name}.`)
    const type = parameterType(argument)
    return [name, { name, in: place === 'path' ? 'path' : 'query', required: place === 'path', type }]
  })
  const own = Object.entries(choices).map(([name, words]): [string, ReadParameter] => [
    name,
    { name, in: 'query', required: false, type: choice(words) },
  ])
  // The variables were read by the types of the operation's own arguments.
  return {
    ...rest,
    parameters: Object.fromEntries([...parameters, ...own]),
    render: render as Page['render'],
  }
}
