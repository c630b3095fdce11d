import { type ExecutionResult, execute, graphql, parse, subscribe } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { describe, expect, it } from 'vitest'
import { meets, TIERS, type Tier } from '../../../src/access/tier.ts'
import { maskError } from '../../../src/graph/kit/errors.ts'
import { declaredTier } from '../../../src/graph/kit/tier-rule.ts'
import { newBuilder, RULES, type TieredContext, tieredSchema } from '../support/tiered-schema.ts'

const schema = tieredSchema()

/** From the most to the least: what one was given must not come back to the next. */
const DOWNWARDS = [...TIERS].reverse()

function contextOf(tier: Tier): TieredContext {
  return { caller: { tier }, ran: [] }
}

async function ask(source: string, tier: Tier) {
  const contextValue = contextOf(tier)
  const { data, errors = [] } = await graphql({ schema, source, contextValue })
  const plain: ExecutionResult['data'] = JSON.parse(JSON.stringify(data ?? null))
  return { data: plain, errors: errors.map((error) => maskError(error, false)), ran: contextValue.ran }
}

describe('a tier rule on a field', () => {
  for (const { name, rule } of RULES) {
    it.each(DOWNWARDS)(`${name} holds for %s under any name of the field`, async (tier) => {
      const query = `{ rows { ${name} renamed: ${name} ... on Row { spread: ${name} } ...fragment } }
        fragment fragment on Row { again: ${name} }`
      const { data, errors, ran } = await ask(query, tier)
      const open = meets(tier, rule.requires)
      const shown = (value: string) => (open ? value : null)
      expect(data?.rows).toEqual(
        ['first', 'second'].map((value) => ({
          [name]: shown(value),
          renamed: shown(value),
          spread: shown(value),
          again: shown(value),
        })),
      )
      expect(ran.length).toBe(open ? 8 : 0)
      expect(errors.length).toBe(!open && rule.otherwise === 'ERROR' ? 8 : 0)
      const code = tier === 'ANONYMOUS' ? 'UNAUTHENTICATED' : 'FORBIDDEN'
      for (const error of errors) expect(error.extensions.code).toBe(code)
    })
  }

  it('refuses every row with an error of its own path, made once and without a stack for each row', async () => {
    const refused = await graphql({
      schema,
      source: '{ rows { free_error } }',
      contextValue: contextOf('ANONYMOUS'),
    })
    const [first, second] = refused.errors ?? []
    expect([first?.path, second?.path]).toEqual([
      ['rows', 0, 'free_error'],
      ['rows', 1, 'free_error'],
    ])
    expect(first?.originalError).toBe(second?.originalError)
    expect(first?.originalError?.stack).not.toContain('\n')
  })

  it('applies only where it says', async () => {
    const somewhere = async (tier: Tier) => (await ask('{ rows { somewhere } }', tier)).data?.rows
    expect(await somewhere('FREE')).toEqual([{ somewhere: 'first' }, { somewhere: 'second' }])
    expect(await somewhere('ANONYMOUS')).toEqual([{ somewhere: null }, { somewhere: 'second' }])
  })

  it('applies to the field of an interface', async () => {
    expect((await ask('{ rows { inherited } }', 'FREE')).data?.rows).toEqual([
      { inherited: null },
      { inherited: null },
    ])
    expect((await ask('{ rows { ... on Named { inherited } } }', 'PRO')).ran.length).toBe(2)
  })

  it('of a type withholds each field that is added to it, an interface’s too, unless the field says otherwise', async () => {
    const builder = newBuilder()
    const Numbered = builder.interfaceRef<{ number: number }>('Numbered').implement({
      fields: (t) => ({ inherited: t.exposeInt('number', { nullable: true }) }),
    })
    const Place = builder.objectRef<{ number: number }>('Place').implement({
      fieldTier: { requires: 'FREE', otherwise: 'NULL' },
      interfaces: [Numbered],
      fields: (t) => ({
        open: t.exposeInt('number', { tier: 'EVERYBODY' }),
        near: t.exposeInt('number', { nullable: true, tier: { requires: 'FREE', otherwise: 'ROUNDED' } }),
      }),
    })
    builder.objectField(Place, 'added', (t) => t.exposeInt('number', { nullable: true }))
    builder.queryType({
      fields: (t) => ({ place: t.field({ type: Place, resolve: () => ({ number: 1284 }) }) }),
    })
    const own = builder.toSchema()
    const read = async (tier: Tier) => {
      const source = '{ place { inherited open near added } }'
      const { data } = await graphql({ schema: own, source, contextValue: contextOf(tier) })
      return JSON.parse(JSON.stringify(data)).place
    }
    expect(await read('FREE')).toEqual({ inherited: 1284, open: 1284, near: 1284, added: 1284 })
    expect(await read('ANONYMOUS')).toEqual({ inherited: null, open: 1284, near: 1300, added: null })
  })

  it('runs no resolver below it', async () => {
    expect(await ask('{ pro { free_error } }', 'FREE')).toEqual({ data: { pro: null }, errors: [], ran: [] })
  })

  it.each(DOWNWARDS)('holds for %s in a compiled operation as in a plain one', async (tier) => {
    const fields = RULES.map(({ name }) => name).join(' ')
    const document = parse(`{ pro { inherited } rows { inherited somewhere ${fields} } limited(limit: 50) }`)
    const compiled = compileQuery(schema, document)
    if (!isCompiledQuery(compiled)) throw new Error('does not compile')
    const plain = await execute({ schema, document, contextValue: contextOf(tier) })
    const quick = await compiled.query(undefined, contextOf(tier), {})
    const told = ({ data, errors = [] }: ExecutionResult) => ({
      data: JSON.parse(JSON.stringify(data)),
      errors: errors.map(({ path, originalError }) => [path, originalError]),
    })
    expect(told(quick)).toEqual(told(plain))
  })
})

