/** The option of every command that lists or counts: print the result as one JSON document. */
export const JSON_OPTION = ['--json', 'print JSON instead of text'] as const
