import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verifyProof } from '../../src/proofs/verify-proof.ts'
import { proofText } from '../../src/proofs/write-proof.ts'
import { drawnProof } from './support/drawn-proof.ts'

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Says of each file whether the second verifier takes it, and what it then prints. */
const CALL = `
import sys
sys.path.insert(0, sys.argv[1])
from verify_proof import verify
for path in sys.stdin.read().split():
    try: print(verify(open(path, "rb").read()))
    except Exception: print("refused")
`
const COUNT = 1_000

test.skipIf(!hasPython)(
  'the second verifier agrees on a thousand proofs, a third of them changed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
    const paths: string[] = []
    const own: string[] = []
    for (let i = 0; i < COUNT; i++) {
      const traders = 1 + (i % 37)
      const full = drawnProof(traders, 1 + (i % 29), (7 * i) % traders)
      const { positions: _, events: __, ...short } = full
      const bytes = Buffer.from(proofText(i % 2 === 0 ? full : short))
      if (i % 3 === 0) {
        const bit = (104_729 * i) % (8 * bytes.length)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      }
      const path = join(folder, `${i}.json`)
      writeFileSync(path, bytes)
      paths.push(path)
      const said = await verifyProof(bytes).then(
        ({ trader, day, pnl, realized, days }) => `${trader} ${day} ${pnl} ${realized} ${days}`,
        () => 'refused',
      )
      own.push(said)
    }
    const answer = execFileSync('python3', ['-c', CALL, DOCS], { input: paths.join('\n'), encoding: 'utf8' })
    expect(answer.trim().split('\n')).toEqual(own)
    expect(own.filter((said) => said === 'refused')).toHaveLength(Math.ceil(COUNT / 3))
  },
  120_000,
)
