import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import {
  type AccountChannelsQuery,
  ConfirmChannelDocument,
  ResumeChannelDocument,
  RotateChannelSecretDocument,
  TestChannelDocument,
  WriteAlertConfigDocument,
  type WriteAlertConfigMutationVariables,
} from '../operations.generated.ts'
import { money } from '../parts/amounts.ts'
import { titleCase } from '../parts/words.ts'

/** Which alerts an account is sent, and where to. */
type Config = NonNullable<AccountChannelsQuery['whaleAlertConfig']>
type Channel = Config['channels'][number]

const KINDS: Readonly<Record<Channel['kind'], string>> = {
  WEBHOOK: 'Webhook',
  DISCORD: 'Discord',
  SLACK: 'Slack',
  TELEGRAM: 'Telegram',
  EMAIL: 'E-mail',
}

/**
 * The account's alerts by channel, with what can be done about each.
 * @param config null where nothing is set up
 * @param mayChange false for an API key, which reads
 */
export function channelCard(config: Config | null, mayChange: boolean): Html {
  return html`<section class="card"><h2>Notifications</h2>
    ${config === null ? html`<p>No channel is set up: large trades are sent to a webhook, Discord, Slack, Telegram or by e-mail.</p>` : rules(config)}
    ${config !== null && html`<ul class="feed">${config.channels.map((channel) => channelItem(channel, config, mayChange))}</ul>`}
    ${mayChange ? additions(config) : html`<p class="tiny">Channels are changed with a bearer token: a key reads.</p>`}
    <p class="tiny"><a href="/docs/operating#delivery-of-whale-alerts">What is sent, and how a webhook checks it</a></p></section>`
}

function rules({ minUsd, direction, categories, qualifying, wallets, delivers }: Config): Html {
  const list = (names: readonly string[], any: string) =>
    names.length === 0 ? any : names.map((name) => titleCase(name.replace(/_ALL$/, ''))).join(', ')
  return html`<dl class="facts"><dt>Trades</dt><dd>of ${money(minUsd)} and more${direction !== null && (direction === 'BUY' ? ', bought' : ', sold')}</dd>
    <dt>Categories</dt><dd>${list(categories, 'All')}</dd><dt>Boards led</dt><dd>${list(qualifying, 'Any')}</dd>
    ${wallets.length > 0 && html`<dt>Wallets</dt><dd>${wallets.map((wallet) => html`<a href="/trader/${wallet}"><code>${wallet}</code></a> `)}</dd>`}</dl>
    ${!delivers && html`<p class="calm">Nothing is sent: the account itself is not Pro.</p>`}`
}

function channelItem(channel: Channel, config: Config, mayChange: boolean): Html {
  const { kind, target, state, reason, failures } = channel
  return html`<li><div><b>${KINDS[kind]}</b> <bdi class="small">${target}</bdi>
      ${reason !== null && html`<p class="small">${state === 'PAUSED' ? 'Paused' : 'Last attempt'}: ${reason}${failures > 1 && ` (${failures} attempts)`}</p>`}
      ${state === 'PENDING' && html`<p class="small">${kind === 'WEBHOOK' ? 'Waits for the webhook to answer the challenge that it was sent.' : 'Waits for the code that was sent there.'}</p>`}</div>
    <div class="worth"><span class="badge ${{ ACTIVE: 'good', PENDING: 'warn', PAUSED: 'bad' }[state]}">${titleCase(state)}</span></div>${mayChange && channelChanges(channel, config)}</li>`
}

function channelChanges({ id, kind, target, state }: Channel, config: Config): Part {
  const variables = { id }
  const others = config.channels.filter((one) => one.id !== id)
  return html`<div class="changes">${
    state === 'PENDING' &&
    kind !== 'WEBHOOK' &&
    operationForm({
      operation: ConfirmChannelDocument,
      variables,
      fields: html`<label>Code<input data-variable="code" required pattern="[0-9]{8}" maxlength="8" inputmode="numeric" autocomplete="one-time-code" size="10"></label>`,
      button: 'Confirm',
    })
  }
    ${state === 'ACTIVE' && operationForm({ operation: TestChannelDocument, variables, button: 'Send a test', isPlain: true })}
    ${state === 'PAUSED' && operationForm({ operation: ResumeChannelDocument, variables, button: 'Resume' })}
    ${
      kind === 'WEBHOOK' &&
      html`<details><summary>New secret</summary>${operationForm({
        operation: RotateChannelSecretDocument,
        variables,
        fields: html`<p class="small">Messages are signed with both secrets for a day.</p>`,
        button: 'Make a new secret',
      })}</details>`
    }
    <details><summary>Remove</summary>${operationForm({
      operation: WriteAlertConfigDocument,
      variables: writtenOf(config, others),
      fields: html`<p class="small">Nothing is sent to <bdi>${target}</bdi> any more.</p>`,
      button: 'Remove the channel',
      isPlain: true,
    })}</details></div>`
}

/** Forms for a further channel, and for which alerts are sent. */
function additions(config: Config | null): Part {
  return html`${operationForm({
    operation: WriteAlertConfigDocument,
    variables: config === null ? { minUsd: 10_000, channels: [] } : writtenOf(config, config.channels),
    addTo: 'channels',
    fields: html`<label>Channel<select data-variable="kind">${Object.entries(KINDS).map(([kind, words]) => html`<option value="${kind}">${words}</option>`)}</select></label>
      <label>URL, chat or address<input data-variable="target" required maxlength="2000" autocomplete="off" size="34"></label>`,
    button: 'Add a channel',
  })}${
    config !== null &&
    html`<details><summary>Which alerts are sent</summary>${operationForm({
      operation: WriteAlertConfigDocument,
      variables: writtenOf(config, config.channels),
      fields: html`<label>From, $<input type="number" data-variable="minUsd" min="0" step="any" required value="${config.minUsd}"></label>
      <label>Side<select data-variable="direction"><option value="">Both</option>${(['BUY', 'SELL'] as const).map((side) => html`<option value="${side}"${side === config.direction && html` selected`}>${side === 'BUY' ? 'Bought' : 'Sold'}</option>`)}</select></label>
      <label>Categories<select data-variable="categories" multiple size="4">${MARKET_CATEGORIES.map((name) => html`<option value="${name.toUpperCase()}"${config.categories.some((one) => one.toLowerCase() === name) && html` selected`}>${titleCase(name)}</option>`)}</select></label>`,
      button: 'Save',
    })}</details>`
  }`
}

/** A config as the mutation takes it, with these channels. */
function writtenOf(
  { minUsd, direction, categories, qualifying, wallets }: Config,
  channels: readonly Channel[],
): WriteAlertConfigMutationVariables {
  const kept = channels.map(({ kind, target }) => ({ kind, target }))
  return { minUsd, direction, categories, qualifying, wallets, channels: kept }
}
