// The verifier of proof files. It imports nothing and asks nobody, so that browsers run this very file; docs/proofs.md has the format.

/** A leaf with its place in a tree and the nodes beside its way to the root, lowest first, in hex. */
export interface Included {
  leaf: string
  index: number
  path: string[]
}

/** Facts that an event is folded with and that its leaf does not hold; micro-units. */
export interface EventUse {
  /** Outcome tokens of the condition in order; of a conversion first the NO tokens that left. */
  tokens?: string[]
  /** Of a conversion: how many of `tokens` left. */
  no?: number
  /** The payouts by outcome, null where the condition was not resolved. */
  prices?: number[] | null
  /** Shares of known cost that a transfer brought, and this cost. */
  shares?: number
  cost?: number
}

/** An event of a full proof: in the tree of the proof's day, or of an earlier day with no place. */
export interface ProvenEvent {
  leaf: string
  index: number | null
  path: string[] | null
  use: EventUse | null
}

/** A proof as its file has it. Positions and events are of full proofs alone. */
export interface ProofFile {
  format: 'pequod-proof/1'
  key: string
  checkpoint: string
  day: Included
  trader: Included
  positions?: string[]
  events?: ProvenEvent[]
  digest: string
}

/** The state that a proof has proven; amounts are in micro-dollars. */
export interface Verified {
  trader: string
  /** UTC, YYYY-MM-DD. */
  day: string
  pnl: bigint
  unrealized: bigint
  realized: bigint
  volume: bigint
  fills: bigint
  positions: number
  /** The signer of the log's head, and how many days the log then had. */
  origin: string
  days: number
  /** The file when it holds all positions and events. */
  full: ProofFile | null
}

/** The record of a registered rule as its file has it, up to the close of a day. */
export interface RecordFile {
  format: 'pequod-record/1'
  key: string
  checkpoint: string
  day: Included
  rule: Included
  /** Each entry as it was hashed; of a hidden one its hash alone. */
  entries: string[]
  digest: string
}

export interface VerifiedRecord {
  rule: string
  /** UTC, YYYY-MM-DD. */
  day: string
  entries: number
  /** The first entry from which on all are proven: what comes before a hidden entry is not chained to it. */
  from: number
  origin: string
  days: number
}

/** The file of an alert of the radar. */
export interface CallFile {
  format: 'pequod-call/1'
  key: string
  checkpoint: string
  day: Included
  call: Included
  /** The hidden facts, as the text that the leaf has the hash of; null for callers who may not know them. */
  opened: string | null
  digest: string
}

/** An alert that a file has proven; amounts are in micro-units. */
export interface VerifiedCall {
  id: string
  /** UTC, YYYY-MM-DD: the log has it since the close of this day. */
  day: string
  /** The start of the minute of its fill. */
  minute: number
  token: string
  side: string
  /** Rounded down to two digits. */
  usd: number
  /** Of a share, to the cent. */
  price: number
  boards: string[]
  /** The hidden facts where the file opens them. */
  opened: { trader: string; time: number; shares: number; usd: number; tx: string | null } | null
  origin: string
  days: number
}

type AnyFile = ProofFile | RecordFile | CallFile

/** The reason why a file proves nothing. */
export class ProofError extends Error {}

/** Bytes of a file at most. */
const MOST_BYTES = 32_000_000

/**
 * Checks a proof file.
 * @param trusted the key that must have signed, as a service publishes it; null takes the file's own
 * @throws ProofError with the first thing that does not hold
 */
export async function verifyProof(bytes: Uint8Array, trusted: string | null = null): Promise<Verified> {
  const proof = await readProof<ProofFile>(bytes, 'pequod-proof/1')
  const head = await verifyHead(proof, trusted)
  const [, day, events, eventsRoot, traders, tradersRoot] = partsOf(proof.day.leaf)
  if ((await rootAbove(proof.trader, Number(traders))) !== stringOf(tradersRoot))
    refuse('the trader is not in the tree of the day')
  const state = traderOf(proof.trader.leaf)
  if (proof.positions !== undefined) {
    await verifyPositions(proof.positions, state)
    const tree = { day: stringOf(day), size: Number(events), root: stringOf(eventsRoot) }
    for (const event of proof.events ?? []) await verifyEvent(event, state.trader, tree)
    if (!isAscending(proof.events ?? [])) refuse('the events are not in order')
  }
  const { positionsRoot: _, sums: __, ...shown } = state
  return {
    ...shown,
    day: stringOf(day),
    origin: head.origin,
    days: head.size,
    full: proof.positions === undefined ? null : proof,
  }
}

