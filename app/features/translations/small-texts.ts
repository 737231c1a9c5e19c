/** Which parts of small records are texts in both languages. */
import type { Localized } from '../../../db/shapes.ts'

type Trainer = { name: Localized; title: Localized; bio: Localized; pictureAlt: Localized | null }
export const textsOfTrainer = ({ name, title, bio, pictureAlt }: Trainer) => ({ name, title, bio, pictureAlt })

type Specialization = { name: Localized; summary: Localized | null }
export const textsOfSpecialization = ({ name, summary }: Specialization) => ({ name, summary })

type Question = { question: Localized; answer: Localized }
export const textsOfQuestion = ({ question, answer }: Question) => ({ question, answer })

type Settings = Record<(typeof SETTINGS)[number], unknown>
const SETTINGS = [
  ...(['name', 'legalName', 'tagline', 'licence', 'address', 'nationalAddress'] as const),
  ...(['vat', 'bank', 'mailNotes'] as const),
] as const

/** By the names of the settings: `vat.reasons.zero`, `mailNotes.enrolled`. */
export const textsOfSettings = (values: Settings) =>
  Object.fromEntries(SETTINGS.map((name) => [name, values[name]])) as Settings

type Banner = { text: Localized; linkText: Localized | null }
export const textsOfBanner = ({ text, linkText }: Banner) => ({ text, linkText })

type Branch = { name: Localized; address: Localized; hours?: Localized | null | undefined }
export const textsOfBranch = ({ name, address, hours }: Branch) => ({ name, address, hours: hours ?? null })

type MenuLink = { label?: Localized | null | undefined }
export const textsOfMenu = (links: readonly MenuLink[]) => ({
  links: links.map(({ label }) => ({ label: label ?? null })),
})
