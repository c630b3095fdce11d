import { type Html, html } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import {
  type AccountPageQuery,
  CreateKeyDocument,
  RevokeKeyDocument,
  RotateKeyDocument,
} from '../operations.generated.ts'
import { secretItem } from './secret-item.ts'

/** A key as its account's owner sees it. */
type Key = NonNullable<AccountPageQuery['viewer']['apiKeys']>[number]

/** The keys of an account with what can be done about each, and a form for a new one. */
export function keyCard(keys: readonly Key[]): Html {
  return html`<section class="card"><h2>Keys</h2>
    <p class="tiny">Keys are read-only, with the tier of your account. A key is shown once, when you create it.</p>
    ${keys.length > 0 && html`<ul class="feed">${keys.map(keyItem)}</ul>`}
    ${operationForm({
      operation: CreateKeyDocument,
      fields: html`<label>Key name<input data-variable="name" required maxlength="100" autocomplete="off" placeholder="e.g. spreadsheet"></label>
      <label>Expires (optional)<input type="date" data-variable="expiresAt"></label>`,
      button: 'Create key',
    })}</section>`
}

function keyItem(key: Key): Html {
  const replace = operationForm({
    operation: RotateKeyDocument,
    variables: { id: key.id },
    fields: html`<label>The old key works for<select data-variable="graceSeconds" data-number><option value="86400">a day</option><option value="3600">an hour</option><option value="604800">a week</option><option value="0">no longer</option></select></label>`,
    button: 'Replace it',
  })
  return secretItem(key, {
    kind: 'key',
    code: `${key.prefix}…`,
    revoke: RevokeKeyDocument,
    changes: html`<details><summary>Replace</summary>${replace}</details>`,
  })
}