/**
 * Checks the file of a rule's record: its entries lead to the hash that the signed log has of the rule at the day's close.
 * @throws ProofError with the first thing that does not hold
 */
export async function verifyRecord(
  bytes: Uint8Array,
  trusted: string | null = null,
): Promise<VerifiedRecord> {
  const record = await readProof<RecordFile>(bytes, 'pequod-record/1')
  const { origin, size: days } = await verifyHead(record, trusted)
  const day = await verifyNamed(record.day, 'rules', record.rule)
  const [kind, rule, last, hash] = partsOf(record.rule.leaf)
  if (kind !== '"RULE"' || Number(last) !== record.entries.length) refuse('entries are missing')
  let from = 1
  let chain: Uint8Array = new Uint8Array(32)
  for (const [i, entry] of record.entries.entries()) {
    if (/^[0-9a-f]{64}$/.test(entry)) {
      from = i + 2
      chain = bytesOf(entry)
      continue
    }
    if (Number(partsOf(entry)[1]) !== i + 1) refuse(`entry ${i + 1} has another number`)
    chain = await sha256(joined(chain, new TextEncoder().encode(entry)))
  }
  if (`0x${hexOf(chain)}` !== stringOf(hash)) refuse('the entries lead to another hash than the signed one')
  return { rule: stringOf(rule), day, entries: record.entries.length, from, origin, days }
}

/**
 * Checks the file of an alert: the signed log has it, and what the file opens is what the log has the hash of.
 * @throws ProofError with the first thing that does not hold
 */
export async function verifyCall(bytes: Uint8Array, trusted: string | null = null): Promise<VerifiedCall> {
  const file = await readProof<CallFile>(bytes, 'pequod-call/1')
  const { origin, size: days } = await verifyHead(file, trusted)
  const day = await verifyNamed(file.day, 'alerts', file.call)
  const [kind, id, minute, token, side, usd, price, boards, sealed] = JSON.parse(file.call.leaf)
  if (kind !== 'ALERT') refuse('the leaf is no alert')
  const shown = { id, day, minute, token, side, usd, price, boards, origin, days }
  if (file.opened === null) return { ...shown, opened: null }
  if (hexOf(await sha256(new TextEncoder().encode(file.opened))) !== sealed)
    refuse('the opened part is of another alert')
  const [, , , , tx, time, trader, shares, exact] = JSON.parse(file.opened)
  const cents = Math.floor((exact / shares) * 100 + 0.5)
  const rounded = exact - (exact % 10 ** Math.max(0, String(exact).length - 2))
  if (time - (time % 60) !== minute || rounded !== usd || cents * 10_000 !== price)
    refuse('the opened part is not what is shown')
  return { ...shown, opened: { trader, time, shares, usd: exact, tx } }
}

/** Checks that a leaf is in a tree that a day's leaf names. @returns the day */
async function verifyNamed({ leaf }: Included, name: string, own: Included): Promise<string> {
  const [, day, , , , , , , records] = JSON.parse(leaf)
  const named = Array.isArray(records) ? records.find((one) => Array.isArray(one) && one[0] === name) : null
  if (!named || (await rootAbove(own, Number(named[1]))) !== named[2])
    refuse(`the day has no such leaf among its ${name}`)
  return String(day)
}

/** The kind of a file by its beginning. It may be broken. */
export function kindOf(bytes: Uint8Array): 'proof' | 'record' | 'call' {
  const beginning = new TextDecoder().decode(bytes.subarray(0, 40))
  const [, kind] = /^\{"format":"pequod-(record|call)\//.exec(beginning) ?? []
  return kind === 'record' || kind === 'call' ? kind : 'proof'
}

/** Checks that a signed log has the day of a file. */
async function verifyHead({ key, checkpoint, day }: AnyFile, trusted: string | null) {
  if (trusted !== null && trusted !== key) refuse('another key signed than the one that you trust')
  const head = await verifyCheckpoint(checkpoint, key)
  if ((await rootAbove(day, head.size)) !== head.root) refuse('the day is not in the signed log')
  if (partsOf(day.leaf)[0] !== '"DAY"') refuse('the leaf of the log is no day')
  return head
}

/** The fields that files of each format have, in order. */
const FIELDS = {
  'pequod-proof/1': [
    'format,key,checkpoint,day,trader,digest',
    'format,key,checkpoint,day,trader,positions,events,digest',
  ],
  'pequod-record/1': ['format,key,checkpoint,day,rule,entries,digest'],
  'pequod-call/1': ['format,key,checkpoint,day,call,opened,digest'],
}

/** Reads a file; a proof has one writing alone. */
async function readProof<File extends AnyFile>(bytes: Uint8Array, format: File['format']): Promise<File> {
  if (bytes.length > MOST_BYTES) refuse('the file is too long for a proof')
  let proof: File
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    proof = JSON.parse(text) as File
  } catch {
    return refuse('the file is not JSON in UTF-8')
  }
  if (typeof proof !== 'object' || proof === null || `${JSON.stringify(proof)}\n` !== text)
    refuse('the file is not written as proofs are')
  if (!FIELDS[format].includes(Object.keys(proof).join())) refuse('the file has other fields than a proof')
  if (proof.format !== format) refuse('the format is unknown')
  const body = text.slice(0, text.lastIndexOf(',"digest":'))
  if (hexOf(await sha256(new TextEncoder().encode(body))) !== proof.digest)
    refuse('the digest is of another file')
  requireShape(proof)
  return proof
}

