/** The kinds of documents that the authority checks before it gives credentials, by its own names. */
export const DOCUMENT_KINDS = [
  'standard-compliant',
  'standard-credit-note-compliant',
  'standard-debit-note-compliant',
  'simplified-compliant',
  'simplified-credit-note-compliant',
  'simplified-debit-note-compliant',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

const NOTES: Record<string, string> = { '388': '', '381': '-credit-note', '383': '-debit-note' }

/** Undefined for what is none of the six. */
export function kindOf(isSimplified: boolean, typeCode: string): DocumentKind | undefined {
  const name = `${isSimplified ? 'simplified' : 'standard'}${NOTES[typeCode] ?? '-unknown'}-compliant`
  return DOCUMENT_KINDS.find((kind) => kind === name)
}

/** @param flags of the certificate: the first for standard documents, the second for simplified ones */
export const kindsFor = (flags: string): DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => flags[kind.startsWith('standard') ? 0 : 1] === '1')
