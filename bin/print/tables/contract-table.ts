import { CONTRACTS } from '../../../src/chain/contracts.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every contract that is known, in the order of the contract set. */
export function contractTable(): string {
  const rows = CONTRACTS.map(({ name, address, kind, generation, startBlock }) => [
    name,
    code(address),
    generation === undefined ? kind : `${kind}, generation ${generation}`,
    startBlock === null ? '' : String(startBlock),
  ])
  return markdownTable(['contract', 'address', 'kind', 'first block'], rows)
}
