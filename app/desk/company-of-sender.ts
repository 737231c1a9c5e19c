/** The company with which a quote in answer to an enquiry begins. */
import type { PageRequest } from '../request-context.ts'

/** What a search for companies takes. */
const MAX_QUERY = 100

type Companies = Pick<PageRequest['api']['companies'], 'companies' | 'company'>
type Sender = { email: string; institution: string }

/**
 * Those that are found by the sender's address; otherwise by the name of their institution. The search is by a part of it:
 * only a company with a contact of exactly this address is `chosen`, of the others somebody has to choose.
 */
export async function companiesOfSender(api: Companies, { email, institution }: Sender) {
  for (const query of [email, institution.slice(0, MAX_QUERY)]) {
    const { items } = query ? await api.companies({ query }) : { items: [] }
    if (items.length === 0) continue
    const only = items.length === 1 ? await api.company({ id: items[0]!.id } as never) : null
    return { items, chosen: only?.contacts.some(isOfSender(email)) ? only : null }
  }
  return { items: [], chosen: null }
}

type Enquiry = { facts: readonly { name: string; value: string }[] }

export const institutionOf = ({ facts }: Enquiry) => facts.find(({ name }) => name === 'institutionName')?.value ?? ''

export const isOfSender = (email: string) => (contact: { email: string }) =>
  contact.email.toLowerCase() === email.toLowerCase()
