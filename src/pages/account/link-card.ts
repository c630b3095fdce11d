import { type Html, html } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import { type AccountPageQuery, CreateLinkDocument, RevokeLinkDocument } from '../operations.generated.ts'
import { secretItem } from './secret-item.ts'

/** A signed link as its account's owner sees it. */
type Link = NonNullable<AccountPageQuery['viewer']['links']>[number]

/** The signed links of an account, and a form for a new one. */
export function linkCard(links: readonly Link[]): Html {
  return html`<section class="card"><h2>Signed links</h2>
    <p class="tiny">A link reads one REST path without a key, for example by a spreadsheet’s IMPORTDATA. Anyone with the link can read that path until it expires.</p>
    ${links.length > 0 && html`<ul class="feed">${links.map((link) => secretItem(link, { kind: 'link', code: link.path, revoke: RevokeLinkDocument }))}</ul>`}
    ${operationForm({
      operation: CreateLinkDocument,
      fields: html`<label>Path<input data-variable="path" required maxlength="500" autocomplete="off" spellcheck="false" size="40" placeholder="/v1/leaderboard/pnl-30d?format=csv"></label>
      <label>Link name<input data-variable="name" required maxlength="100" autocomplete="off" placeholder="e.g. board"></label>
      <label>Expires (90 days unless set)<input type="date" data-variable="expiresAt"></label>`,
      button: 'Create link',
    })}</section>`
}
