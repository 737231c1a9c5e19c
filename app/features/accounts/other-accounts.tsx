import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { LinkCard, LinkCards } from './link-cards.tsx'

/** For companies and trainers, who need no learner's account. */
export function OtherAccounts() {
  const t = useTexts('accounts').accounts
  const links = linksFor(useLang())
  return (
    <LinkCards title={t.othersTitle} lead={t.others}>
      <LinkCard to={links.services} icon="building" title={t.company} body={t.companyBody} />
      <LinkCard to={links.joinUs} icon="certificate" title={t.trainer} body={t.trainerBody} />
    </LinkCards>
  )
}
