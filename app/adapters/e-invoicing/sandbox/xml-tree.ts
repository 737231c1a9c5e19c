/** Documents as trees, for an authority that trusts no writer: read by a parser, written in canonical form (C14N 1.1). */
import { SaxesParser } from 'saxes'

export type XmlElement = {
  prefix: string
  local: string
  uri: string
  /** By prefix: those that stand on this element. */
  namespaces: Record<string, string>
  attributes: { name: string; local: string; uri: string; value: string }[]
  children: XmlNode[]
}
type XmlNode = XmlElement | string

const MAX_DEPTH = 100

/** @throws Error when it is not well-formed, or has what no document of the authority has */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  const fail = (reason: string) => {
    throw new Error(reason)
  }
  parser.on('error', ({ message }) => fail(message))
  parser.on('doctype', () => fail('a document type is not allowed'))
  parser.on('processinginstruction', () => fail('processing instructions are not allowed'))
  parser.on('opentag', ({ prefix, local, uri, ns, attributes }) => {
    const element: XmlElement = { prefix, local, uri, namespaces: { ...ns }, attributes: [], children: [] }
    for (const { name, prefix: of, local: attribute, uri: space, value } of Object.values(attributes))
      if (of !== 'xmlns' && name !== 'xmlns') element.attributes.push({ name, local: attribute, uri: space, value })
    open.at(-1)?.children.push(element)
    root ??= element
    if (open.push(element) > MAX_DEPTH) fail('it is too deep')
  })
  const text = (value: string) => void open.at(-1)?.children.push(value)
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root ?? fail('it is empty')
}

const textCharacters: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }
const valueCharacters: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '"': '&quot;' },
  ...{ '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' },
}
const escapedText = (text: string) => text.replace(/[&<>\r]/g, (one) => textCharacters[one]!)
const escapedValue = (text: string) => text.replace(/[&<"\t\n\r]/g, (one) => valueCharacters[one]!)

const byCodePoints = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const qualified = ({ prefix, local }: XmlElement) => (prefix === '' ? local : `${prefix}:${local}`)
const declaration = (prefix: string, uri: string) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapedValue(uri)}"`

function attributesOf({ attributes }: XmlElement): string {
  return [...attributes]
    .sort((one, other) => byCodePoints(one.uri, other.uri) || byCodePoints(one.local, other.local))
    .map(({ name, value }) => ` ${name}="${escapedValue(value)}"`)
    .join('')
}

/** Inclusive canonical XML, without comments and without the elements that `isLeftOut` names. */
export function canonical(
  element: XmlElement,
  isLeftOut: (element: XmlElement, parent: XmlElement) => boolean = () => false,
  inherited: Record<string, string> = {},
): string {
  const declared = Object.entries(element.namespaces)
    .filter(([prefix, uri]) => (inherited[prefix] ?? '') !== uri)
    .sort(([one], [other]) => byCodePoints(one, other))
  const known = { ...inherited, ...element.namespaces }
  const content = element.children
    .filter((child) => typeof child === 'string' || !isLeftOut(child, element))
    .map((child) => (typeof child === 'string' ? escapedText(child) : canonical(child, isLeftOut, known)))
    .join('')
  const name = qualified(element)
  return `<${name}${declared.map(([prefix, uri]) => declaration(prefix, uri)).join('')}${attributesOf(element)}>${content}</${name}>`
}

/**
 * As the authority writes what is signed of a signature: each namespace where it is first used, empty elements closed in
 * their own tag, and white space as it stands.
 */
export function withOwnNamespaces(element: XmlElement, known: Record<string, string> = {}): string {
  const { prefix, uri } = element
  const isNew = (known[prefix] ?? '') !== uri
  const inner = isNew ? { ...known, [prefix]: uri } : known
  const start = `${qualified(element)}${isNew ? declaration(prefix, uri) : ''}${attributesOf(element)}`
  if (element.children.length === 0) return `<${start}/>`
  const content = element.children.map((child) =>
    typeof child === 'string' ? escapedText(child) : withOwnNamespaces(child, inner),
  )
  return `<${start}>${content.join('')}</${qualified(element)}>`
}

const elementsOf = ({ children }: XmlElement): XmlElement[] => children.filter((child) => typeof child !== 'string')

/** Those at a path of local names below the element, such as `AccountingSupplierParty/Party`. */
export function allAt(element: XmlElement | undefined, path: string): XmlElement[] {
  const [first = '', ...rest] = path.split('/')
  const found = element ? elementsOf(element).filter(({ local }) => local === first) : []
  return rest.length === 0 ? found : found.flatMap((one) => allAt(one, rest.join('/')))
}

export const at = (element: XmlElement | undefined, path: string): XmlElement | undefined => allAt(element, path)[0]

/** Everything below with this name, at any depth, the element itself included. */
export function everywhere(element: XmlElement, local: string): XmlElement[] {
  return [
    ...(element.local === local ? [element] : []),
    ...elementsOf(element).flatMap((one) => everywhere(one, local)),
  ]
}

export const textOf = (element: XmlElement | undefined): string | undefined =>
  element?.children.map((child) => (typeof child === 'string' ? child : (textOf(child) ?? ''))).join('')

/** The text at a path, without white space around it. */
export const textAt = (element: XmlElement | undefined, path: string): string | undefined =>
  textOf(at(element, path))?.trim()

export const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.find((one) => one.name === name)?.value
