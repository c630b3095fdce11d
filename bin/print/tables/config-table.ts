import { CONFIG_VARIABLES } from '../../../src/config/config-variables.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every environment variable, in the order of the configuration. */
export function configTable(): string {
  const rows = CONFIG_VARIABLES.map((variable) => [
    code(variable.name) + (variable.secret ? ' (secret)' : ''),
    variable.default === null ? 'unset' : code(variable.default),
    variable.accepts,
    variable.description,
  ])
  return markdownTable(['variable', 'default', 'accepted', 'meaning'], rows)
}
