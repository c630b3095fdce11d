/** Texts that have broken somebody: each is a value that any caller can send where a text is taken. */
export const NAUGHTY_STRINGS: readonly string[] = [
  // Quotes, and SQL
  ...[
    "'",
    '"',
    '`',
    "''",
    '\\',
    "\\'",
    "' OR '1'='1",
    "' OR 1=1 --",
    '" OR ""="',
    "'; DROP TABLE accounts; --",
  ],
  ...["' UNION SELECT hash FROM api_keys --", '1; SELECT pg_sleep(5)', "1' AND SLEEP(5) #", '/* */', "x' /*"],
  ...[
    "' || (SELECT name FROM accounts) || '",
    '%',
    '_',
    '%%%%_%',
    "a%' ESCAPE '\\",
    '?',
    '$1',
    ':name',
    '@x',
  ],
  // Markup and templates
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    '</title><b>',
  ],
  ...[
    'javascript:alert(1)',
    '<!--',
    ']]>',
    '&lt;b&gt;',
    '{{7*7}}',
    '\u0024{7*7}',
    '#{7*7}',
    '<%= 7*7 %>',
    '{% x %}',
  ],
  // Paths, shells, formats, headers
  ...[
    '../../../../etc/passwd',
    '..%2f..%2fetc',
    'C:\\x',
    '/dev/null',
    '$(id)',
    '`id`',
    '; id',
    '| id',
    '%s%n%x',
  ],
  ...['a\r\nSet-Cookie: x=1', 'a\nb', 'a\tb', '\u0000', 'a\u0000b', '\u0007\u001b[31m', '%00', '%'],
  // JSON, JavaScript and numbers
  ...[
    '{"a":1}',
    '[]',
    'null',
    'undefined',
    'true',
    'NaN',
    '-1',
    '1e309',
    '0x10',
    '9'.repeat(400),
    '__proto__',
  ],
  ...['constructor', 'toString', '{"__proto__":{"tier":"PRO"}}', '-0', '1/0', ' '],
  // Unicode
  ...[
    'Ω≈ç√∫˜µ≤',
    'ﷺ',
    '田中さんにあげて',
    'İıß',
    'e\u0301\u0302\u0303',
    'Z\u0351\u036b\u0343\u036a\u0302',
    '\ufeff',
  ],
  ...[
    '\u202eabc',
    '\u2066abc\u2069',
    '\u200b',
    '\u2028',
    '\u2029',
    '\ufffe',
    '\ufffd',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🇦🇶',
    '𝕏',
  ],
  ...['\ud800', '\udc00\ud800', 'a\ud83d'],
  // Length
  ...['', 'x'.repeat(5_000), '🐋'.repeat(1_500), '('.repeat(2_000), 'a\u0301'.repeat(1_000)],
]

/** Texts that no argument of ours can have, whichever it is: each engine and layer makes something else of them. */
export const UNPLAIN_STRINGS: readonly string[] = [
  ...['a\0b', '\0', '\ud800', 'a\udc00b', '\u001b[2J', '\u0085', 'a\nb'],
  ...[`0x${'1'.repeat(40)}\0`, `pnl-7d\0`, `${'x'.repeat(15_000)}\0`],
]
