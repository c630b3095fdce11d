import {
  CancelExportDocument,
  ExportDocument,
  ExportsDocument,
  StartExportDocument,
} from '../operations/operations.generated.ts'
import { defineRoute, type GivenParameter, type RestRoute } from '../route.ts'
import { tradeParameters } from './trade-parameters.ts'

const ID: GivenParameter = { example: '0123456789abcdefghijkl', isFormOnly: true }
const BODY: GivenParameter = { in: 'body', required: false }

function bodyOf(parameters: Readonly<Record<string, GivenParameter>>): Record<string, GivenParameter> {
  return Object.fromEntries(Object.entries(parameters).map(([name, given]) => [name, { ...given, ...BODY }]))
}

/** The paths that read an account's exports. */
export const EXPORT_ROUTES: readonly RestRoute[] = [
  defineRoute(ExportsDocument, {
    path: '/v1/exports',
    name: 'listExports',
    summary: 'List your exports',
    noStore: true,
  }),
  defineRoute(ExportDocument, {
    path: '/v1/exports/{id}',
    name: 'getExport',
    summary: 'Get one of your exports',
    noStore: true,
    parameters: { id: ID },
  }),
]

export const EXPORT_CHANGES: readonly RestRoute[] = [
  defineRoute(StartExportDocument, {
    method: 'POST',
    path: '/v1/exports',
    name: 'startExport',
    summary: 'Start an export',
    noStore: true,
    parameters: {
      table: { in: 'body', example: 'trades' },
      format: { ...BODY, example: 'csv' },
      where: { fields: bodyOf(tradeParameters('EXPORT')) },
      asOf: BODY,
      status: BODY,
    },
  }),
  defineRoute(CancelExportDocument, {
    method: 'DELETE',
    path: '/v1/exports/{id}',
    name: 'cancelExport',
    summary: 'Cancel an export, or remove its file',
    noStore: true,
    parameters: { id: ID },
  }),
]
