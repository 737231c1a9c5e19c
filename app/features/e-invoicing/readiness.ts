/** What an institute needs before it can be connected to the tax authority. */
import type { Institute, NationalAddress } from '../../../db/shapes.ts'
import { isVatNumber } from '../orders/prices/vat.ts'

export const MISSING_FACTS = ['legalName', 'vatNumber', 'registration', 'nationalAddress', 'shortAddress'] as const
export type MissingFact = (typeof MISSING_FACTS)[number]

export type ReadySeller = {
  legalName: string
  vatNumber: string
  registerNumber: string
  address: NationalAddress & { shortAddress: string }
}

/** Ready where nothing is missing. */
export function readinessOf(institute: Institute | undefined): {
  missing: MissingFact[]
  seller: ReadySeller | undefined
} {
  if (!institute) return { missing: [...MISSING_FACTS], seller: undefined }
  const { legalName, commercialRegistration: registerNumber, nationalAddress: address } = institute
  const vatNumber = institute.vatRegistered === false ? '' : (institute.vatNumber ?? '')
  const shortAddress = address?.shortAddress
  const has: Record<MissingFact, boolean> = {
    legalName: legalName.ar !== '',
    vatNumber: isVatNumber(vatNumber),
    registration: isRegisterNumber(registerNumber),
    nationalAddress: address !== undefined,
    shortAddress: Boolean(shortAddress),
  }
  const missing = MISSING_FACTS.filter((fact) => !has[fact])
  if (missing.length > 0 || !address || !shortAddress) return { missing, seller: undefined }
  return {
    missing,
    seller: { legalName: legalName.ar, vatNumber, registerNumber, address: { ...address, shortAddress } },
  }
}

/** Of the commercial registration, or the unified number. Source: ZATCA, BR-KSA-F-07. */
export const isRegisterNumber = (text: string): boolean => /^\d{10}$/.test(text)
