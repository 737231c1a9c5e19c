/** The request for a unit's certificate (PKCS #10), with the names that the authority asks for. Source: ZATCA, onboarding. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { EInvoicingEnvironment } from '../../../adapters/e-invoicing/port.ts'
import {
  bitString,
  context,
  integer,
  objectIdentifier,
  octetString,
  printableString,
  sequence,
  set,
  utf8String,
} from '../../../platform/der.ts'

export type UnitFacts = {
  /** Of the institute, 15 digits. */
  vatNumber: string
  legalName: string
  /** The name of this unit, as the authority's portal lists it. */
  name: string
  /** For a VAT group: the ten digits of the member's tax number. */
  branch: string
  /** Such as `RRRD2929`. */
  shortAddress: string
  industry: string
  /** Distinguishes units of one solution: a UUID. */
  serial: string
}

const TEMPLATES: Record<EInvoicingEnvironment, Buffer> = {
  sandbox: utf8String('TSTZATCA-Code-Signing'),
  // As well-known programs that are in use write it there.
  simulation: printableString('PREZATCA-Code-Signing'),
  production: utf8String('ZATCA-Code-Signing'),
}

const NAMES = {
  country: '2.5.4.6',
  branch: '2.5.4.11',
  legalName: '2.5.4.10',
  name: '2.5.4.3',
  serial: '2.5.4.4',
  vatNumber: '0.9.2342.19200300.100.1.1',
  documents: '2.5.4.12',
  shortAddress: '2.5.4.26',
  industry: '2.5.4.15',
}

/** Standard and simplified documents. */
const DOCUMENTS = '1100'
const SOLUTION = 'Maahad'

const named = (name: keyof typeof NAMES, value: Buffer) => set(sequence(objectIdentifier(NAMES[name]), value))
const extension = (id: string, value: Buffer) => sequence(objectIdentifier(id), octetString(value))

/** A new key with its request. @returns both as PEM; the key is secret */
export function newCertificateRequest(
  facts: UnitFacts,
  environment: EInvoicingEnvironment,
): { key: string; csr: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { key, csr: requestOf(facts, environment, key) }
}

function requestOf(facts: UnitFacts, environment: EInvoicingEnvironment, keyPem: string): string {
  const key = createPrivateKey(keyPem)
  const subject = sequence(
    named('country', printableString('SA')),
    named('branch', utf8String(facts.branch)),
    named('legalName', utf8String(facts.legalName)),
    named('name', utf8String(facts.name)),
  )
  const alternative = sequence(
    named('serial', utf8String(`1-${SOLUTION}|2-${SOLUTION}|3-${facts.serial}`)),
    named('vatNumber', utf8String(facts.vatNumber)),
    named('documents', utf8String(DOCUMENTS)),
    named('shortAddress', utf8String(facts.shortAddress)),
    named('industry', utf8String(facts.industry)),
  )
  const extensions = sequence(
    extension('1.3.6.1.4.1.311.20.2', TEMPLATES[environment]),
    extension('2.5.29.17', sequence(context(4, alternative))),
  )
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const attributes = context(0, sequence(objectIdentifier('1.2.840.113549.1.9.14'), set(extensions)))
  const info = sequence(integer(0n), subject, publicKey, attributes)
  const algorithm = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
  const request = sequence(info, algorithm, bitString(sign('sha256', info, key)))
  const lines = request.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n')
}
