import { type Html, html } from '../kit/html.ts'
import { current, signInAddress } from '../kit/layout.ts'
import { address } from '../kit/links.ts'
import { OutboxPageDocument, type OutboxPageQuery } from '../operations.generated.ts'
import { definePage, orNotYet } from '../page.ts'
import { LOOKS, type Look, messageView } from './message-view.ts'

/** Says how the first message comes. */
export const NO_MESSAGE = html`<p class="calm">No message yet. Follow a <a href="/leaderboard/pnl-30d">trader</a>, a <a href="/markets">market</a> or a leaderboard: its news appears here by itself.</p>`

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
  async render({ ask, block, caller, given, variables, hasSignIn }) {
    const look = (given.as ?? 'discord') as Look
    const shown = await block(orNotYet(ask(OutboxPageDocument, variables)), (answer) => {
      if (answer === null) return caller.kind === 'anonymous' ? signedOut(hasSignIn) : NO_MESSAGE
      const { service, viewer } = answer
      const lead = service.simulation
        ? 'Your channels would get these messages. The demo sends nothing to anybody.'
        : 'Messages to your channels in the last seven days, as they look there.'
      return html`<p class="lead">${lead}</p>${viewer.outbox === null ? signedOut(hasSignIn) : list(viewer.outbox)}`
    })
    return {
      title: 'Outbox',
      description: 'Messages to your notification channels, as they look there.',
      section: 'account',
      modules: ['outbox'],
      isText: true,
      main: html`<h1>Outbox</h1>
      ${shown}`,
    }
    function list({ nodes, pageInfo }: NonNullable<OutboxPageQuery['viewer']['outbox']>): Html {
      return html`<nav class="pills" aria-label="Look">${Object.entries(LOOKS).map(([name, words]) => html`<a class="pill" href="${address('/outbox', { as: name })}"${current(name === look)}>${words}</a>`)}</nav>
      <p class="tiny">A message to a channel looks as it does there. Without a working channel, notifications stay here and look as you choose. <a href="/account">Channels and follows</a></p>
      <ol class="outbox" id="outbox" aria-live="polite"${given.after === undefined && html` data-live`}>${nodes.map((message) => messageView(message, look))}</ol>
      ${nodes.length === 0 && NO_MESSAGE}
      ${pageInfo.hasNextPage && html`<p><a href="${address('/outbox', { as: look, after: pageInfo.endCursor })}">Older messages</a></p>`}`
    }
  },
})

function signedOut(hasSignIn: boolean): Html {
  return hasSignIn
    ? html`<p>Sign in to see your messages.</p><p><a class="button" href="${signInAddress('/outbox')}">Sign in</a></p>`
    : html`<p>Add your key on the <a href="/account">account page</a> to see your messages.</p>`
}
