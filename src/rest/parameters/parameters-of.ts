import { EXPORT_FORMATS, JSON_FORMAT } from '../formats/format.ts'
import type { RestParameter, RestRoute } from '../route.ts'
import { choice, patternList } from './parameter-type.ts'

/**
 * Every parameter of a path: those that set a variable of its operation, by the variable's name, and `format` and `columns` where it
 * can be exported.
 */
export function parametersOf({
  parameters,
  rows,
  forms = [],
}: RestRoute): Readonly<Record<string, RestParameter>> {
  return rows === undefined ? parameters : { ...parameters, format: formatOf(forms), columns: COLUMNS }
}

/** The parameter `format` of every path that can be exported. */
const FORMAT: RestParameter = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    'Output format, overriding Accept: json, or with Pro csv or ndjson, one row per line. An export of a paged list continues through all pages, or up to limit rows. Default: json.',
  example: 'json',
  tier: { requires: 'PRO', otherwise: 'ERROR', where: 'it is not json' },
  type: choice([JSON_FORMAT, ...EXPORT_FORMATS].map(({ name }) => name)),
}

/** The parameter of a path with forms of its own. */
function formatOf(forms: NonNullable<RestRoute['forms']>): RestParameter {
  if (forms.length === 0) return FORMAT
  const names = forms.map(({ name }) => name)
  const description = `${FORMAT.description} ${names.join(' and ')} are csv in the columns of programs for taxes.`
  const all = [JSON_FORMAT, ...EXPORT_FORMATS, ...forms].map(({ name }) => name)
  return { ...FORMAT, description, type: choice(all) }
}

/** The columns of an export at most that a caller names. */
const MOST_COLUMNS = 100

/** The parameter `columns` of every path that can be exported. */
const COLUMNS: RestParameter = {
  name: 'columns',
  in: 'query',
  required: false,
  description:
    'Columns of a csv or ndjson export, in this order: names of its header, or of an object for all of its columns. Default: all columns.',
  example: '',
  type: patternList(
    {
      pattern: '^[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*){0,3}$',
      form: 'a column such as rank or numbers.pnl',
    },
    { maxItems: MOST_COLUMNS },
  ),
}
