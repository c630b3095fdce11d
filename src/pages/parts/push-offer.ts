import { type Html, html } from '../kit/html.ts'
import { browserOperation } from '../kit/operation-form.ts'
import {
  ConfirmChannelDocument,
  PushChannelsDocument,
  UpdateChannelsDocument,
} from '../operations.generated.ts'

/** The button by which a browser becomes a channel of its account; hidden until the page's script can offer it. */
export function pushOffer(): Html {
  const [read, write, confirm] = [PushChannelsDocument, UpdateChannelsDocument, ConfirmChannelDocument].map(
    (operation) => browserOperation(operation).id,
  )
  return html`<div data-push="${JSON.stringify({ read, write, confirm })}" hidden><button class="button plain" type="button">Notify this browser</button> <span class="small" role="status"></span></div>`
}
