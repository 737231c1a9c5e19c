/** What was typed into a form, by the names of its fields; without files. */
export const typedTexts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
