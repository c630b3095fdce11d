import { plural } from '../../formats.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { PaceChannelDocument } from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import { titleCase } from '../kit/words.ts'
import {
  type AccountAlertsQuery,
  type AccountPageQuery,
  ConfirmChannelDocument,
  ResumeChannelDocument,
  RotateChannelSecretDocument,
  TestChannelDocument,
  UpdateChannelsDocument,
  WriteAlertConfigDocument,
} from '../operations.generated.ts'
import { money } from '../parts/amounts.ts'
import { pushOffer } from '../parts/push-offer.ts'

type Channel = NonNullable<AccountPageQuery['viewer']['alertChannels']>[number]
type Config = AccountAlertsQuery['whaleAlertConfig']

/** The kinds that an account can add. */
export const CHANNEL_NAMES: Readonly<Record<Exclude<Channel['kind'], 'OUTBOX'>, string>> = {
  WEBHOOK: 'Webhook',
  DISCORD: 'Discord',
  SLACK: 'Slack',
  TELEGRAM: 'Telegram',
  EMAIL: 'E-mail',
  PUSH: 'Browser',
}

/**
 * Shows an account's channels with their actions.
 * @param mayChange false for an API key, which is read-only
 */
export function channelCard(channels: readonly Channel[], mayChange: boolean): Html {
  const change = mayChange
    ? operationForm({
        operation: UpdateChannelsDocument,
        variables: { channels: channels.map(written) },
        addTo: 'channels',
        fields: html`<label>Channel<select data-variable="kind">${Object.entries(CHANNEL_NAMES)
          .filter(([kind]) => kind !== 'PUSH')
          .map(([kind, words]) => html`<option value="${kind}">${words}</option>`)}</select></label>
      <label>URL, chat or address<input data-variable="target" required maxlength="2000" autocomplete="off" size="34"></label>`,
        button: 'Add a channel',
      })
    : null
  return html`<section class="card"><h2>Notification channels</h2>
    <p class="tiny">Where notifications and whale alerts go. <a href="/outbox">Messages so far</a> · <a href="/docs/notifications">Triggers and timing</a></p>
    ${channels.length > 0 && html`<ul class="feed">${channels.map((channel) => channelItem(channel, channels, mayChange))}</ul>`}
    ${change}${mayChange && pushOffer()}</section>`
}

function channelItem(channel: Channel, channels: readonly Channel[], mayChange: boolean): Html {
  const { kind, target, state, reason, failures } = channel
  const pace = paceWords(channel)
  return html`<li><div><b>${kind !== 'OUTBOX' && CHANNEL_NAMES[kind]}</b> <bdi class="small">${kind === 'PUSH' ? new URL(JSON.parse(target).endpoint).host : target}</bdi>
      ${pace !== '' && html`<p class="tiny">${pace}</p>`}
      ${reason !== null && html`<p class="small">${state === 'PAUSED' ? 'Paused' : 'Last attempt'}: ${reason}${failures > 1 && ` (${failures} attempts)`}</p>`}
      ${state === 'PENDING' && html`<p class="small">${kind === 'WEBHOOK' ? 'Waiting for the webhook to answer the challenge.' : 'Waiting for the code sent there.'}</p>`}</div>
    <div class="worth"><span class="badge ${{ ACTIVE: 'good', PENDING: 'warn', PAUSED: 'bad' }[state]}">${titleCase(state)}</span></div>${mayChange && channelChanges(channel, channels)}</li>`
}

