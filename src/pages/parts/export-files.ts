import { meets, type Tier } from '../../access/tier.ts'
import { plural } from '../../formats.ts'
import {
  CancelExportDocument,
  type ExportsQuery,
  StartExportDocument,
  type StartExportMutationVariables,
} from '../../rest/operations/operations.generated.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { operationForm } from '../kit/operation-form.ts'
import { moment } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'

type OwnExport = NonNullable<ExportsQuery['viewer']['exports']>[number]

const FORMATS = ['CSV', 'NDJSON', 'PARQUET'] as const

/** Forms that start files of all rows of a page, each by its words; the account page then shows the file. */
export function exportMenu(
  files: readonly (readonly [words: string, rows: StartExportMutationVariables])[],
  tier: Tier,
): Part {
  if (!meets(tier, 'PRO')) return null
  return html`<details class="menu pop"><summary>All rows as a file</summary><div class="card small"><p class="tiny">As of one cutoff, with the number of rows and a checksum. It stays in your account for seven days.</p>${files.map(
    ([words, variables]) =>
      operationForm({
        operation: StartExportDocument,
        variables,
        fields: html`<label>${words}<select data-variable="format">${FORMATS.map((format) => html`<option>${format}</option>`)}</select></label>`,
        button: 'Start',
        isPlain: true,
        opens: '/account#',
      }),
  )}</div></details>`
}

/** The files that an account requested, the newest first. */
export function exportList(exports: readonly OwnExport[]): Html {
  if (exports.length === 0)
    return html`<p class="tiny">No exports yet. Request trades and holders on a market’s page.</p>`
  return html`<ul class="feed">${exports.map(exportItem)}</ul>`
}

function exportItem({
  id,
  summary,
  state,
  rows,
  bytes,
  cutoff,
  path,
  sha256,
  expiresAt,
  problem,
}: OwnExport): Html {
  const isOpen = state === 'WAITING' || state === 'RUNNING'
  const size = rows > 0 && html` · ${plural(rows, 'row')}, ${plural(bytes, 'byte')}`
  return html`<li id="${id}"${isOpen && html` data-pending`}><div><b>${path === null ? summary : html`<a href="${path}" data-download>${summary}</a>`}</b>
      <p class="tiny">${titleCase(state)}${size}${cutoff && html` · up to ${moment(cutoff.time)}`} · kept until ${moment(expiresAt)}${problem && html` · ${problem}`}</p>${sha256 && html`<p class="tiny">SHA-256 <code>${sha256}</code></p>`}</div>
    <div class="worth">${isOpen && operationForm({ operation: CancelExportDocument, variables: { id }, button: 'Cancel', isPlain: true })}</div></li>`
}
