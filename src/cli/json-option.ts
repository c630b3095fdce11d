/** The option of every command that lists or counts. */
export const JSON_OPTION = ['--json', 'print JSON instead of text'] as const
