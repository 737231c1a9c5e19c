import { Form } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Figure } from '../content-sections/figure.tsx'
import type { PageContent, PageItem } from '../pages/contract.ts'
import { SearchBox } from '../search/search-box.tsx'
import { FilmLink } from './film-link.tsx'
import styles from './hero.module.css'

type Props = {
  page: PageContent
  /** Of all published reviews; undefined while there are none. */
  rating: number | undefined
}

/** The institute in a sentence, and the links to its courses. */
export function Hero({ page, rating }: Props) {
  const t = useTexts('pages').home
  const hero = page.sections.find(({ key }) => key === 'hero')
  const { badge, figures, popular } = partsOf(hero?.items ?? [])
  // Of an institute that has not written its home page yet.
  const isPlain = !page.image && !page.film && figures.length === 0
  return (
    <section className={styles.hero}>
      <Container>
        <div className={styles.columns} data-plain={isPlain || undefined}>
          <div className={styles.words}>
            {badge && (
              <Badge tone="mint">
                <ContentText>{badge.title}</ContentText>
              </Badge>
            )}
            <h1 className={styles.title}>
              <ContentText>{hero?.title ?? page.title}</ContentText>
            </h1>
            <div className={styles.lead}>
              {hero?.body ? (
                <Prose html={hero.body} />
              ) : page.description ? (
                <p>
                  <ContentText>{page.description}</ContentText>
                </p>
              ) : null}
            </div>
            <SearchForm />
            <Popular items={popular} />
          </div>
          {isPlain ? null : (
            <div className={styles.picture}>
              {page.image && <Picture src={page.image} alt={page.imageAlt} width={1000} height={1000} priority />}
              {page.film && page.video && <FilmLink film={page.film} address={page.video} />}
              <dl className={styles.figures} aria-label={t.facts}>
                {rating !== undefined && (
                  <div className={styles.figure}>
                    <Figure label={t.learnerRating} value={`${rating.toFixed(1)} / 5`} />
                  </div>
                )}
                {figures.map((item) => (
                  <div key={item.title} className={styles.figure}>
                    <Figure label={item.title} value={item.value!} />
                  </div>
                ))}
              </dl>
            </div>
          )}
        </div>
      </Container>
    </section>
  )
}

function partsOf(items: PageItem[]) {
  return {
    badge: items.find((item) => item.value === null && item.link === null),
    figures: items.filter((item) => item.value !== null),
    popular: items.filter((item) => item.link !== null),
  }
}

function SearchForm() {
  const lang = useLang()
  const t = useTexts('pages').home
  const { categories } = useTexts('catalogue')
  return (
    <Form
      method="get"
      action={linksFor(lang).courses()}
      role="search"
      aria-label={t.searchForm}
      className={styles.search}
    >
      <div className={styles.term}>
        <Icon name="search" size={20} />
        <SearchBox name="search" aria-label={t.search} placeholder={t.searchPlaceholder} />
      </div>
      <label className={styles.category}>
        <span className="visually-hidden">{t.category}</span>
        <select name="category" defaultValue="1">
          {Object.entries(categories).map(([number, name]) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={18} />
      </label>
      <Button type="submit">{t.submitSearch}</Button>
    </Form>
  )
}

function Popular({ items }: { items: PageItem[] }) {
  const links = linksFor(useLang())
  const t = useTexts('pages').home
  if (items.length === 0) return null
  return (
    <div className={styles.popular}>
      <p id="popular">{t.popular}</p>
      <ul aria-labelledby="popular">
        {items.map(({ title }) => (
          <li key={title}>
            <Link to={links.courses({ search: title })}>
              <ContentText>{title}</ContentText>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
