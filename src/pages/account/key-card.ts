import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import {
  type AccountPageQuery,
  CreateKeyDocument,
  RevokeKeyDocument,
  RotateKeyDocument,
} from '../operations.generated.ts'
import { moment } from '../parts/times.ts'
import { titleCase } from '../parts/words.ts'

/** A key as its account's owner sees it. */
type Key = NonNullable<AccountPageQuery['viewer']['apiKeys']>[number]

/** The keys of an account with what can be done about each, and a form for a new one. */
export function keyCard(keys: readonly Key[]): Html {
  return html`<section class="card"><h2>Keys</h2>
    <p class="tiny">A key reads by the tier of its account, and changes nothing. It is shown once, when it is made.</p>
    ${keys.length > 0 && html`<ul class="feed">${keys.map(keyItem)}</ul>`}
    ${operationForm({
      operation: CreateKeyDocument,
      fields: html`<label>Name of the new key<input data-variable="name" required maxlength="100" autocomplete="off" placeholder="Such as: spreadsheet"></label>
      <label>Expires (optional)<input type="date" data-variable="expiresAt"></label>`,
      button: 'Make a key',
    })}</section>`
}

function keyItem({ id, name, prefix, state, createdAt, expiresAt, lastUsedAt }: Key): Html {
  const ending =
    expiresAt !== null && html` · ${state === 'EXPIRED' ? 'expired' : 'expires'} ${moment(expiresAt)}`
  return html`<li><div><b><bdi>${name}</bdi></b> <code>${prefix}…</code>
      <p class="tiny">Made ${moment(createdAt)} · ${lastUsedAt === null ? 'never used' : html`last used ${moment(lastUsedAt)}`}${ending}</p></div>
    <div class="worth"><span class="badge ${state !== 'ACTIVE' && 'warn'}">${titleCase(state)}</span></div>${state === 'ACTIVE' && keyChanges(id)}</li>`
}

function keyChanges(id: string): Part {
  return html`<div class="changes"><details><summary>Replace</summary>${operationForm({
    operation: RotateKeyDocument,
    variables: { id },
    fields: html`<label>The old key works for<select data-variable="graceSeconds" data-number><option value="86400">a day</option><option value="3600">an hour</option><option value="604800">a week</option><option value="0">no longer</option></select></label>`,
    button: 'Make a new one in its place',
  })}</details><details><summary>Revoke</summary>${operationForm({
    operation: RevokeKeyDocument,
    variables: { id },
    fields: html`<p class="small">Whatever uses this key is refused within two seconds. That cannot be undone.</p>`,
    button: 'Revoke the key',
    isPlain: true,
  })}</details></div>`
}
