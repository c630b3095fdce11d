import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import { moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import type { AccountPageQuery, RevokeKeyDocument, RevokeLinkDocument } from '../operations.generated.ts'

type Viewer = AccountPageQuery['viewer']
/** A key or a signed link as its account's owner sees it. */
type Secret = NonNullable<Viewer['apiKeys']>[number] | NonNullable<Viewer['links']>[number]

interface SecretItem {
  kind: 'key' | 'link'
  /** The text that distinguishes it beside its name: the beginning of a key, or the path of a link. */
  code: string
  revoke: typeof RevokeKeyDocument | typeof RevokeLinkDocument
  /** Actions beside revoking. */
  changes?: Part
}

/** Shows a key or a signed link of a list, with its actions while it is valid. */
export function secretItem(secret: Secret, { kind, code, revoke, changes }: SecretItem): Html {
  const { id, name, state, createdAt, expiresAt, lastUsedAt } = secret
  const used = lastUsedAt === null ? 'never used' : html`last used ${moment(lastUsedAt)}`
  const ending =
    expiresAt !== null && html` · ${state === 'EXPIRED' ? 'expired' : 'expires'} ${moment(expiresAt)}`
  return html`<li><div><b><bdi>${name}</bdi></b> <code>${code}</code>
      <p class="tiny">Created ${moment(createdAt)} · ${used}${ending}</p></div>
    <div class="worth"><span class="badge ${state !== 'ACTIVE' && 'warn'}">${titleCase(state)}</span></div>${
      state === 'ACTIVE' &&
      html`<div class="changes">${changes}<details><summary>Revoke</summary>${operationForm({
        operation: revoke,
        variables: { id },
        fields: html`<p class="small">Requests with this ${kind} are refused within two seconds. You cannot undo this.</p>`,
        button: `Revoke the ${kind}`,
        isPlain: true,
      })}</details></div>`
    }</li>`
}
