import { type Html, html } from '../kit/html.ts'
import { current, signInAddress } from '../kit/layout.ts'
import { address } from '../kit/links.ts'
import { OutboxPageDocument } from '../operations.generated.ts'
import { definePage } from '../page.ts'
import { LOOKS, type Look, messageView } from './message-view.ts'

/**
 * `/outbox`: messages to the reader's channels, each as its channel shows it, as they come. A notification of an account without a
 * channel has no look of its own, so the reader picks one.
 */
export const OUTBOX_PAGE = definePage(OutboxPageDocument, {
  path: '/outbox',
  name: 'outboxPage',
  isOwn: true,
  parameters: { after: 'query' },
  choices: { as: Object.keys(LOOKS) },
  async render({ ask, given, variables, hasSignIn }) {
    const { service, viewer } = await ask(OutboxPageDocument, variables)
    const look = (given.as ?? 'discord') as Look
    const messages = viewer.outbox?.nodes ?? []
    const { hasNextPage = false, endCursor = null } = viewer.outbox?.pageInfo ?? {}
    const lead = service.simulation
      ? 'Your channels would get these messages. The demo sends nothing to anybody.'
      : 'Messages to your channels in the last seven days, as they look there.'
    return {
      title: 'Outbox',
      description: 'Messages to your notification channels, as they look there.',
      section: 'account',
      modules: ['outbox'],
      isText: true,
      main: html`<h1>Outbox</h1>
      <p class="lead">${lead}</p>
      ${viewer.outbox === null ? signedOut(hasSignIn) : list()}`,
    }
    function list(): Html {
      return html`<nav class="pills" aria-label="Look">${Object.entries(LOOKS).map(([name, words]) => html`<a class="pill" href="${address('/outbox', { as: name })}"${current(name === look)}>${words}</a>`)}</nav>
      <p class="tiny">A message to a channel looks as it does there. Without a working channel, notifications stay here and look as you choose. <a href="/account">Channels and follows</a></p>
      <ol class="outbox" id="outbox" aria-live="polite"${given.after === undefined && html` data-live`}>${messages.map((message) => messageView(message, look))}</ol>
      ${messages.length === 0 && html`<p class="calm">No message yet. Follow a <a href="/leaderboard/pnl-30d">trader</a>, a <a href="/markets">market</a> or a leaderboard: its news appears here by itself.</p>`}
      ${hasNextPage && html`<p><a href="${address('/outbox', { as: look, after: endCursor })}">Older messages</a></p>`}`
    }
  },
})

function signedOut(hasSignIn: boolean): Html {
  return hasSignIn
    ? html`<p>Sign in to see your messages.</p><p><a class="button" href="${signInAddress('/outbox')}">Sign in</a></p>`
    : html`<p>Add your key on the <a href="/account">account page</a> to see your messages.</p>`
}
