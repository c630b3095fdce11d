/** The option of every command that lists or counts: what it tells as one JSON document, for programs. */
export const JSON_OPTION = ['--json', 'print JSON rather than text'] as const
