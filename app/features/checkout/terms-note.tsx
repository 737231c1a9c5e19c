import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import styles from './checkout.module.css'

/** What whoever orders or pays agrees to. */
export function TermsNote() {
  const t = useTexts('orders')
  const links = linksFor(useLang())
  return (
    <p className={styles.terms}>
      {t.termsNote}{' '}
      <Link to={links.policy('terms')} target="_blank" rel="noopener">
        {t.terms}
      </Link>
      .
    </p>
  )
}
