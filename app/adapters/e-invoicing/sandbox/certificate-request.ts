/** The authority's view of a certificate request (PKCS#10, RFC 2986): what it must hold, and who made it. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type DerValue, derValues, objectIdentifier } from '../../../platform/der.ts'

export type CertificateRequest = {
  /** DER. */
  bytes: Buffer
  /** DER, as the certificate repeats them. */
  subject: Buffer
  publicKey: Buffer
  alternativeName: Buffer
  vatNumber: string
  /** Which documents are made: standard, simplified and two zeros. */
  flags: string
  template: string
}

/** `denied`: the certificate authority behind the platform did not take its template. */
export class RequestRefused extends Error {
  readonly denied: boolean
  constructor(message: string, denied = false) {
    super(message)
    this.denied = denied
  }
}

const SEQUENCE = 0x30
const SET = 0x31
const UTF8_STRING = 0x0c
const PRINTABLE_STRING = 0x13
const TEXTS = [UTF8_STRING, PRINTABLE_STRING]
const ATTRIBUTES = 0xa0
/** A name as one of the alternative names. */
const DIRECTORY_NAME = 0xa4

const EC_WITH_SHA256 = '1.2.840.10045.4.3.2'
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const TEMPLATE_NAME = '1.3.6.1.4.1.311.20.2'
const ALTERNATIVE_NAME = '2.5.29.17'
/** Those of the sandbox: with another one, the certificate authority denies the request. */
const TEMPLATES = ['TSTZATCA-Code-Signing', 'PREZATCA-Code-Signing']

const SUBJECT = { country: '2.5.4.6', organisation: '2.5.4.10', branch: '2.5.4.11', unit: '2.5.4.3' }
const ALTERNATIVE = {
  serial: '2.5.4.4',
  vatNumber: '0.9.2342.19200300.100.1.1',
  flags: '2.5.4.12',
  address: '2.5.4.26',
  industry: '2.5.4.15',
}

/**
 * Reads and checks a request.
 * @throws RequestRefused
 */
export function readCertificateRequest(pem: string): CertificateRequest {
  const base64 = /^-----BEGIN CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE REQUEST-----\s*$/.exec(
    pem,
  )
  if (!base64) throw new RequestRefused('it is no PEM text')
  try {
    return requestIn(Buffer.from(base64[1]!, 'base64'))
  } catch (error) {
    throw error instanceof RequestRefused ? error : new RequestRefused('it is no PKCS#10 request')
  }
}

function requestIn(bytes: Buffer): CertificateRequest {
  const [outer, ...rest] = derValues(bytes)
  const [info, algorithm, signature] = membersOf(outer)
  if (!info || !algorithm || !signature || rest.length > 0) throw new RequestRefused('it is no PKCS#10 request')
  const [version, subject, publicKey, attributes] = membersOf(info)
  if (!version || !subject || !publicKey || attributes?.tag !== ATTRIBUTES)
    throw new RequestRefused('it asks for no extensions')
  const key = createPublicKey({ key: publicKey.whole, format: 'der', type: 'spki' })
  if (key.asymmetricKeyDetails?.namedCurve !== 'secp256k1') throw new RequestRefused('the key is not on secp256k1')
  if (!isOid(membersOf(algorithm)[0], EC_WITH_SHA256))
    throw new RequestRefused('it is not signed with ECDSA and SHA-256')
  if (!isSigned(info.whole, key, signature.content.subarray(1))) throw new RequestRefused('its signature is wrong')

  const extensions = extensionsOf(attributes)
  const template = textOf(derValues(extensionOf(extensions, TEMPLATE_NAME))[0])
  if (!template || !TEMPLATES.includes(template))
    throw new RequestRefused(
      'Denied by Policy Module 0x80094800, the request was for a certificate template that is not supported',
      true,
    )
  checkSubject(subject)
  const alternativeName = extensionOf(extensions, ALTERNATIVE_NAME)
  const { vatNumber, flags } = alternativeIn(alternativeName)
  const parts = { subject: subject.whole, publicKey: publicKey.whole, alternativeName }
  return { bytes, ...parts, vatNumber, flags, template }
}

const isSigned = (signed: Buffer, key: KeyObject, signature: Buffer) => verify('sha256', signed, key, signature)

function checkSubject(subject: DerValue): void {
  const names = namesIn(subject)
  const country = names.find(({ oid }) => isOid(oid, SUBJECT.country))
  if (country?.value.tag !== PRINTABLE_STRING || textOf(country.value) !== 'SA')
    throw new RequestRefused('its country is not SA')
  for (const [name, dotted] of Object.entries(SUBJECT))
    if (!nameIn(names, dotted)) throw new RequestRefused(`its subject has no ${name}`)
}

function alternativeIn(value: Buffer): { vatNumber: string; flags: string } {
  const [name] = derValues(value).flatMap(membersOf)
  if (name?.tag !== DIRECTORY_NAME) throw new RequestRefused('its alternative name is no directory name')
  const names = derValues(name.content).flatMap(namesIn)
  const of = (part: keyof typeof ALTERNATIVE) => nameIn(names, ALTERNATIVE[part]) ?? ''
  if (!/^1-[^|]+\|2-[^|]+\|3-[^|]+$/.test(of('serial'))) throw new RequestRefused('the serial number has another form')
  if (!/^3\d{13}3$/.test(of('vatNumber'))) throw new RequestRefused('the VAT number has another form')
  if (!/^(?:1[01]|01)00$/.test(of('flags'))) throw new RequestRefused('the title says no kind of invoices')
  for (const part of ['address', 'industry'] as const)
    if (!of(part)) throw new RequestRefused(`its alternative name has no ${part}`)
  return { vatNumber: of('vatNumber'), flags: of('flags') }
}

/** Of a sequence or a set. */
function membersOf(value: DerValue | undefined): DerValue[] {
  if (value === undefined || (value.tag !== SEQUENCE && value.tag !== SET)) return []
  return derValues(value.content)
}

type NamePart = { oid: DerValue; value: DerValue }

/** The parts of a name: a sequence of sets of pairs. */
const namesIn = (name: DerValue): NamePart[] =>
  membersOf(name)
    .flatMap(membersOf)
    .flatMap((pair) => {
      const [oid, value] = membersOf(pair)
      return oid && value ? [{ oid, value }] : []
    })

const nameIn = (names: NamePart[], dotted: string) => textOf(names.find(({ oid }) => isOid(oid, dotted))?.value)

const textOf = (value: DerValue | undefined): string | undefined =>
  value && TEXTS.includes(value.tag) ? value.content.toString() : undefined

const isOid = (value: DerValue | undefined, dotted: string): boolean =>
  value?.whole.equals(objectIdentifier(dotted)) ?? false

function extensionsOf(attributes: DerValue): DerValue[] {
  const request = derValues(attributes.content)
    .map(membersOf)
    .find(([oid]) => isOid(oid, EXTENSION_REQUEST))
  return membersOf(request?.[1]).flatMap(membersOf)
}

/** What the octets of an extension hold. */
function extensionOf(extensions: DerValue[], dotted: string): Buffer {
  const extension = extensions.map(membersOf).find(([oid]) => isOid(oid, dotted))
  const octets = extension?.at(-1)
  if (!octets) throw new RequestRefused(`the extension ${dotted} is missing`)
  return octets.content
}
