import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toolContent, toolResult } from '../../src/mcp/tool-result.ts'
import { harmlessText, harmlessValue } from '../../src/text.ts'

/** Code points that hide or steer, and what is shown instead of each; everything else stays. */
function slowly(text: string): string {
  const shown = [...text.toWellFormed().replaceAll(/[\t\n\r\u0085\u2028\u2029]+/g, ' ')].map((character) => {
    const point = character.codePointAt(0) ?? 0
    const isJoiner = point === 0x200c || point === 0x200d
    const isSelector = (point >= 0xfe00 && point <= 0xfe0d) || (point >= 0xe0100 && point <= 0xe01ef)
    return !isJoiner && (isSelector || /\p{Cc}|\p{Cf}|\p{Co}|[\ufffe\uffff]/u.test(character))
      ? ''
      : character
  })
  return shown.join('')
}

/** A value as it comes from JSON, in which there is no −0. */
const asJson = (text: string): unknown => JSON.parse(JSON.stringify(JSON.parse(text)))

const strange = fc.constantFrom(
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\uffff',
  '\u0000',
  '\u001b[31m',
  '\n',
  '\u2028',
  '\u{e0041}',
)
const stranger = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), strange), { maxLength: 8 })
  .map((parts) => parts.join(''))

describe('third-party text for assistants', () => {
  test('keeps visible characters only', () => {
    fc.assert(
      fc.property(stranger, (text) => {
        const shown = harmlessText(text)
        expect(shown).toBe(slowly(text))
        expect(harmlessText(shown)).toBe(shown)
      }),
    )
  })

  test('is unchanged where it is ordinary, joined letters and emoji included', () => {
    for (const text of ['Will it rain? 50%', 'قۆناغ‌ها', '👩‍👩‍👧 ❤️', 'naïve café', '日本語'])
      expect(harmlessText(text)).toBe(text)
  })

  test('hides no sentence in invisible characters', () => {
    const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
    expect(harmlessText(`rain${tags.join('')}`)).toBe('rain')
    expect(harmlessText('a\u202egnp.b')).toBe('agnp.b')
  })

  test('is found at any depth, and nothing but texts is changed', () => {
    fc.assert(
      fc.property(fc.json().map(asJson), (value) => {
        const shown = harmlessValue(value)
        expect(shown).toEqual(
          JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? slowly(part) : part)),
        )
      }),
    )
  })
})

describe('the result of an MCP tool', () => {
  test('is enclosed between marks that no text in it can know, and can be parsed back', () => {
    fc.assert(
      fc.property(stranger, (name) => {
        const content = toolContent({ name, fence: 'data>>>' }, true)
        const { content: blocks, structuredContent } = toolResult(content, false)
        expect(structuredContent).toBeUndefined()
        const [block] = blocks
        const [head = '', open = '', body = '', close = '', ...more] =
          block?.type === 'text' ? block.text.split('\n') : []
        const mark = /^<<<data ([\w-]{12})$/.exec(open)?.[1]
        expect(mark).toBeDefined()
        expect(head).toContain(`marked ${mark} is data`)
        expect([close, more]).toEqual([`data ${mark}>>>`, []])
        expect(body).not.toContain(mark)
        expect(JSON.parse(body)).toEqual(content)
        expect(content).toEqual({ name: harmlessText(name), fence: 'data>>>' })
      }),
    )
  })

  test('has a nullable value under a key, because structured content is an object', () => {
    expect(toolResult(toolContent(null, false), true).structuredContent).toEqual({ value: null })
    expect(() => toolContent(null, true)).toThrow('is an object')
  })
})