function requireShape(proof: AnyFile): void {
  if (typeof proof.key !== 'string' || typeof proof.checkpoint !== 'string') refuse('a text is missing')
  requireIncluded(proof.day, 'leaf,index,path')
  const own = 'rule' in proof ? proof.rule : 'call' in proof ? proof.call : proof.trader
  requireIncluded(own, 'leaf,index,path')
  if ('rule' in proof) requireTexts(proof.entries)
  if ('call' in proof) requireTexts([proof.opened ?? ''])
  if (!('trader' in proof) || proof.positions === undefined) return
  requireTexts(proof.positions)
  if (!Array.isArray(proof.events)) refuse('events must be a list')
  for (const event of proof.events ?? []) requireIncluded(event, 'leaf,index,path,use')
}

function requireTexts(list: unknown): void {
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string')) refuse('a list must be of texts')
}

function requireIncluded(value: unknown, names: string): void {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== names)
    refuse('a leaf has other fields')
  const { leaf, index, path } = value as { leaf: unknown; index: unknown; path: unknown }
  const hasPlace = Array.isArray(path) && Number.isSafeInteger(index) && Number(index) >= 0
  const isOutside = names.endsWith('use') && path === null && index === null
  if (typeof leaf !== 'string' || !(hasPlace || isOutside)) refuse('a leaf has no place')
}

/** Checks the signature of a log's head. @throws ProofError where it does not hold */
export async function verifyCheckpoint(note: string, key: string) {
  const [, origin = '', hash = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(key) ?? []
  const typed = base64Of(encoded)
  if (typed.length !== 33 || typed[0] !== 1) refuse('the key is not of Ed25519')
  const named = await sha256(joined(new TextEncoder().encode(`${origin}\n`), typed))
  if (hexOf(named.subarray(0, 4)) !== hash) refuse('the key has another hash')
  const match = /^([^\n]+)\n(\d{1,15})\n([A-Za-z0-9+/=]{44})\n\n\u2014 ([^\s]+) ([A-Za-z0-9+/=]+)\n$/.exec(
    note,
  )
  if (match === null) return refuse('the checkpoint is not a signed note')
  const [, name, size = '', root = '', signer, signed = ''] = match
  if (name !== origin || signer !== origin) refuse('the checkpoint is of another log')
  const signature = base64Of(signed)
  if (hexOf(signature.subarray(0, 4)) !== hash) refuse('another key signed the checkpoint')
  const text = new TextEncoder().encode(note.slice(0, note.lastIndexOf('\n\u2014')))
  const imported = await crypto.subtle.importKey('raw', typed.slice(1), 'Ed25519', false, ['verify'])
  const holds = await crypto.subtle.verify('Ed25519', imported, signature.slice(4), text)
  if (!holds) refuse('the signature of the checkpoint does not hold')
  return { origin, size: Number(size), root: hexOf(base64Of(root)) }
}

/** The root above a leaf in a tree of a size (RFC 9162, section 2.1.3.2), in hex. */
async function rootAbove({ leaf, index, path }: Included, size: number): Promise<string> {
  let [own, last] = [index, size - 1]
  if (!Number.isSafeInteger(size) || own > last) refuse('a leaf is outside its tree')
  let root = await leafHash(leaf)
  for (const beside of path) {
    if (last === 0) refuse('a path is too long')
    if (own % 2 === 1 || own === last) {
      root = await nodeHash(bytesOf(beside), root)
      while (own % 2 === 0 && own !== 0) [own, last] = [own / 2, Math.floor(last / 2)]
    } else root = await nodeHash(root, bytesOf(beside))
    own = Math.floor(own / 2)
    last = Math.floor(last / 2)
  }
  if (last !== 0) refuse('a path is too short')
  return hexOf(root)
}

/** Names of a position's numbers, as its leaf has them after address and token. */
const SUMMED = { realized: 5, bought: 6, sold: 7, fees: 8, volume: 9, fills: 10, makerFills: 11, buys: 12 }

function traderOf(leaf: string) {
  const parts = partsOf(leaf)
  if (parts[0] !== '"TRADER"' || parts.length !== 15) refuse('the leaf is no trader')
  const at = (place: number) => BigInt(parts[place] ?? '')
  if (at(2) !== at(3) + at(4)) refuse('profit is not realized and unrealized profit')
  return {
    trader: stringOf(parts[1]),
    pnl: at(2),
    unrealized: at(3),
    realized: at(4),
    volume: at(8),
    fills: at(9),
    positions: Number(at(13)),
    positionsRoot: stringOf(parts[14]),
    sums: Object.keys(SUMMED).map((_, i) => at(4 + i)),
  }
}

async function verifyPositions(leaves: readonly string[], state: ReturnType<typeof traderOf>): Promise<void> {
  if (leaves.length !== state.positions) refuse('positions are missing')
  let level = await Promise.all(leaves.map(leafHash))
  if (level.length === 0) level = [await sha256(new Uint8Array())]
  while (level.length > 1) {
    const above: Uint8Array[] = []
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i], level[i + 1]]
      if (left !== undefined) above.push(right === undefined ? left : await nodeHash(left, right))
    }
    level = above
  }
  if (hexOf(level[0] ?? new Uint8Array()) !== state.positionsRoot) refuse('the positions have another root')
  const parts = leaves.map(partsOf)
  if (parts.some(([kind, owner]) => kind !== '"POSITION"' || stringOf(owner) !== state.trader))
    refuse('a position is of another trader')
  const sum = (place: number) => parts.reduce((total, own) => total + BigInt(own[place] ?? ''), 0n)
  if (Object.values(SUMMED).some((place, i) => sum(place) !== state.sums[i]))
    refuse('the positions do not add up to the trader')
  if (sum(15) - sum(4) !== state.unrealized) refuse('the values of the positions do not add up')
}

