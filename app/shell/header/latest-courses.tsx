import { useCallback, useEffect, useState } from 'react'
import type { Api } from '../../api/contract.ts'
import { ApiError, httpApi } from '../../api/http-api.ts'
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import styles from './field-courses.module.css'
import { LoadFailure } from './load-failure.tsx'

type Courses = Awaited<ReturnType<Api['catalogue']['latestCourses']>>

/** As the specification says. */
const LATEST_COUNT = 8
const LATEST_TIMEOUT_MS = 15_000

// A document has one language, so they are fetched once per document.
let loaded: Courses | undefined

/** The newest courses of all specializations. @param wanted nothing is fetched before it is true */
export default function LatestCourses({ id, isRequested }: { id: string; isRequested: boolean }) {
  const t = useTexts('header')
  const { delivery } = useTexts('catalogue')
  const links = linksFor(useLang())
  const { courses, failure, retry } = useLatestCourses(isRequested)
  const state = courses ? 'here' : failure === undefined ? 'coming' : 'failed'
  return (
    <div id={id} className={styles.courses} data-state={state}>
      <p role="status" className="visually-hidden">
        {state === 'coming' && isRequested ? t.coming : null}
      </p>
      <p className={styles.head}>
        {t.latest}
        <Link to={links.courses()}>
          {t.otherFields}
          <Icon name="arrow-forward" size={18} />
        </Link>
      </p>
      {state === 'failed' ? (
        <LoadFailure text={failure || t.latestFailed} retry={retry} />
      ) : courses ? (
        <ul className={styles.latest}>
          {courses.map((course) => (
            <li key={course.id}>
              <Link to={links.course(course.slug)}>
                {course.name}
                <small>
                  {course.specialization.name} · {delivery[course.courseDeliveryMethod]}
                </small>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <ul className={styles.coming} aria-hidden="true">
          {Array.from({ length: LATEST_COUNT }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without identity
            <li key={line} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** `failure` is the server's message, or empty when there was no response. */
function useLatestCourses(isRequested: boolean) {
  const lang = useLang()
  const [courses, setCourses] = useState(loaded)
  const [failure, setFailure] = useState<string>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (!isRequested || loaded) return
    let isShown = true
    setFailure(undefined)
    latestCourses(lang).then(
      (courses) => {
        loaded = courses
        if (isShown) setCourses(courses)
      },
      (error) => isShown && setFailure(error instanceof ApiError ? error.message : ''),
    )
    return () => {
      isShown = false
    }
  }, [lang, isRequested, tries])

  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { courses, failure, retry }
}

function latestCourses(lang: Lang): Promise<Courses> {
  const { catalogue } = httpApi(lang, { signal: AbortSignal.timeout(LATEST_TIMEOUT_MS) })
  return catalogue.latestCourses({ count: LATEST_COUNT })
}
