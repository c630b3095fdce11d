import { choice } from '../parameters/parameter-type.ts'
import type { RestParameter } from '../routes/route.ts'
import { EXPORT_FORMATS, JSON_FORMAT } from './format.ts'

/** The parameter `format` of every path that can be exported. */
export const FORMAT: RestParameter<string> = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    'The form of the answer, before what Accept says: json, or for Pro csv or ndjson, a row a line. An export of a paged list goes on through its pages to the end, or to as many rows as limit says.',
  example: 'json',
  tier: { requires: 'PRO', otherwise: 'ERROR', where: 'it is not json' },
  type: choice([JSON_FORMAT, ...EXPORT_FORMATS].map(({ name }) => name)),
}
