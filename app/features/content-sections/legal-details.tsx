import { useTexts } from '../../locales/texts.tsx'
import type { InstituteInfo } from '../pages/contract.ts'
import styles from './legal-details.module.css'

/** The institute's registrations: licence, commercial registration, VAT number. */
export function LegalDetails({ institute }: { institute: InstituteInfo }) {
  const t = useTexts('innerPages')
  const shell = useTexts('shell')
  return (
    <dl className={styles.details}>
      <div>
        <dt>{t.about.legalName}</dt>
        <dd>{institute.legalName}</dd>
      </div>
      <div>
        <dt>{t.about.licence}</dt>
        <dd>{institute.licence}</dd>
      </div>
      <div>
        <dt>{shell.commercialRegistration}</dt>
        <dd>
          <bdi dir="ltr">{institute.commercialRegistration}</bdi>
        </dd>
      </div>
      {institute.vatNumber === null ? null : (
        <div>
          <dt>{shell.vatNumber}</dt>
          <dd>
            <bdi dir="ltr">{institute.vatNumber}</bdi>
          </dd>
        </div>
      )}
      <div>
        <dt>{t.contact.address}</dt>
        <dd>{institute.address}</dd>
      </div>
    </dl>
  )
}
