import { CSV_FORMAT, type Format } from './format.ts'

// Disposals in the columns of programs that import them.

/** A row of lots in an answer, as far as forms need it. */
interface LotRow {
  kind: string
  description: string
  acquiredAt: string | null
  disposedAt: string
  term: string | null
  proceeds: number | null
  basis: number | null
  gain: number | null
  tx: string | null
}

/** A file of CSV with columns of its own. */
export interface FileForm extends Format {
  header: readonly string[]
  /** The cells of a row; null for a row that the form has no place for. */
  cells(row: Readonly<Record<string, unknown>>): readonly unknown[] | null
}

function formOf(name: string, header: readonly string[], cells: (row: LotRow) => readonly unknown[] | null) {
  // The answer's rows are those of the path that has the form.
  return { ...CSV_FORMAT, name, extension: 'csv', header, cells: cells as unknown as FileForm['cells'] }
}

/** The columns of Form 8949 of the IRS, which tax programs map on import; amounts in cents. */
const FORM_8949: FileForm = formOf(
  'form-8949',
  [
    'Description of property',
    'Date acquired',
    'Date sold or disposed of',
    'Proceeds',
    'Cost or other basis',
    'Code',
    'Adjustment',
    'Gain or loss',
    'Term',
  ],
  ({ description, acquiredAt, disposedAt, term, proceeds, basis }) => {
    // A transfer is no sale.
    if (proceeds === null) return null
    const gain = basis === null ? null : (cents(proceeds) - cents(basis)) / 100
    const amounts = [amountOf(proceeds), amountOf(basis), '', '', amountOf(gain)]
    return [description, dateOf(acquiredAt), dateOf(disposedAt), ...amounts, term]
  },
)

/** The columns of Koinly's simple template, a realized gain or loss a row. */
const KOINLY: FileForm = formOf(
  'koinly',
  ['Koinly Date', 'Amount', 'Currency', 'Label', 'Description', 'TxHash'],
  ({ description, disposedAt, gain, tx }) => {
    if (gain === null || gain === 0) return null
    const time = `${disposedAt.slice(0, 10)} ${disposedAt.slice(11, 16)} UTC`
    return [time, gain, 'USDC', 'realized gain', description, tx]
  },
)

export const TAX_FORMS: readonly FileForm[] = [FORM_8949, KOINLY]

function cents(dollars: number): number {
  return Math.round(dollars * 100)
}

function amountOf(dollars: number | null): number | '' {
  return dollars === null ? '' : cents(dollars) / 100
}

/** A day as American forms write it. */
function dateOf(time: string | null): string {
  if (time === null) return ''
  const [year, month, day] = time.slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}
