/**
 * XML that is written in canonical form (C14N 1.1): its hash is that of its own text. No white space stands between elements,
 * and an empty element has both tags.
 */

/** Written by `element`, so that it needs no escaping. */
export type Xml = { xml: string }

type Content = string | Xml | readonly (Xml | null)[]

/** @param attributes written in the order given, which canonical form wants by name */
export function element(name: string, content: Content, attributes: Record<string, string> = {}): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return { xml: `<${name}${written.join('')}>${inner(content)}</${name}>` }
}

function inner(content: Content): string {
  if (typeof content === 'string') return escapeText(content)
  if ('xml' in content) return content.xml
  return content.map((part) => part?.xml ?? '').join('')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them, not even escaped
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const clean = (text: string) => text.toWellFormed().replace(NOT_IN_XML, '')

const escapeText = (text: string) =>
  clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

const escapeAttribute = (text: string) =>
  clean(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
