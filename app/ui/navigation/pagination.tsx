import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../icons/icon.tsx'
import { Link } from './link.tsx'
import { pagesShown } from './pages-shown.ts'
import styles from './pagination.module.css'

/** Links to the pages of a list; renders nothing for a single page. */
export function Pagination({
  page,
  pageCount,
  hrefOf,
}: {
  page: number
  pageCount: number
  hrefOf: (page: number) => string
}) {
  const t = useTexts('ui')
  if (pageCount <= 1) return null
  return (
    <nav aria-label={t.pages} className={styles.pages}>
      {page > 1 ? (
        <Link to={hrefOf(page - 1)} rel="prev" className={styles.step}>
          <Icon name="arrow-back" size={18} />
          <span>{t.previousPage}</span>
        </Link>
      ) : (
        <span className={styles.step} />
      )}
      <ol className={styles.numbers}>
        {pagesShown(page, pageCount).map((shown) =>
          typeof shown === 'string' ? (
            <li key={shown} aria-hidden>
              …
            </li>
          ) : (
            <li key={shown}>
              <Link to={hrefOf(shown)} aria-label={t.page(shown)} aria-current={shown === page ? 'page' : undefined}>
                {shown}
              </Link>
            </li>
          ),
        )}
      </ol>
      {page < pageCount ? (
        <Link to={hrefOf(page + 1)} rel="next" className={styles.step}>
          <span>{t.nextPage}</span>
          <Icon name="arrow-forward" size={18} />
        </Link>
      ) : (
        <span className={styles.step} />
      )}
    </nav>
  )
}
