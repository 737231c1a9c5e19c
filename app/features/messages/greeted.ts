/** Whether the first line of a text that staff write calls its reader by name, as `Dear {name}` does. */
const greets = (text: string) => /^[^\n]*\{name\}/.test(text.trimStart())

/** The greeting of a mail whose text staff write: none where the text has its own. */
export const greetingFor = (text: string, greeting: string): string[] => (greets(text) ? [] : [greeting])
