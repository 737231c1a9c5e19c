import { linksFor } from '../links.ts'
import { useLang } from '../locales/texts.tsx'
import { Link } from '../ui/navigation/link.tsx'
import { useSiteName } from '../ui/site-name.ts'
import styles from './brand.module.css'

/** The institute's logo, a link to the home page. */
export default function Brand({ tone }: { tone?: 'deep' }) {
  const siteName = useSiteName()
  return (
    <Link to={linksFor(useLang()).home} className={styles.brand} data-tone={tone}>
      <img src="/brand/mark.svg" alt="" width={40} height={40} />
      <span>{siteName}</span>
    </Link>
  )
}