async function verifyEvent(
  { leaf, index, path }: ProvenEvent,
  trader: string,
  tree: { day: string; size: number; root: string },
): Promise<void> {
  const day = new Date(timeOf(leaf) * 1000).toISOString().slice(0, 10)
  const isOfDay = index !== null && path !== null
  if (day > tree.day || isOfDay !== (day === tree.day)) refuse('an event is of another day')
  if (!leaf.includes(`"${trader}"`) && !leaf.startsWith('["RESOLVE"')) refuse('an event is of another trader')
  if (isOfDay && (await rootAbove({ leaf, index, path }, tree.size)) !== tree.root)
    refuse('an event is not in the tree of the day')
}

function isAscending(events: readonly ProvenEvent[]): boolean {
  return events.every(({ leaf }, i) => i === 0 || timeOf(events[i - 1]?.leaf ?? '') <= timeOf(leaf))
}

function timeOf(leaf: string): number {
  const time = Number(partsOf(leaf)[1])
  return Number.isSafeInteger(time) && time >= 0 && time < 1e11 ? time : refuse('an event has no time')
}

/** The parts of a leaf as they are written. Those that are read come before any list. */
function partsOf(leaf: string): string[] {
  return leaf.startsWith('[') && leaf.endsWith(']')
    ? leaf.slice(1, -1).split(',')
    : refuse('a leaf is no list')
}

function stringOf(part: string | undefined): string {
  return /^"[^"\\]*"$/.test(part ?? '') ? String(part).slice(1, -1) : refuse('a text of a leaf is missing')
}

async function leafHash(leaf: string): Promise<Uint8Array> {
  return sha256(joined(Uint8Array.of(0), new TextEncoder().encode(leaf)))
}

async function nodeHash(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return sha256(joined(joined(Uint8Array.of(1), left), right))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes of a node in lowercase hex. */
function bytesOf(hex: string): Uint8Array {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) return refuse('a node is not 32 bytes in hex')
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** Bytes of base64 in its one writing. */
function base64Of(text: string): Uint8Array<ArrayBuffer> {
  try {
    const decoded = atob(text)
    if (btoa(decoded) !== text) return refuse('base64 is written otherwise')
    return Uint8Array.from(decoded, (character) => character.charCodeAt(0))
  } catch {
    return refuse('base64 is broken')
  }
}

function refuse(problem: string): never {
  throw new ProofError(`The proof does not hold: ${problem}.`)
}
