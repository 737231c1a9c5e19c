import { linksFor } from '../../links.ts'
import { foldDigits } from '../../locales/digits.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Stars } from '../../ui/content/stars.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Pagination } from '../../ui/navigation/pagination.tsx'
import { isAverageShown } from '../catalogue/rating.ts'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { pageCountOf } from '../lists/list-page.ts'
import { contentOf, seoOf } from '../page-texts/page-texts.ts'
import type { Route } from './+types/reviews-page'
import { ReviewCard } from './review-card.tsx'
import styles from './reviews-page.module.css'

const PAGE_SIZE = 12

export async function loader({ context, request }: Route.LoaderArgs) {
  const pageRequest = pageRequestOf(context)
  const { shared } = pageRequest
  const PageIndex = pageIn(new URL(request.url))
  const [page, seo, reviews] = await Promise.all([
    contentOf(pageRequestOf(context), 'reviews'),
    seoOf(pageRequestOf(context), 'review'),
    shared.catalogue.websiteReviews({ PageIndex, PageSize: PAGE_SIZE }),
  ])
  const pageCount = pageCountOf(reviews, linksFor(pageRequest.lang).reviewsPage)
  addPageData(pageRequest, page.title, (links) => links.reviews)
  return { page, seo, reviews, pageCount }
}

/** The query is user input: an invalid page number means the first page. */
function pageIn(url: URL): number {
  const page = Number(foldDigits(url.searchParams.get('page') ?? '1'))
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

export function meta({ loaderData: { seo, reviews }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  const search = reviews.pageIndex > 1 ? `?page=${reviews.pageIndex}` : ''
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, search, title, description, keywords })
}

type Reviews = Route.ComponentProps['loaderData']['reviews']

export default function ReviewsPage({ loaderData: { page, reviews, pageCount } }: Route.ComponentProps) {
  const links = linksFor(useLang())
  return (
    <main id="content">
      <ContentHead page={page} />
      <Container>
        <div className={styles.reviews}>
          <Summary reviews={reviews} />
          {reviews.items.length === 0 ? <NoReviews /> : <ReviewList reviews={reviews.items} />}
          <Pagination page={reviews.pageIndex} pageCount={pageCount} hrefOf={links.reviewsPage} />
        </div>
      </Container>
      <ContentSections sections={page.sections} first="sand" />
    </main>
  )
}

function Summary({ reviews }: { reviews: Reviews }) {
  const t = useTexts('innerPages').reviews
  const { average, totalCount, distribution } = reviews
  if (average === undefined || !isAverageShown(totalCount)) return null
  return (
    <div className={styles.summary}>
      <div className={styles.overall}>
        <p>
          <span className="visually-hidden">{t.average}: </span>
          <bdi dir="ltr" className={styles.average}>
            {average.toFixed(1)} <span>/ 5</span>
          </bdi>
        </p>
        <Stars rate={average} size={24} />
        <p className={styles.count}>{t.count(totalCount)}</p>
      </div>
      <Distribution distribution={distribution} />
      <p className={styles.how}>{t.how}</p>
    </div>
  )
}

function Distribution({ distribution }: { distribution: Reviews['distribution'] }) {
  const t = useTexts('innerPages').reviews
  const all = distribution.reduce((sum, { count }) => sum + count, 0)
  return (
    <table className={styles.distribution}>
      <caption className="visually-hidden">{t.distribution}</caption>
      <tbody>
        {distribution.map(({ stars, count }) => (
          <tr key={stars}>
            <th scope="row">{t.stars(stars)}</th>
            <td className={styles.bar} aria-hidden>
              <progress max={all} value={count} />
            </td>
            <td>
              <bdi dir="ltr">{t.share(Math.round((100 * count) / all))}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ReviewList({ reviews }: { reviews: Reviews['items'] }) {
  return (
    <ul className={styles.list}>
      {reviews.map((review) => (
        <li key={review.id}>
          <ReviewCard review={review} course={review.course} />
        </li>
      ))}
    </ul>
  )
}

function NoReviews() {
  const t = useTexts('innerPages').reviews
  const links = linksFor(useLang())
  return (
    <EmptyState
      title={t.noneTitle}
      body={t.noneBody}
      action={<ButtonLink to={links.courses()}>{t.noneAction}</ButtonLink>}
    />
  )
}
