import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { kindOf, verifyCall, verifyProof, verifyRecord } from '../../src/proofs/verify-proof.ts'
import { proofText } from '../../src/proofs/write-proof.ts'
import { drawnCall, drawnProof, drawnRecord } from './support/drawn-proof.ts'

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

/** The first verifier's answer to a file, in the words of the second. */
async function saidOf(bytes: Uint8Array): Promise<string> {
  try {
    const kind = kindOf(bytes)
    if (kind === 'record') {
      const { rule, day, entries, from, days } = await verifyRecord(bytes)
      return `${rule} ${day} ${entries} ${from} ${days}`
    }
    if (kind === 'call') {
      const { id, day, minute, token, side, usd, price, days } = await verifyCall(bytes)
      return `${id} ${day} ${minute} ${token} ${side} ${usd} ${price} ${days}`
    }
    const { trader, day, pnl, realized, days } = await verifyProof(bytes)
    return `${trader} ${day} ${pnl} ${realized} ${days}`
  } catch {
    return 'refused'
  }
}

/** A file of each kind that Pequod hands out, in turns. */
function fileOf(i: number): string {
  const days = 1 + (i % 29)
  if (i % 10 === 8) return proofText(drawnRecord(1 + (i % 5), days, 1 + (i % 11), i % 13))
  if (i % 10 === 9) return proofText(drawnCall(1 + (i % 17), days, i % 20 === 9))
  const traders = 1 + (i % 37)
  const full = drawnProof(traders, days, (7 * i) % traders)
  const { positions: _, events: __, ...short } = full
  return proofText(i % 2 === 0 ? full : short)
}

test('the second verifier has 150 lines at most', () => {
  expect(readFileSync(`${DOCS}verify_proof.py`, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test.skipIf(!hasPython)(
  'the second verifier agrees on a thousand files of all kinds, a third of them changed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
    const paths: string[] = []
    const own: string[] = []
    for (let i = 0; i < COUNT; i++) {
      const bytes = Buffer.from(fileOf(i))
      if (i % 3 === 0) {
        const bit = (104_729 * i) % (8 * bytes.length)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      }
      const path = join(folder, `${i}.json`)
      writeFileSync(path, bytes)
      paths.push(path)
      own.push(await saidOf(bytes))
    }
    const answer = execFileSync('python3', ['-c', CALL, DOCS], { input: paths.join('\n'), encoding: 'utf8' })
    expect(answer.trim().split('\n')).toEqual(own)
    expect(own.filter((said) => said === 'refused')).toHaveLength(Math.ceil(COUNT / 3))
  },
)

test.skipIf(!hasPython)('the second verifier says of files that are no proof that they are none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pequod-no-proof-'))
  const proof = proofText(drawnProof(3, 2, 1))
  const files = {
    empty: '',
    cut: proof.slice(0, 500),
    binary: Buffer.from([255, 254, 0]),
    nested: '['.repeat(1_000_000),
    digits: `[${'1'.repeat(10_000)}]\n`,
    huge: Buffer.alloc(2 ** 25 + 1),
    'of-no-fields': '{}\n',
    'of-other-types': '{"format":"pequod-proof/1","key":1,"checkpoint":2,"day":3,"trader":4,"digest":5}\n',
    changed: proof.replace('TRADER', 'TRADES'),
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    writeFileSync(path, text)
    const { status, stdout, stderr } = spawnSync('python3', [`${DOCS}verify_proof.py`, path], {
      encoding: 'utf8',
    })
    expect({ name, status, stdout, stderr }).toEqual({
      name,
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The (?:file|proof) [^\n]+\.\n$/),
    })
  }
})
