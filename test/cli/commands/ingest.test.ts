import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callPequod } from '../support/call-pequod.ts'
import { countEvents, eventLines } from '../support/event-file.ts'
import { runPequod, temporaryFolder } from '../support/run-pequod.ts'

const LINES = eventLines()
const EVENTS = countEvents(LINES).toLocaleString('en')
const FILL = LINES.findIndex((line) => line.startsWith('{"kind":"FILL"'))
const BAD_AMOUNT = (LINES[FILL] ?? '').replace(/"shares":"\d+"/, '"shares":"2.5"')
/** Among a command's arguments, those that name a file or a folder of these tests. */
const isFile = (arg: string) => /\.\w+$|^(data|folder)$/.test(arg)
const TRADE = {
  proxyWallet: `0x${'a1'.repeat(20)}`,
  side: 'BUY',
  asset: '1234567890123456789',
  conditionId: `0x${'c0'.repeat(32)}`,
  size: 10,
  price: 0.4,
  timestamp: 1771269605,
  outcome: 'Yes',
  outcomeIndex: 0,
  transactionHash: `0x${'ab'.repeat(32)}`,
}

describe('pequod ingest', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => folder.remove())

  /** Runs a command in this process as in a folder, by default the test's own: files are named and shown as in it. */
  const call = async (args: readonly string[], at = folder.path) => {
    const env = { DATABASE_URL: `sqlite:${join(at, 'pequod.db')}` }
    const placed = args.map((arg) => (isFile(arg) ? join(at, arg) : arg))
    const { status, stdout, stderr } = await callPequod(placed, env)
    return { status, stdout: stdout.replaceAll(`${at}/`, ''), stderr: stderr.replaceAll(`${at}/`, '') }
  }
  const run = (args: readonly string[]) => call(['ingest', ...args])
  const exported = async () => {
    expect(await call(['export', 'events', 'out.jsonl'])).toMatchObject({ status: 0, stdout: '' })
    return readFile(join(folder.path, 'out.jsonl'), 'utf8')
  }
  const write = (name: string, text: string) => writeFile(join(folder.path, name), text)

  it('ingests lines from standard input, and changes nothing the second time', async () => {
    const first = await runPequod(['ingest', 'events', '-'], { cwd: folder.path, input: LINES.join('\n') })
    expect(first).toMatchObject({ status: 0 })
    expect(first.stdout).toMatch(`standard input: ${EVENTS} new events, 0 repeated, 0 refused, 6 markets`)
    // A slow import shows its progress.
    expect(first.stderr.replaceAll(/^standard input: [\d,]+ rows.*\n/gm, '')).toBe(
      'Creating a new store in pequod.db.\nRun `pequod refresh` to publish it.\n',
    )
    const input = LINES.join('\n')
    const env = { DATABASE_URL: 'sqlite:quiet.db' }
    const quiet = await runPequod(['ingest', 'events', '-', '--quiet'], { cwd: folder.path, input, env })
    expect(quiet).toEqual({ ...first, stderr: '' })
    await write('again.jsonl', input)
    const second = await run(['events', '--json', 'again.jsonl'])
    expect(JSON.parse(second.stdout)).toMatchObject({
      files: [{ file: 'again.jsonl', events: 0, repeated: countEvents(LINES), refused: 0, skipped: {} }],
    })
  })

  it('ingests downloaded history, reports what it lacks, and refuses unknown files', async () => {
    const header =
      'timestamp,datetime,block_number,transaction_hash,log_index,contract,maker,taker,maker_asset_id,taker_asset_id,' +
      'maker_amount_filled,taker_amount_filled,maker_fee,taker_fee,protocol_fee,order_hash'
    const place = `1700000000,,50000000,0x${'ab'.repeat(32)}`
    const parties = `0x${'a1'.repeat(20)},0x${'b2'.repeat(20)}`
    const order = `0,77,4000000,10000000,0,0,0,0x${'cd'.repeat(32)}`
    await mkdir(join(folder.path, 'data'))
    await write('data/orders.csv', `${header}\n${place},3,CTF_EXCHANGE,${parties},${order}\n`)
    await write('data/README.md', 'About it.')
    const first = await run(['history', 'data', '--json'])
    expect(JSON.parse(first.stdout)).toMatchObject({ events: 1, repeated: 0, refused: 0, markets: 0 })
    expect(first.stderr).toContain('1 file of orders of Polymarket_data; these lack splits, merges')
    expect(first.stderr).toContain('Not read: data/README.md is neither Parquet nor CSV')
    await write('data/more.csv', `${header}\n${place},4,Nowhere,${parties},${order}\n`)
    const second = await run(['history', 'data'])
    expect(second).toMatchObject({ status: 1 })
    expect(second.stdout).toContain('0 new events, 1 repeated, 1 logs refused')
    expect(second.stderr).toContain('contract is "nowhere": an exchange of the venue is needed')
    const third = await run(['history', 'data/README.md'])
    expect(third).toMatchObject({ status: 1 })
    expect(third.stderr).toContain('data/README.md is neither Parquet nor CSV')
  })

  it('of an export gives the same export again', async () => {
    await write('world.jsonl', LINES.join('\n'))
    await run(['events', 'world.jsonl'])
    const out = await exported()
    const elsewhere = join(folder.path, 'elsewhere')
    await mkdir(elsewhere)
    await cp(join(folder.path, 'out.jsonl'), join(elsewhere, 'in.jsonl'))
    await call(['ingest', 'events', '--strict', 'in.jsonl'], elsewhere)
    const again = await runPequod(['export', 'events'], { cwd: elsewhere })
    expect(again.stdout).toBe(out)
    expect(countEvents(out.trimEnd().split('\n'))).toBe(countEvents(LINES))
    expect((await readdir(folder.path)).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('names a line with a bad amount, ingests the others, and exits with 1', async () => {
    await write('world.jsonl', LINES.with(FILL, BAD_AMOUNT).join('\n'))
    const { status, stdout, stderr } = await run(['events', 'world.jsonl'])
    expect(status).toBe(1)
    expect(stdout).toMatch(/ 0 repeated, 1 refused/)
    expect(stderr).toMatch(new RegExp(`^world\\.jsonl line ${FILL + 1}: shares is "2\\.5"`, 'm'))
    expect(stderr).toMatch(/^1 line refused; everything else was imported\.$/m)
  })

  it('groups refused lines by their reason, and names the first of each', async () => {
    const amounts = Array.from({ length: 2_500 }, (_, i) => BAD_AMOUNT.replace('2.5', `${i}.5`))
    const others = ['{"kind":"FOLD"}', 'Call me Ishmael.', 'Some years ago']
    await write('bad.jsonl', [...amounts, ...others].join('\n'))
    const { status, stderr } = await run(['events', 'bad.jsonl'])
    expect(status).toBe(1)
    const [amount, kind, words, end] = stderr.split('\n').filter((line) => !line.startsWith('Creating'))
    expect(amount).toMatch(/^bad\.jsonl lines 1, 2, 3 and 2,497 more: shares is "0\.5": a whole number /)
    expect(kind).toMatch(/^bad\.jsonl line 2501: kind is "FOLD": /)
    expect(words).toMatch(/^bad\.jsonl lines 2502 and 2503: /)
    expect(end).toBe('2,503 lines refused; everything else was imported.')
  })

  it('names the kind of a file given as another kind, and ingests nothing of it', async () => {
    await write('positions.json', JSON.stringify([{ ...TRADE, avgPrice: 0.4, currentValue: 4 }]))
    await write('history.csv', '\uFEFF"marketName",action,usdcAmount,tokenAmount,tokenName,timestamp,hash\n')
    for (const [file, name, remedy] of [
      ['positions.json', 'is a response of /positions', 'https://data-api.polymarket.com/activity?user=0x'],
      ['history.csv', 'is the History CSV of polymarket.com', '`pequod ingest activity --wallet 0x…`'],
    ] as const) {
      const { status, stdout, stderr } = await run(['activity', file])
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain(`${file} ${name}`)
      expect(stderr).toContain(remedy)
    }
    const { stderr } = await run(['events', 'positions.json'])
    expect(stderr).not.toContain('undefined')
  })

  it('ingests a History CSV with its wallet, once Gamma has named its market', async () => {
    const market = {
      id: '1',
      question: 'Is it so?',
      conditionId: TRADE.conditionId,
      outcomes: '["Yes","No"]',
      clobTokenIds: `["${TRADE.asset}","99"]`,
    }
    const csv =
      '\uFEFF"marketName",action,usdcAmount,tokenAmount,tokenName,timestamp,hash\n' +
      `Is it so?,Buy,4,10,Yes,${TRADE.timestamp},${TRADE.transactionHash}\n` +
      `Deposited funds,Deposit,250,250,USDC,${TRADE.timestamp},0x01\n`
    await write('markets.json', JSON.stringify([market]))
    await write('history.csv', csv)
    await write('trades.json', JSON.stringify([TRADE]))
    const ofWallet = [
      'activity',
      '--wallet',
      TRADE.proxyWallet.toUpperCase().replace('0X', '0x'),
      'history.csv',
    ]
    const early = await run(ofWallet)
    expect(early).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/0 new events, 0 repeated, 1 refused/),
    })
    expect(early.stderr).toMatch(
      /no market of the store has the question "Is it so\?".*`pequod ingest gamma`/,
    )
    expect(await run(['gamma', 'markets.json'])).toMatchObject({ status: 0 })
    const first = await run(ofWallet)
    expect(first).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/1 new event, .*1 DEPOSIT skipped/),
    })
    expect((await run(['trades', 'trades.json'])).stdout).toMatch(/1 new event,/)
    expect((await run(ofWallet)).stdout).toMatch(/0 new events, 1 repeated, 0 refused/)
    const fills = (await exported()).match(/"kind":"FILL"/g)
    expect(fills).toHaveLength(1)
  })

  it('stops with --strict at the first bad line and leaves the store as it was', async () => {
    await write('world.jsonl', [...LINES.slice(0, FILL + 1), BAD_AMOUNT].join('\n'))
    const { status, stderr } = await run(['events', '--strict', 'world.jsonl'])
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`^world\\.jsonl line ${FILL + 2}: shares is "2\\.5".*\\n$`, 'm'))
    expect(await exported()).toBe('')
  })

  it('keeps nothing of a truncated JSON file', async () => {
    const whole = JSON.stringify([TRADE, { ...TRADE, size: 11 }, { ...TRADE, size: 12 }])
    await write('cut.json', whole.slice(0, -40))
    await write('whole.json', whole)
    const { status, stderr } = await run(['trades', 'cut.json'])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^cut\.json ends in the middle of row 3: get the whole file\.$/m)
    expect(await exported()).toBe('')
    expect((await run(['trades', 'whole.json'])).stdout).toMatch('whole.json: 3 new events, 0 repeated')
  })

  it.each([
    [['trades', 'short.csv'], /^short\.csv lacks the column price: trades need .+\.$/m],
    [['trades', 'folder'], /^folder is a folder: choose a file in it\.$/m],
    [['events', 'missing.jsonl'], /^missing\.jsonl does not exist: check the path\.$/m],
    [['gamma', 'empty.json'], /^empty\.json is empty\.$/m],
    [['activity', '-'], /^Standard input \(-\) works for events only: /m],
    [['events', '-', '-'], /^Standard input \(-\) can be named only once\.$/m],
    [['activity', '--wallet', '0x12', 'x.csv'], /It must be an address: 0x and 40 hex digits/],
    [['activity'], /^missing required argument 'file': see `pequod ingest activity --help`$/m],
    [['weather', 'file'], /^unknown command 'weather': see `pequod ingest --help`$/m],
  ])('says in one sentence what is wrong with %j', async (args, sentence) => {
    await mkdir(join(folder.path, 'folder'))
    await write('empty.json', '')
    await write('short.csv', 'timestamp,size,side,asset,proxyWallet,conditionId\n')
    const { status, stdout, stderr } = await run(args)
    // Invalid arguments are refused before a file is opened.
    const isTyped = /^Standard input|missing required|unknown command|must be an address/m.test(stderr)
    expect({ status, stdout }).toEqual({ status: isTyped ? 2 : 1, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it('keeps the files before an unreadable one', async () => {
    await write('good.json', JSON.stringify([TRADE]))
    const { status, stdout, stderr } = await run(['trades', 'good.json', 'missing.json'])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^good\.json: 1 new event, /)
    expect(stderr).toMatch(
      'Run `pequod refresh` to publish it.\nmissing.json does not exist: check the path.\n',
    )
  })
})
