import { linksFor } from '../links.ts'
import { useLang } from '../locales/texts.tsx'
import { Link } from '../ui/navigation/link.tsx'
import { useSiteName } from '../ui/site-name.ts'
import styles from './brand.module.css'

const LONG_NAME = 16
const VERY_LONG_NAME = 32

/** The institute's logo and name, a link to the home page. */
export default function Brand({ tone }: { tone?: 'deep' }) {
  const siteName = useSiteName()
  return (
    <Link to={linksFor(useLang()).home} className={styles.brand} data-tone={tone}>
      <img src="/brand/mark.svg" alt="" width={40} height={40} />
      <span data-size={sizeOf(siteName)}>{siteName}</span>
    </Link>
  )
}

/** Long names are set smaller, so that they take two lines at most. */
function sizeOf(name: string): 'small' | 'smallest' | undefined {
  if (name.length > VERY_LONG_NAME) return 'smallest'
  return name.length > LONG_NAME ? 'small' : undefined
}