describe('a tier rule on an argument', () => {
  for (const { name, rule } of RULES) {
    it.each(DOWNWARDS)(`${name} holds for %s`, async (tier) => {
      const { data, errors, ran } = await ask(`{ given(${name}: 5) }`, tier)
      const open = meets(tier, rule.requires)
      if (open) return expect(data).toEqual({ given: `{"${name}":5}` })
      if (rule.otherwise === 'NULL') return expect(data).toEqual({ given: `{"${name}":null}` })
      expect(ran).toEqual([])
      expect(errors[0]?.extensions).toMatchObject({
        code: tier === 'ANONYMOUS' ? 'UNAUTHENTICATED' : 'FORBIDDEN',
        problems: [{ in: 'argument', name }],
      })
      expect(errors[0]?.message).toContain(`The argument ${name} requires`)
    })
  }

  it('does not apply when the argument is omitted, null or its default', async () => {
    for (const query of ['{ given }', '{ given(pro_error: null) }', '{ limited(filter: "none") }'])
      expect((await ask(query, 'ANONYMOUS')).errors).toEqual([])
  })

  it('sets the argument to null, and applies only where it says', async () => {
    const limited = async (limit: number, tier: Tier) =>
      (await ask(`{ limited(limit: ${limit}) }`, tier)).data?.limited
    expect(await limited(50, 'PRO')).toBe('50, none')
    expect(await limited(50, 'FREE')).toBe('null, none')
    expect(await limited(10, 'ANONYMOUS')).toBe('10, none')
  })

  it('runs after the check of the argument’s limits', async () => {
    const { errors } = await ask('{ limited(limit: 101) }', 'ANONYMOUS')
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })
})

describe('a tier rule on a subscription', () => {
  it.each(DOWNWARDS)('holds for %s before the first event', async (tier) => {
    const document = parse('subscription { ticks }')
    const stream = await subscribe({ schema, document, contextValue: contextOf(tier) })
    if (tier !== 'PRO') return expect(stream).toMatchObject({ errors: [{ path: ['ticks'] }] })
    if (!(Symbol.asyncIterator in stream)) throw new Error('no stream')
    const events = []
    for await (const { data } of stream) events.push(data?.ticks)
    expect(events).toEqual([1, 2])
  })
})

describe('a tier rule', () => {
  it('is in the schema as a directive', () => {
    const row = schema.getType('Row')
    if (row === undefined || !('getFields' in row)) throw new Error('no Row')
    for (const { name, rule } of RULES)
      expect(declaredTier(row.getFields()[name] ?? {})).toEqual({ ...rule, where: null })
    expect(declaredTier(row.getFields().somewhere ?? {})?.where).toBe('the row is gated')
  })

  it('that makes a non-null field null is refused', () => {
    const field = newBuilder()
    field.queryType({
      fields: (t) => ({
        never: t.string({ tier: { requires: 'PRO', otherwise: 'NULL' }, resolve: () => '' }),
      }),
    })
    expect(() => field.toSchema()).toThrow('Query.never cannot be null')
    const argument = newBuilder()
    argument.queryType({
      fields: (t) => ({
        field: t.string({
          args: { never: t.arg.int({ required: true, tier: { requires: 'PRO', otherwise: 'NULL' } }) },
          resolve: () => '',
        }),
      }),
    })
    expect(() => argument.toSchema()).toThrow('never cannot be null')
  })
})
