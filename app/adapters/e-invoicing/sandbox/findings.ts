/** What the authority finds in a document. */
export type Finding = { type: 'ERROR' | 'WARNING'; code: string; category: string; message: string }

const CATEGORIES = {
  xsd: 'XSD validation',
  en: 'EN_16931',
  ksa: 'KSA',
  qr: 'QRCODE_VALIDATION',
  hash: 'INVOICE_HASHING_ERRORS',
  certificate: 'CERTIFICATE_ERRORS',
  signature: 'SIGNATURE_ERRORS',
  business: 'BUSINESS_RULES',
}
type Category = keyof typeof CATEGORIES

const finding = (type: Finding['type'], of: Category, code: string, message: string): Finding => ({
  ...{ type, code, category: CATEGORIES[of], message },
})

export const error = (of: Category, code: string, message: string) => finding('ERROR', of, code, message)
export const warning = (of: Category, code: string, message: string) => finding('WARNING', of, code, message)

/** The finding, where something is wrong. */
export const unless = (isRight: boolean, wrong: Finding): Finding[] => (isRight ? [] : [wrong])
