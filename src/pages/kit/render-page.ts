import type { Caller } from '../../access/tier.ts'
import { type RawParameters, readParameters } from '../../rest/parameters/read-parameters.ts'
import { ShellDocument } from '../operations.generated.ts'
import { explorerDocument } from './layout.ts'
import { orNotYet } from './not-yet.ts'
import type { Ask, Given, Page } from './page.ts'

/** Who a page is rendered for, and by what it asks. */
export interface PageReader {
  ask: Ask
  caller: Caller
}

/** A page as its reader may see it: nothing gets into it but what `ask` answers. Rejects with the operation's failure. */
export async function renderPage(page: Page, given: Given, { ask, caller }: PageReader): Promise<string> {
  const variables = readParameters(page.parameters, placed(page, given))
  const content = await page.render({ ask, caller, variables, given })
  const shell = await orNotYet(ask(ShellDocument, {}))
  return explorerDocument(content, { service: shell?.service ?? null })
}

/**
 * What an address says that the page knows. A form sends empty fields, and whoever links here adds marks of its own:
 * neither says anything.
 */
export function givenOf({ parameters }: Page, raw: RawParameters): Given {
  const entries = Object.values(parameters).flatMap(({ name, in: place }) => {
    const value = [raw[place][name]].flat()[0]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

function placed({ parameters }: Page, given: Given): RawParameters {
  const inPath = Object.entries(given).filter(([name]) => parameters[name]?.in === 'path')
  const inQuery = Object.entries(given).filter(([name]) => parameters[name]?.in === 'query')
  return { path: Object.fromEntries(inPath), query: Object.fromEntries(inQuery) }
}
