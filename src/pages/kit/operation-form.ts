import { createHash } from 'node:crypto'
import { type DocumentNode, print } from 'graphql'
import { type Html, html, type Part } from './html.ts'

/** An operation that the browser sends to GraphQL by its id alone. */
interface BrowserOperation {
  /** The SHA-256 of the text, 64 hex digits. */
  id: string
  text: string
}

const known = new Map<DocumentNode, BrowserOperation>()

/** An operation's text and id, worked out once. */
export function browserOperation(document: DocumentNode): BrowserOperation {
  const found = known.get(document)
  if (found !== undefined) return found
  const text = print(document)
  const made = { id: createHash('sha256').update(text).digest('hex'), text }
  known.set(document, made)
  return made
}

interface OperationForm {
  operation: DocumentNode
  /** Variables without a field. */
  variables?: object
  /**
   * The list variable to which the fields are added as one object.
   * @default none: each field is a variable
   */
  addTo?: string
  /**
   * Controls, each with the name of its variable in `data-variable`: without a `name`, none appears in a URL.
   */
  fields?: Part
  button: string
  /** True: the button is not the main one of its card. @default false */
  isPlain?: boolean
  /** The path, up to the id, of the page of what the operation makes: it is opened. @default this page is shown again */
  opens?: string
}

/**
 * Renders a form that the page's script sends to GraphQL with the reader's token. Without script it sends
 * nothing.
 */
export function operationForm(form: OperationForm): Html {
  const { operation, variables = {}, addTo, fields = null, button, isPlain = false, opens } = form
  return html`<form class="filters" data-operation="${browserOperation(operation).id}" data-variables="${JSON.stringify(variables)}"${addTo && html` data-add-to="${addTo}"`}${opens && html` data-opens="${opens}"`}>${fields}<button class="button ${isPlain && 'plain'}">${button}</button><p class="small" role="status"></p></form>`
}
