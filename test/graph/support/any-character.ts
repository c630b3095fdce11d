import fc from 'fast-check'

/** Any character of Unicode, control characters among them; fast-check's own takes seconds to make itself ready. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat({ max: 0x24f }), fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
