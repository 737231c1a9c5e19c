import { linksFor } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'
import { Link } from '../ui/navigation/link.tsx'
import styles from './brand.module.css'

/** The institute's logo, a link to the home page. */
export default function Brand({ tone }: { tone?: 'deep' }) {
  const t = useTexts('shell')
  return (
    <Link to={linksFor(useLang()).home} className={styles.brand} data-tone={tone}>
      <img src="/brand/mark.svg" alt="" width={40} height={40} />
      <span>{t.siteName}</span>
    </Link>
  )
}