function paceWords({ quietFrom, quietTo, timeZone, dailyLimit }: Channel): string {
  return [
    quietFrom !== null && `Quiet from ${quietFrom} to ${quietTo}, ${timeZone}`,
    dailyLimit !== null && `At most ${plural(dailyLimit, 'message')} in 24 hours`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function paceForm({ id, quietFrom, quietTo, timeZone, dailyLimit }: Channel): Html {
  return operationForm({
    operation: PaceChannelDocument,
    variables: { id },
    fields: html`<label>Quiet from<input type="time" data-variable="quietFrom" value="${quietFrom}"></label>
      <label>To<input type="time" data-variable="quietTo" value="${quietTo}"></label>
      <label>Time zone<input data-variable="timeZone" data-zone maxlength="64" value="${timeZone}" placeholder="Europe/Berlin" size="16"></label>
      <label>Messages in 24 hours<input type="number" data-variable="dailyLimit" min="1" value="${dailyLimit}" placeholder="any"></label>
      <p class="small">Messages held back become one digest.</p>`,
    button: 'Save',
  })
}

function channelChanges(channel: Channel, channels: readonly Channel[]): Part {
  const { id, kind, target, state } = channel
  const variables = { id }
  const others = channels.filter((one) => one.id !== id)
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
        button: 'Create a new secret',
      })}</details>`
    }
    <details><summary>Quiet hours and limit</summary>${paceForm(channel)}</details>
    <details><summary>Remove</summary>${operationForm({
      operation: UpdateChannelsDocument,
      variables: { channels: others.map(written) },
      fields: html`<p class="small">Stops all messages to ${kind === 'PUSH' ? 'this browser' : html`<bdi>${target}</bdi>`}.</p>`,
      button: 'Remove channel',
      isPlain: true,
    })}</details></div>`
}

/** Shows the whale alerts that the channels receive. @param config null if there is none */
export function alertRules(config: Config, channels: readonly Channel[], mayChange: boolean): Html {
  return html`${config === null ? html`<p class="tiny">Trades of leading traders, sent to your channels as they happen. None yet.</p>` : rules(config)}
    ${mayChange && channels.length === 0 && html`<p class="tiny">Add a channel first.</p>`}
    ${mayChange && channels.length > 0 && html`<details><summary>Choose alerts</summary>${alertForm(config, channels)}</details>`}`
}

function rules({ minUsd, side, categories, qualifying, traders, delivers }: NonNullable<Config>): Html {
  const list = (names: readonly string[], any: string) =>
    names.length === 0 ? any : names.map((name) => titleCase(name.replace(/_ALL$/, ''))).join(', ')
  return html`<dl class="facts"><dt>Trades</dt><dd>of ${money(minUsd)} and more${side !== null && (side === 'BUY' ? ', bought' : ', sold')}</dd>
    <dt>Categories</dt><dd>${list(categories, 'All')}</dd><dt>Boards led</dt><dd>${list(qualifying, 'Any')}</dd>
    ${traders.length > 0 && html`<dt>Traders</dt><dd>${traders.map((trader) => html`<a href="/trader/${trader}"><code>${trader}</code></a> `)}</dd>`}</dl>
    ${!delivers && html`<p class="calm">Nothing is sent, because the account itself is not Pro.</p>`}`
}

function alertForm(config: Config, channels: readonly Channel[]): Html {
  const { minUsd = 10_000, side = null, categories = [], qualifying = [], traders = [] } = config ?? {}
  return operationForm({
    operation: WriteAlertConfigDocument,
    variables: { qualifying, traders, channels: channels.map(written) },
    fields: html`<label>Min. size ($)<input type="number" data-variable="minUsd" min="0" step="any" required value="${minUsd}"></label>
      <label>Side<select data-variable="side"><option value="">Both</option>${(['BUY', 'SELL'] as const).map((one) => html`<option value="${one}"${one === side && html` selected`}>${one === 'BUY' ? 'Bought' : 'Sold'}</option>`)}</select></label>
      <label>Categories<select data-variable="categories" multiple size="4">${MARKET_CATEGORIES.map((name) => html`<option value="${name.toUpperCase()}"${categories.some((one) => one.toLowerCase() === name) && html` selected`}>${titleCase(name)}</option>`)}</select></label>`,
    button: 'Save',
  })
}

/** A channel as mutations take it. */
function written({ kind, target }: Channel) {
  return { kind, target }
}
