/** The instalment companies that the product knows. To us, each pays an order whole. */
export const INSTALMENT_COMPANIES = ['tabby', 'tamara'] as const
export type InstalmentCompany = (typeof INSTALMENT_COMPANIES)[number]

export const isInstalmentCompany = (name: string | undefined): name is InstalmentCompany =>
  INSTALMENT_COMPANIES.some((company) => company === name)

/** What the agreement with a company says: the amounts that it accepts, and into how many parts it divides them. */
export type InstalmentTerms = {
  company: InstalmentCompany
  minimumHalalas: number
  maximumHalalas: number
  parts: number
}

/** The companies that accept this amount. */
export const instalmentsFor = (offered: readonly InstalmentTerms[], halalas: number): InstalmentTerms[] =>
  offered.filter(({ minimumHalalas, maximumHalalas }) => halalas >= minimumHalalas && halalas <= maximumHalalas)

/** Divides an amount into parts that add up to it exactly: the first ones have the halalas that are left over. */
export function partsOf(halalas: number, parts: number): number[] {
  const each = Math.floor(halalas / parts)
  const left = halalas - each * parts
  return Array.from({ length: parts }, (_, index) => each + (index < left ? 1 : 0))
}
