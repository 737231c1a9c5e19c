/** What the fields of a record are called, and which errors of a call are about them. */

/**
 * The errors of a call by the names of the form's fields: `changes.hours.to` is about `hours`, `changes.name.to.en` about
 * `name.en`, and `changes.outline.to.0.title` about `outline`.
 */
export function errorsOf(fields: Record<string, string[]> | undefined): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const [path, messages] of Object.entries(fields ?? {})) {
    const name = path.replace(/^changes\.(.*?)\.to(?:(\.(?:ar|en))|\..*)?$/, '$1$2')
    errors[name] = [...new Set([...(errors[name] ?? []), ...messages])]
  }
  return errors
}

/** What the fields are called, for the summary of a form's errors: `name.en` is the name. */
export function labelsOf(texts: object, names: Iterable<string>): Record<string, string> {
  return Object.fromEntries([...names].map((name) => [name, labelOf(texts, name)]))
}

/** As `labelsOf`, with the language of a text: it may have changed in both. */
export function labelsInLanguages(
  texts: object & { languages: Record<string, string> },
  names: Iterable<string>,
): Record<string, string> {
  return Object.fromEntries([...names].map((name) => [name, nameInLanguage(name, labelOf(texts, name), texts)]))
}

/** @param name of the field, such as `title.en` */
export function nameInLanguage(name: string, label: string, texts: { languages: Record<string, string> }): string {
  const language = texts.languages[/\.(ar|en)$/.exec(name)?.[1] ?? '']
  return language ? `${label} (${language})` : label
}

/** The labels of texts in both languages by the names of their fields: `name` is called the same in `name.ar` and `name.en`. */
export const inBothLanguages = (labels: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, label]) => [
      [`${name}.ar`, label],
      [`${name}.en`, label],
    ]),
  )

/** Fields whose text has another name: `title` is that of the page with the list of records. */
const OWN: Record<string, string> = {
  ...{ priceHalalas: 'priceRiyals', oldPriceHalalas: 'oldPriceRiyals', file: 'cover', title: 'heading' },
}

/** `outline.0.title` is about the outline. */
export function labelOf(texts: object, path: string): string {
  const name = path.split('.')[0]!
  const found = Object.entries(texts).find(([text]) => text === (OWN[name] ?? name.replace(/Id$/, '')))?.[1]
  return typeof found === 'string' ? found : name
}
