import { choice } from '../parameters/parameter-type.ts'
import type { RestParameter } from '../routes/route.ts'
import { EXPORT_FORMATS, JSON_FORMAT } from './format.ts'

/** The parameter `format` of every path that can be exported. */
export const FORMAT: RestParameter = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    'Output format, overriding Accept: json, or with Pro csv or ndjson, one row per line. An export of a paged list continues through all pages, or up to limit rows. Default: json.',
  example: 'json',
  tier: { requires: 'PRO', otherwise: 'ERROR', where: 'it is not json' },
  type: choice([JSON_FORMAT, ...EXPORT_FORMATS].map(({ name }) => name)),
}
