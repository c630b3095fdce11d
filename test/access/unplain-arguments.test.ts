import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graph/schema.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { argumentsOf, questions, schemaAsker, textPlaces } from './support/argument-questions.ts'
import { type IdentityDoor, openIdentityDoor } from './support/identity-door.ts'
import { UNPLAIN_STRINGS } from './support/naughty-strings.ts'
import { signToken } from './support/token-issuer.ts'

/** About the most that a body, and an address, can hold. */
const LONG = ['x', '-eyJ', '0', 'é'].map((part) => part.repeat(90_000 / part.length / 2))
const LONG_IN_ADDRESS = LONG.slice(0, 3).map((text) => text.slice(0, 12_000))

describe('control characters in any argument', () => {
  let door: IdentityDoor
  let ask: ReturnType<typeof schemaAsker>
  beforeAll(async () => {
    door = await openIdentityDoor()
    ask = schemaAsker(door.store.db, 'PRO')
  })
  afterAll(() => door.close())
  const bearer = async (subject: string) => {
    const iat = Math.floor(Date.now() / 1_000)
    const claims = { sub: subject, iat, exp: iat + 600, tier: 'pro' }
    return ['Authorization', `Bearer ${await signToken(door.key, claims)}`]
  }

  const places = argumentsOf(schema).flatMap(({ root, field, argument, name }) => {
    const texts = textPlaces(argument.type)
    const forms = (texts.length === 0 ? [undefined] : texts).map((fill) =>
      questions(root, field, argument, fill),
    )
    return forms.map((form) => ({ ...form, root, name, fieldName: field.name }))
  })

  test.each(places)('GraphQL, $root: $fieldName($name)', async ({ variable, inline, fieldName, name }) => {
    const subject = `asker of ${fieldName} ${name}`
    // The first form is asked again and again: it is answered by its compiled form in the end.
    for (const question of UNPLAIN_STRINGS.flatMap((text) => [variable(text), inline(text)])) {
      const errors = await ask(subject, question)
      const shown = `${JSON.stringify(question).slice(0, 300)} → ${JSON.stringify(errors)}`
      expect(errors[0]?.extensions.code, shown).toBe('BAD_USER_INPUT')
    }
    for (const text of LONG) {
      const errors = await ask(subject, variable(text))
      expect(errors.map(({ extensions }) => extensions.code)).not.toContain('INTERNAL')
      expect(JSON.stringify(errors).length).toBeLessThan(2_000)
    }
  })

  const parameters = ROUTES.flatMap((route) =>
    Object.values(route.parameters).map((parameter) => ({ route, parameter, name: parameter.name })),
  )

  test.each(parameters)('REST, $route.path: $name', async ({ route, parameter, name }) => {
    const headers = await bearer(`asker of ${name}`)
    const pathOf = (text: string) =>
      parameter.in === 'path'
        ? route.path.replaceAll(/\{(\w+)\}/g, (_, own) =>
            own === name ? text : (route.parameters[own]?.example ?? text),
          )
        : `${route.path.replaceAll('{id}', 'pnl-7d').replaceAll('{address}', `0x${'1'.repeat(40)}`)}?${name}=${text}`
    for (const text of UNPLAIN_STRINGS) {
      const { status, body } = await door.send(pathOf(percent(text)), headers)
      // A text that is not UTF-8 is not routed, or has become another text by then.
      const allowed = text.isWellFormed() ? [422] : [404, 422, 200]
      // No part of a path is longer than 500 characters.
      if (text.length > 500) allowed.push(404)
      expect(allowed, `${percent(text).slice(0, 300)} → ${status} ${body.slice(0, 300)}`).toContain(status)
    }
    for (const text of LONG_IN_ADDRESS) {
      const { status, body } = await door.send(pathOf(text), headers)
      expect([404, 422], body.slice(0, 300)).toContain(status)
      expect(body.length).toBeLessThan(2_000)
    }
  })
})

/** Also encodes texts that are not Unicode: each half of a pair as its own bytes. */
function percent(text: string): string {
  const halves = { '\ud800': '%ed%a0%80', '\udc00': '%ed%b0%80' }
  return Object.entries(halves).reduce(
    (path, [half, bytes]) => path.split(half).join(bytes),
    [...text].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : one)).join(''),
  )
}
